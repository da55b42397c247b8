/** Image processing: detects the type by content, limits the size, redraws as WebP. The original is never stored or served (P32, P33). */
import { open } from 'node:fs/promises'
import type { Sharp, SharpOptions } from 'sharp'
import { createConcurrencyLimit } from '../kit/concurrency-limit.ts'
import { invalid } from '../kit/refusal.ts'
import { countFrames } from './frame-count.ts'

/** fit: a square cut from the middle, or the whole picture inside a square of that size; never enlarged. */
export type ImageOptions = { maxPx: number; fit: 'square' | 'inside' }
export type Redrawn = { bytes: Buffer; width: number; height: number; type: 'image/webp' }

const maxPixels = 50_000_000
/** A progressive JPEG, an interlaced PNG and an AVIF are decoded completely before the first line is available. */
const maxWholePixels = 16_000_000
const maxFrames = 1_000
const maxSeconds = 5
const maxSide = 16_000
const quality = 82
const readOptions: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', animated: false }

const maxWaiting = 50
/** The pixels of all pictures that wait: about two seconds of work. */
const maxWaitingPixels = 200_000_000
const oneAtATime = createConcurrencyLimit({ atOnce: 1, maxWaiting, maxWaitingWeight: maxWaitingPixels })

/** Refuses invalid or too large pictures with the field `file`; 4029 at once if too many wait. One at a time, to leave memory and threads to others. */
export async function redraw(path: string, options: ImageOptions): Promise<Redrawn> {
  const kind = await kindOf(path)
  if (kind === undefined) throw invalid('file', 'image')
  // Before a decoder opens it: that keeps a record of each frame.
  if ((kind === 'gif' || kind === 'webp') && countFrames(path, kind, maxFrames) > maxFrames) throw invalid('file', 'image_large')
  const size = await sizeOf(path, kind)
  return oneAtATime(() => draw(path, size, options), size.pixels)
}

type Size = { width: number; height: number; pixels: number; orientation: number }

/** Reads the header alone. */
async function sizeOf(path: string, kind: Kind): Promise<Size> {
  const sharp = await openSharp()
  const facts = await sharp(path, { ...readOptions, limitInputPixels: false })
    .metadata()
    .catch(unreadable)
  const { width, height, pages = 1, isProgressive, orientation = 1 } = facts
  if (!formats[kind].includes(facts.format)) throw invalid('file', 'image')
  const most = isProgressive || kind === 'heif' ? maxWholePixels : maxPixels
  if (width * height > most || Math.max(width, height) > maxSide || pages > maxFrames) throw invalid('file', 'image_large')
  return { width, height, pixels: width * height, orientation }
}

async function draw(path: string, { width, height, orientation }: Size, { maxPx, fit }: ImageOptions): Promise<Redrawn> {
  const sharp = await openSharp()
  // Raw pixels first, already scaled down: only they are passed on, so no metadata survives, and rotating them costs little.
  const side = fit === 'square' ? Math.min(maxPx, width, height) : maxPx
  const { data, info } = await sharp(path, readOptions)
    .timeout({ seconds: maxSeconds })
    .resize({ width: side, height: side, fit: fit === 'square' ? 'cover' : 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const drawn = await upright(pixels, orientation).webp({ quality, effort: 3 }).toBuffer({ resolveWithObject: true })
  return { bytes: drawn.data, width: drawn.info.width, height: drawn.info.height, type: 'image/webp' }
}

/** Applies EXIF's eight orientations. */
function upright(pixels: Sharp, orientation: number): Sharp {
  const isMirrored = [2, 4, 5, 7].includes(orientation)
  const degrees = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0
  // sharp mirrors first and rotates after, as EXIF counts them.
  return pixels.rotate(degrees).flop(isMirrored)
}

function unreadable(error: unknown): never {
  const isLate = error instanceof Error && /timeout|exceeds pixel limit/i.test(error.message)
  throw invalid('file', isLate ? 'image_large' : 'image')
}

type Kind = keyof typeof formats
/** libvips' names for each type. HEIC needs a libvips built with it; the one that comes with sharp reads AVIF only. */
const formats = { jpeg: ['jpeg'], png: ['png'], gif: ['gif'], webp: ['webp'], heif: ['heif', 'avif'] }

/** By the first bytes only: file name and declared type are ignored. */
async function kindOf(path: string): Promise<Kind | undefined> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const text = buffer.toString('latin1')
    if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
    if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
    if (/^GIF8[79]a/.test(text)) return 'gif'
    if (/^RIFF....WEBP/s.test(text)) return 'webp'
    if (/^....ftyp(?:avif|avis|heic|heix|mif1|msf1)/s.test(text)) return 'heif'
    return undefined
  } finally {
    await file.close()
  }
}

let opened: Promise<typeof import('sharp').default> | undefined

/** Loaded on first use: a cloud without pictures does not need libvips' memory. */
function openSharp(): Promise<typeof import('sharp').default> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // Its loaders of vectors, documents and rarer formats stay blocked, whatever type a file claims.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].flatMap((one) => [
        `VipsForeignLoad${one}File`,
        `VipsForeignLoad${one}Buffer`,
      ]),
    })
    return sharp
  })
  return opened
}
