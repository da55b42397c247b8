/** A baseline JPEG of flat blocks of 8 by 8 pixels, which takes a test a millisecond to draw. ITU-T T.81 has the format; each block is its mean alone. */

export type Rgb = readonly [red: number, green: number, blue: number]
type Flat = { width: number; height: number; colourAt: (x: number, y: number) => Rgb }

const blockSize = 8
/** A mean is counted in eighths: divided by this it is the value itself. */
const quantum = 8
/** How many codes there are of each length, and how many bits a difference has that a code stands for. */
const meanLengths = [0, 1, 5, 1, 1, 1]
const meanCodes = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110']
/** After its mean a block has nothing more. */
const endOfBlock = '0'

export function flatJpeg({ width, height, colourAt }: Flat): Buffer {
  let colour: Rgb = [128, 128, 128]
  const bits: string[] = []
  for (let y = 0; y < height; y += blockSize)
    for (let x = 0; x < width; x += blockSize) {
      const next = colourAt(x + blockSize / 2, y + blockSize / 2)
      bits.push(next === colour ? unchanged : changed(colour, next))
      colour = next
    }
  const size = Buffer.alloc(5, 8)
  size.writeUInt16BE(height, 1)
  size.writeUInt16BE(width, 3)
  const parts = [1, 2, 3]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(quantum)]),
    segment(0xc0, [...size, parts.length, ...parts.flatMap((part) => [part, 0x11, 0])]),
    segment(0xc4, [0x00, ...lengths(meanLengths), ...meanCodes.keys()]),
    segment(0xc4, [0x10, ...lengths([1]), 0]),
    segment(0xda, [parts.length, ...parts.flatMap((part) => [part, 0x00]), 0, 63, 0]),
    packed(bits.join('')),
    Buffer.from([0xff, 0xd9]),
  ])
}

const unchanged = `${meanCodes[0]}${endOfBlock}`.repeat(3)

function changed(colour: Rgb, next: Rgb): string {
  const before = partsOf(colour)
  return partsOf(next)
    .map((value, part) => `${codeOf(value - (before[part] ?? 0))}${endOfBlock}`)
    .join('')
}

/** Luminance and both differences of colour, around zero. */
function partsOf([red, green, blue]: Rgb): number[] {
  const luminance = 0.299 * red + 0.587 * green + 0.114 * blue
  const differences = [(blue - luminance) * 0.564, (red - luminance) * 0.713]
  return [luminance - 128, ...differences].map((value) => Math.max(-128, Math.min(127, Math.round(value))))
}

/** The number of its bits, then the bits: those of a negative one are turned over. */
function codeOf(difference: number): string {
  const digits = difference === 0 ? '' : Math.abs(difference).toString(2)
  const own = difference < 0 ? [...digits].map((digit) => (digit === '0' ? '1' : '0')).join('') : digits
  return `${meanCodes[digits.length]}${own}`
}

function lengths(counts: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, at) => counts[at] ?? 0)
}

function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...body])
}

/** The last byte is filled with ones; a byte of ones is followed by a zero, since it would begin a marker. */
function packed(bits: string): Buffer {
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2)
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  return Buffer.from(bytes)
}
