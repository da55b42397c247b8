/** Pictures of the test server's image host: drawn from their names, so that two of them differ. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { flatJpeg, type Rgb } from './jpeg.ts'

const heights: Readonly<Record<string, number>> = { poster: 1.5, person: 1.5, backdrop: 0.5625, still: 0.5625 }

/** With the width of its size (w500) and the shape of its kind: two colours with a slanted edge. A JPEG, as the database has them, or a PNG where the name ends so. */
export function pictureOf(name: string, size: string): Buffer {
  const width = Number(size.replace(/\D/g, '')) || 500
  const height = Math.round(width * (heights[name.split('-')[0] ?? ''] ?? 1))
  const hash = createHash('sha256').update(name).digest()
  const slant = ((hash[6] ?? 0) / 255) * width
  const edgeAt = (y: number) => slant + width / 4 - (y * width) / height / 2
  if (name.endsWith('.png')) return pngOf({ width, height, hash, edgeAt })
  const [left, right] = [rgb(hash, 0), rgb(hash, 3)]
  return flatJpeg({ width, height, colourAt: (x, y) => (x < edgeAt(y) ? left : right) })
}

function rgb(hash: Buffer, at: number): Rgb {
  return [hash.readUInt8(at), hash.readUInt8(at + 1), hash.readUInt8(at + 2)]
}

type Drawing = { width: number; height: number; hash: Buffer; edgeAt: (y: number) => number }

function pngOf({ width, height, hash, edgeAt }: Drawing): Buffer {
  const row = 1 + width * 3
  const pixels = Buffer.alloc(row * height)
  const [left, right] = [hash.subarray(0, 3), hash.subarray(3, 6)].map((colour) => Buffer.alloc(3 * width, colour))
  for (let y = 0; y < height; y += 1) {
    const at = y * row + 1
    const leftBytes = 3 * Math.min(Math.max(Math.floor(edgeAt(y)) + 1, 0), width)
    left?.copy(pixels, at, 0, leftBytes)
    right?.copy(pixels, at + leftBytes, leftBytes)
  }
  return png({ width, height, pixels })
}

function png({ width, height, pixels }: { width: number; height: number; pixels: Buffer }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
