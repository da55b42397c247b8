/** Shrinks a photo that is too large to upload, in the browser. */

const longestPx = 1920
const qualities = [0.85, 0.7, 0.5, 0.35]

/** The picture itself if small enough; null if the browser cannot read it, or it stays too large. */
export async function shrinkPicture(file: Blob, maxBytes: number): Promise<Blob | null> {
  return file.size <= maxBytes ? file : shrunk(file, maxBytes)
}

async function shrunk(file: Blob, maxBytes: number): Promise<Blob | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  const scale = Math.min(1, longestPx / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const brush = canvas.getContext('2d')
  if (!brush) return null
  // Transparent areas would turn black in a JPEG.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  for (const quality of qualities) {
    const bytes = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', quality))
    if (bytes && bytes.size <= maxBytes) return bytes
  }
  return null
}
