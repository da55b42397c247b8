/** A film's poster: an image file beside it, else a suitable frame, as a 2:3 jpeg of about 500 × 750; stored under the hash of its content. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { drawPicture, type Drawn } from '../../shared/draw-picture.ts'
import type { Tool } from '../../shared/ffmpeg.ts'

export const posterId = /^[0-9a-f]{64}$/
const madeWithinMs = 60_000
const maxArtBytes = 30 * 1024 * 1024
/** 10,000 × 6,000; four bytes each while it is drawn. */
const maxArtPixels = 60_000_000
const maxPosterBytes = 100_000
const maxBackdropBytes = 300_000
/** A frame whose jpeg is smaller shows little: black, or a title card. */
const dullBytes = 14_000
/** Positions to take a frame from, as fractions of the film; openings are dark and ends are credits. */
const fractions = [0.2, 0.4, 0.1, 0.6]

/** A poster is 2:3, an episode's still and a backdrop are 16:9. */
type PictureShape = 'poster' | 'wide' | 'backdrop'
// Crops the centre: part of a wide frame looks better than a small frame between two bars.
const cuts: Record<PictureShape, string> = {
  poster: "crop='min(iw,ih*2/3)':'min(ih,iw*3/2)',scale=500:750:flags=lanczos",
  wide: "crop='min(iw,ih*16/9)':'min(ih,iw*9/16)',scale=640:360:flags=lanczos",
  backdrop: "crop='min(iw,ih*16/9)':'min(ih,iw*9/16)',scale=1280:720:flags=lanczos",
}
const filterOf = (shape: PictureShape) => `scale='iw*sar':ih,setsar=1,${cuts[shape]},format=yuvj420p`

/** art: a picture beside the film. isSeen: someone has the film on a screen. stream: ffprobe's index of the film among the streams of its file, which may hold covers. */
export type PictureOf = {
  path: string
  durationMs: number | null
  art: string | undefined
  shape: PictureShape
  isSeen: boolean
  stream: number | undefined
}
/** undefined if there is neither an image file nor a usable frame. */
export async function makePicture(ffmpeg: Tool, film: PictureOf): Promise<Drawn> {
  const { art, shape, isSeen } = film
  const fromArt = art === undefined ? undefined : await pictureOfArt(ffmpeg, { path: art, shape, isSeen })
  return fromArt ?? bestFrame(ffmpeg, film)
}

/** undefined for a file that is no picture, or too large a one: in bytes or, unpacked, in memory. */
export async function pictureOfArt(
  ffmpeg: Tool,
  { path, shape, isSeen }: Pick<PictureOf, 'path' | 'shape' | 'isSeen'>,
): Promise<Drawn> {
  const stats = await lstat(path).catch(() => undefined)
  if (!stats?.isFile() || stats.size === 0 || stats.size > maxArtBytes) return undefined
  const before = ['-max_pixels', String(maxArtPixels), '-i', 'pipe:0']
  return draw(ffmpeg, { art: path, before, filter: filterOf(shape), isSeen })
}

/** Stores the jpeg; written completely before it gets its name. */
export async function keepPoster(folder: string, jpeg: Buffer): Promise<string> {
  const id = createHash('sha256').update(jpeg).digest('hex')
  const path = posterPath(folder, id)
  await mkdir(dirname(path), { recursive: true })
  // Two films may write the same poster at the same moment.
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, jpeg)
  await rename(temporary, path)
  return id
}

export function posterPath(folder: string, id: string): string {
  return join(folder, 'pictures', id.slice(0, 2), `${id}.jpg`)
}

/** The path of a poster by its id, if it exists. */
export async function findPoster(folder: string, id: string): Promise<string | undefined> {
  if (!posterId.test(id)) return undefined
  const path = posterPath(folder, id)
  return stat(path).then(
    () => path,
    () => undefined,
  )
}

async function bestFrame(ffmpeg: Tool, { path, durationMs, shape, isSeen, stream }: PictureOf): Promise<Drawn> {
  let best: Buffer | undefined
  const map = stream === undefined ? [] : ['-map', `0:${stream}`]
  for (const fraction of fractions) {
    const at = ((durationMs ?? 0) / 1000) * fraction
    const before = ['-ss', at.toFixed(3), '-i', `file:${path}`, ...map, '-an', '-sn', '-dn']
    const frame = await draw(ffmpeg, { before, filter: `thumbnail=48,${filterOf(shape)}`, isSeen })
    // A frame that was found before shows more than none.
    if (frame === 'late') return best ?? 'late'
    if (frame && frame.length > (best?.length ?? 0)) best = frame
    if (best && best.length >= dullBytes) return best
    if (durationMs === null) return best
  }
  return best
}

/** art: what ffmpeg reads from pipe:0. */
type Drawing = { art?: string; before: string[]; filter: string; isSeen: boolean }

async function draw(ffmpeg: Tool, drawing: Drawing): Promise<Drawn> {
  const fine = await run(ffmpeg, drawing, 4)
  const most = drawing.filter.includes('1280:720') ? maxBackdropBytes : maxPosterBytes
  return fine instanceof Buffer && fine.length > most ? run(ffmpeg, drawing, 11) : fine
}

function run({ path: program }: Tool, { art, before, filter, isSeen }: Drawing, quality: number): Promise<Drawn> {
  const args = [...before, '-vf', filter, '-frames:v', '1', '-q:v', String(quality), '-f', 'image2pipe', '-c:v', 'mjpeg']
  const input = art === undefined ? {} : { input: createReadStream(art) }
  return drawPicture(program, { args, ...input, withinMs: madeWithinMs, isSeen })
}
