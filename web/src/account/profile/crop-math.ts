/** Crops a square out of a picture file to a JPEG small enough to send, rotated upright by its EXIF orientation. */

const maxSide = 1024
const quality = 0.9

/** area in pixels of the upright picture. Throws where the browser cannot read it. */
export async function cropImage(file: Blob, area: { x: number; y: number; width: number; height: number }): Promise<Blob> {
  const picture = await createImageBitmap(file)
  try {
    const side = Math.max(1, Math.min(maxSide, Math.round(area.width)))
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    // Transparent areas become white, not a JPEG's black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, side, side)
    pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side)
    return await new Promise((resolve, refuse) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : refuse(new Error('no picture'))), 'image/jpeg', quality),
    )
  } finally {
    picture.close()
  }
}
