/**
 * Compares the screenshots of two folders, name by name, and draws what differs:
 *   node e2e/compare-pictures.ts before/ after/ [folder for the drawings]
 * Exit 1 if one differs, is of another size or is in one folder only.
 */
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** The difference on one channel, of 255, that still counts as equal: antialiasing is not a difference. */
const tolerance = 24

const [before, after, drawings] = process.argv.slice(2)
if (!before || !after) throw new Error('Say two folders with screenshots.')
if (drawings) await mkdir(drawings, { recursive: true })

const isPicture = (name: string) => /\.(png|jpg)$/.test(name)
const names = new Set([...(await readdir(before)), ...(await readdir(after))].filter(isPicture))
const inBoth = new Set((await readdir(before)).filter((name) => names.has(name)))
let differing = 0
for (const name of [...names].toSorted()) {
  const result = await difference(name)
  if (result === '') continue
  differing += 1
  console.log(`${name}: ${result}`)
}
console.log(`${names.size} pictures, ${differing} differ`)
process.exitCode = differing > 0 ? 1 : 0

/** Empty if both look the same. */
async function difference(name: string): Promise<string> {
  if (!inBoth.has(name)) return 'only after'
  const one = await pixelsOf(path.join(before ?? '', name))
  const other = await pixelsOf(path.join(after ?? '', name)).catch(() => null)
  if (!other) return 'only before'
  const { width, height } = one.info
  if (width !== other.info.width || height !== other.info.height)
    return `${width}×${height} before, ${other.info.width}×${other.info.height} after`
  const drawn = Buffer.from(other.data)
  const box = { left: width, top: height, right: 0, bottom: 0 }
  let count = 0
  for (let at = 0; at < one.data.length; at += 3) {
    const isSame = [0, 1, 2].every(
      (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) <= tolerance,
    )
    if (isSame) {
      for (const channel of [0, 1, 2]) drawn[at + channel] = 255 - (255 - (other.data[at + channel] ?? 0)) / 4
      continue
    }
    count += 1
    drawn.set([255, 0, 80], at)
    const x = (at / 3) % width
    const y = Math.floor(at / 3 / width)
    Object.assign(box, {
      left: Math.min(box.left, x),
      top: Math.min(box.top, y),
      right: Math.max(box.right, x),
      bottom: Math.max(box.bottom, y),
    })
  }
  if (count === 0) return ''
  if (drawings) await sharp(drawn, { raw: { width, height, channels: 3 } }).toFile(path.join(drawings, name))
  return `${count} pixels, from ${box.left},${box.top} to ${box.right},${box.bottom}`
}

function pixelsOf(file: string) {
  return sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}
