/** Image processing with real pictures and real decompression bombs, made here. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFrames } from './frame-count.ts'
import { redraw, type ImageOptions } from './image.ts'
import { Refusal } from '../kit/refusal.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-image-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function put(bytes: Buffer | string): Promise<string> {
  files += 1
  const path = join(folder, String(files))
  await writeFile(path, bytes)
  return path
}

const memoryTest = test.skipIf(process.platform !== 'linux')
const options: ImageOptions = { maxPx: 200, fit: 'square' }
/** Red on the left, blue on the right, green in the upper half of the left. */
async function flag(width: number, height: number) {
  const block = (colour: string, w: number, h: number) =>
    sharp({ create: { width: w, height: h, channels: 3, background: colour } })
      .png()
      .toBuffer()
  return sharp(await block('#ff0000', width, height))
    .composite([
      { input: await block('#0000ff', width / 2, height), left: width / 2, top: 0 },
      { input: await block('#00ff00', width / 2, height / 2), left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
}

async function ruleOf(path: string): Promise<unknown> {
  const refusal = await redraw(path, options).then(
    () => new Error('it was taken'),
    (error: unknown) => error,
  )
  if (!(refusal instanceof Refusal)) throw refusal
  expect(refusal.words.zh).toMatch(/\p{Script=Han}/u)
  return refusal.data
}

test('P32: every format, detected by content, becomes a WebP; a square is cut from the middle, nothing is enlarged', async () => {
  const picture = sharp(await flag(600, 400))
  const animated = sharp(await flag(60, 40)).gif()
  for (const bytes of [
    await picture.clone().jpeg().toBuffer(),
    await picture.clone().png().toBuffer(),
    await picture.clone().webp().toBuffer(),
    await picture.clone().avif({ effort: 0 }).toBuffer(),
    await picture.clone().gif().toBuffer(),
  ]) {
    const { width, height, type, bytes: drawn } = await redraw(await put(bytes), options)
    expect([width, height, type, (await sharp(drawn).metadata()).format]).toEqual([200, 200, 'image/webp', 'webp'])
  }
  expect(await redraw(await put(await animated.toBuffer()), options)).toMatchObject({ width: 40, height: 40 })
  expect(await redraw(await put(await picture.toBuffer()), { maxPx: 300, fit: 'inside' })).toMatchObject({
    width: 300,
    height: 200,
  })
  expect(await redraw(await put(await picture.toBuffer()), { maxPx: 3_000, fit: 'inside' })).toMatchObject({
    width: 600,
    height: 400,
  })
})

test('P32: nothing that a camera wrote beside the picture is left', async () => {
  const bytes = await sharp(await flag(600, 400))
    .withExif({ IFD0: { Copyright: 'somebody', Make: 'a camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><about>home address</about></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(bytes.includes('somebody')).toBe(true)
  const drawn = (await redraw(await put(bytes), options)).bytes
  const facts = await sharp(drawn).metadata()
  expect([facts.exif, facts.xmp, facts.icc, facts.iptc]).toEqual([undefined, undefined, undefined, undefined])
  for (const secret of ['somebody', 'camera', 'home address', 'Exif']) expect(drawn.includes(secret)).toBe(false)
})

test('a picture held any way stands upright', async () => {
  const straight = await flag(120, 80)
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const bytes = await sharp(straight).withMetadata({ orientation }).png().toBuffer()
    const drawn = await redraw(await put(bytes), { maxPx: 500, fit: 'inside' })
    const right = await sharp(bytes).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([orientation, drawn.width, drawn.height]).toEqual([orientation, right.info.width, right.info.height])
    const pixels = await sharp(drawn.bytes).removeAlpha().raw().toBuffer()
    for (const [x, y] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      const at = (Math.floor(y * drawn.height) * drawn.width + Math.floor(x * drawn.width)) * 3
      const near = [0, 1, 2].every((band) => Math.abs(Number(pixels[at + band]) - Number(right.data[at + band])) < 60)
      expect([orientation, x, y, near]).toEqual([orientation, x, y, true])
    }
  }
})

test('what shines through stays so', async () => {
  const bytes = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  expect((await sharp((await redraw(await put(bytes), options)).bytes).metadata()).hasAlpha).toBe(true)
})

test('P32: an SVG, a text, a page, half a picture and an empty file are refused in words', async () => {
  const jpeg = await sharp(await flag(600, 400))
    .jpeg()
    .toBuffer()
  for (const bytes of [
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    '<html><script>alert(1)</script></html>',
    '%PDF-1.7',
    'GIF89a and nothing more',
    jpeg.subarray(0, jpeg.length / 2),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5_000, 7)]),
    '',
  ])
    expect(await ruleOf(await put(bytes))).toEqual({ field: 'file', rule: 'image' })
})

memoryTest('P33: bombs are refused, one alone and many at once, and memory stays flat', async () => {
  const bombs = [await hugeJpeg(64_250), hugePng(30_000), hugePng(5_000, 'interlaced'), ...Array<Buffer>(8).fill(gifOf(330_000))]
  for (const bomb of bombs) expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
  const { ends, grownMb } = await redrawnApart(200, await Promise.all(bombs.map(put)))
  expect(ends).toEqual(bombs.map(() => ({ field: 'file', rule: 'image_large' })))
  expect(grownMb).toBeLessThan(40)
})

test('the frames of animations are counted as the decoder counts them', async () => {
  const pages = Array.from({ length: 7 }, (_, at) => ({
    create: { width: 8, height: 8, channels: 3 as const, background: { r: at * 30, g: 9, b: 200 - at } },
  }))
  const frames = await Promise.all(pages.map((page) => sharp(page).png().toBuffer()))
  const animation = sharp(frames, { join: { animated: true } })
  const [gif, webp] = [
    await put(await animation.clone().gif().toBuffer()),
    await put(await animation.clone().webp({ lossless: true }).toBuffer()),
  ]
  expect([(await sharp(gif).metadata()).pages, (await sharp(webp).metadata()).pages]).toEqual([7, 7])
  expect([countFrames(gif, 'gif', 1_000), countFrames(webp, 'webp', 1_000)]).toEqual([7, 7])
  expect([countFrames(gif, 'gif', 3), countFrames(webp, 'webp', 3)]).toEqual([4, 4])
  const still = await put(await sharp(pages[0]).webp().toBuffer())
  expect(countFrames(still, 'webp', 1_000)).toBe(0)
  for (const junk of ['GIF89a', 'GIF89a and nothing more', 'RIFF1234WEBPVP8X'])
    expect(countFrames(await put(junk), junk.startsWith('GIF') ? 'gif' : 'webp', 1_000)).toBe(0)
})

test('what can be read line by line may be larger than what must be unfolded as a whole', async () => {
  expect(await redraw(await put(hugePng(5_000)), options)).toMatchObject({ width: 200, height: 200 })
})

memoryTest('P33: the largest that is taken costs little: 48 megapixels from a phone', async () => {
  const path = join(folder, 'large.jpg')
  await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#336699' } })
    .jpeg()
    .toFile(path)
  const { ends, grownMb } = await redrawnApart(1_600, [path])
  expect(ends).toEqual([{ width: 1_600, height: 1_200 }])
  expect(grownMb).toBeLessThan(80)
})

test('many at once are queued; more than may wait are refused with 4029', async () => {
  const path = await put(await flag(600, 400))
  // One that is drawn while the last of them come in makes room for another.
  const large = await put(await flag(7_000, 5_000))
  const codes = await Promise.all(
    [large, ...Array<string>(59).fill(path)].map((one) =>
      redraw(one, options).then(
        () => 200,
        (error: unknown) => (error instanceof Refusal ? error.code : 0),
      ),
    ),
  )
  const come = codes.filter((code) => code === Code.ok)
  const refused = codes.filter((code) => code === Code.tooMany)
  expect(come.length).toBeGreaterThanOrEqual(51)
  expect(refused.length).toBeGreaterThan(0)
  expect(come.length + refused.length).toBe(60)
  expect((await readFile(path)).length).toBeGreaterThan(0)
})

test('P33: of twenty of 48 megapixels those that would wait long are refused at once, the others come', async () => {
  const path = join(folder, 'twenty.jpg')
  await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#336699' } })
    .jpeg()
    .toFile(path)
  const ends: string[] = []
  const all = Array.from({ length: 20 }, () =>
    redraw(path, options).then(
      () => ends.push('taken'),
      (error: unknown) => ends.push(error instanceof Refusal && error.code === Code.tooMany ? 'refused' : String(error)),
    ),
  )
  await Promise.all(all)
  // One is drawn and four wait: 192 megapixels.
  expect(ends.filter((end) => end === 'taken')).toHaveLength(5)
  expect(ends.filter((end) => end === 'refused')).toHaveLength(15)
  expect(ends.slice(0, 15).filter((end) => end === 'refused').length).toBeGreaterThan(12)
  expect(await redraw(path, options)).toMatchObject({ width: 200 })
})

/** In a process of its own: what else a worker of tests has run would count too. */
async function redrawnApart(maxPx: number, paths: string[]): Promise<{ ends: unknown[]; grownMb: number }> {
  const program = fileURLToPath(new URL('../testing/redraw-process.ts', import.meta.url))
  const args = [program, String(maxPx), await put(await flag(60, 40)), ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

/** A small JPEG whose header says that it is huge. */
async function hugeJpeg(side: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(side, at + 5)
  bytes.writeUInt16BE(side, at + 7)
  return bytes
}

/** A valid PNG with one grey bit per pixel: gigabytes when decompressed, some hundred kB on the wire. */
function hugePng(side: number, way: 'plain' | 'interlaced' = 'plain'): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, way === 'plain' ? 0 : 1], 8)
  const lines = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function gifOf(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1')
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}
