/** A film's poster: an image file beside it, else a suitable frame, as a 2:3 jpeg of about 500 × 750; stored under the hash of its content. */
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { toolEnv, type Tool } from '../kit/ffmpeg.ts'
import { giveWay } from './probe.ts'

export const posterId = /^[0-9a-f]{64}$/
const madeWithinMs = 60_000
const artMostBytes = 30 * 1024 * 1024
const posterMostBytes = 100_000
/** A frame whose jpeg is smaller shows little: black, or a title card. */
const dullBytes = 14_000
/** Positions to take a frame from, as fractions of the film; openings are dark and ends are credits. */
const places = [0.2, 0.4, 0.1, 0.6]
const artSuffixes = ['.jpg', '.jpeg', '.png', '.webp']

/** A poster is 2:3, an episode's still 16:9. */
export type PictureShape = 'poster' | 'wide'
// Crops the centre: part of a wide frame looks better than a small frame between two bars.
const cuts: Record<PictureShape, string> = {
  poster: "crop='min(iw,ih*2/3)':'min(ih,iw*3/2)',scale=500:750:flags=lanczos",
  wide: "crop='min(iw,ih*16/9)':'min(ih,iw*9/16)',scale=640:360:flags=lanczos",
}
const filterOf = (shape: PictureShape) => `scale='iw*sar':ih,setsar=1,${cuts[shape]},format=yuvj420p`

export type PictureOf = { path: string; durationMs: number | null; isAloneInFolder: boolean; shape: PictureShape }

/** undefined if there is neither an image file nor a usable frame. */
export async function makePicture(ffmpeg: Tool, film: PictureOf): Promise<Buffer | undefined> {
  const art = await artOf(film)
  const fromArt =
    art === undefined ? undefined : await draw(ffmpeg, { stdin: art, before: ['-i', 'pipe:0'], filter: filterOf(film.shape) })
  return fromArt ?? bestFrame(ffmpeg, film)
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

async function artOf({ path, isAloneInFolder }: PictureOf): Promise<string | undefined> {
  const folder = dirname(path)
  const stem = basename(path, extname(path))
  const ofFolder = isAloneInFolder ? ['poster', 'folder', 'cover', 'movie'] : []
  for (const name of [`${stem}-poster`, `${stem}.poster`, stem, ...ofFolder]) {
    for (const suffix of artSuffixes) {
      const art = join(folder, name + suffix)
      const stats = await lstat(art).catch(() => undefined)
      if (stats?.isFile() && stats.size > 0 && stats.size <= artMostBytes) return art
    }
  }
  return undefined
}

async function bestFrame(ffmpeg: Tool, { path, durationMs, shape }: PictureOf): Promise<Buffer | undefined> {
  let best: Buffer | undefined
  for (const place of places) {
    const at = ((durationMs ?? 0) / 1000) * place
    const before = ['-ss', at.toFixed(3), '-i', `file:${path}`, '-an', '-sn', '-dn']
    const frame = await draw(ffmpeg, { before, filter: `thumbnail=48,${filterOf(shape)}` })
    if (frame && frame.length > (best?.length ?? 0)) best = frame
    if (best && best.length >= dullBytes) return best
    if (durationMs === null) return best
  }
  return best
}

type Drawing = { stdin?: string; before: string[]; filter: string }

async function draw(ffmpeg: Tool, drawing: Drawing): Promise<Buffer | undefined> {
  const fine = await run(ffmpeg, drawing, 4)
  return fine && fine.length > posterMostBytes ? run(ffmpeg, drawing, 11) : fine
}

function run({ path: program }: Tool, { stdin, before, filter }: Drawing, quality: number): Promise<Buffer | undefined> {
  const args = ['-v', 'error', ...before, '-vf', filter, '-frames:v', '1', '-q:v', String(quality)]
  return new Promise((resolve) => {
    const child = spawn(program, ['-threads', '1', ...args, '-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1'], {
      env: toolEnv,
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    })
    giveWay(child.pid)
    const timer = setTimeout(() => child.kill('SIGKILL'), madeWithinMs)
    const parts: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => parts.push(part))
    child.on('error', () => resolve(undefined))
    child.on('close', () => {
      clearTimeout(timer)
      const jpeg = Buffer.concat(parts)
      resolve(jpeg.length > 0 ? jpeg : undefined)
    })
    if (stdin === undefined || !child.stdin) return
    // ffmpeg may close the pipe once it has enough data.
    child.stdin.on('error', () => undefined)
    createReadStream(stdin)
      .on('error', () => child.kill('SIGKILL'))
      .pipe(child.stdin)
  })
}
