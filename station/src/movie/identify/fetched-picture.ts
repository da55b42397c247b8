/** Pictures from outside (the film database's image host, a person's upload): checked, made a jpeg where they are none, and stored by their hash (promise 33). */
import { drawPicture } from '../../shared/draw-picture.ts'
import type { MediaTools } from '../../shared/ffmpeg.ts'
import { keepPoster } from '../picture/picture.ts'

const maxSide = 5_000
const maxPixels = 16_000_000
const maxJpegBytes = 600_000
const madeWithinMs = 20_000

/** width: what it is scaled down to, if it has to be made anew. */
export type PictureDeps = { folder: string; tools: Promise<MediaTools>; width: number }

/** The id of the stored picture; '' if it is none, or too large. Throws if it was not made this time. */
export async function keepFetched(bytes: Buffer, { folder, tools, width }: PictureDeps): Promise<string> {
  const size = sizeOf(bytes)
  if (!size || size.width > maxSide || size.height > maxSide || size.width * size.height > maxPixels) return ''
  if (size.format === 'jpeg' && size.width <= width * 2 && bytes.length <= maxJpegBytes) return keepPoster(folder, bytes)
  const { ffmpeg } = await tools
  if (!ffmpeg) return ''
  const side = Math.min(width, size.width)
  const filter = `scale=${side - (side % 2)}:-2:flags=lanczos,format=yuvj420p`
  const drawn = ['-vf', filter, '-frames:v', '1', '-q:v', '4', '-f', 'image2pipe', '-c:v', 'mjpeg']
  const args = ['-f', 'image2pipe', '-i', 'pipe:0', ...drawn]
  const jpeg = await drawPicture(ffmpeg.path, { args, input: bytes, withinMs: madeWithinMs, isSeen: true })
  if (jpeg === 'late') throw new Error('ffmpeg was ended before it had made a picture from outside')
  return jpeg ? keepPoster(folder, jpeg) : ''
}

export type PictureSize = { format: 'jpeg' | 'png'; width: number; height: number }

/** As its header says; undefined if it is neither a jpeg nor a png. */
export function sizeOf(bytes: Buffer): PictureSize | undefined {
  const isPng = bytes.length > 24 && bytes.subarray(0, 8).equals(pngSignature) && bytes.toString('latin1', 12, 16) === 'IHDR'
  if (isPng) return sized('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  return bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(bytes) : undefined
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The size in the first frame header (SOF). */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return sized('jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function sized(format: PictureSize['format'], width: number, height: number): PictureSize | undefined {
  return width > 0 && height > 0 ? { format, width, height } : undefined
}
