/** For tests: films whose pictures count themselves and whose channels each have a tone of their own, and readers of both. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const framesPerSecond = 24
export const filmSeconds = 8
/** Hz, in the order of 7.1: left, right, centre, low, back left, back right, side left, side right. */
export const tones = [330, 550, 770, 60, 990, 1210, 1430, 1650]

/** The first square is white, the second black, the rest are the bits of the picture's number, the lowest first. */
const squares = 12
const squareSize = 32
const width = squares * squareSize
const height = 216

/** A lossless film to encode all others from: 384 × 216, eight channels, 42 s at most. */
export function makeMaster(ffmpeg: string, folder: string, seconds = filmSeconds): string {
  const path = join(folder, `master-${seconds}.mkv`)
  if (existsSync(path)) return path
  const frames = Buffer.concat(Array.from({ length: framesPerSecond * seconds }, (_, number) => frame(number)))
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(framesPerSecond), '-i', 'pipe:0']
  const channels = tones.map((hz) => `0.2*sin(2*PI*${hz}*t)`).join('|')
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=${channels}:c=7.1:s=48000:d=${seconds}`]
  run(ffmpeg, [...raw, ...sound, '-pix_fmt', 'yuv420p', '-c:v', 'ffv1', '-c:a', 'pcm_s16le', path], frames)
  return path
}

export function encode(ffmpeg: string, { master, path, args }: { master: string; path: string; args: string[] }): void {
  run(ffmpeg, ['-i', master, ...args, path])
}

export function run(ffmpeg: string, args: string[], input?: Buffer): Buffer {
  const done = spawnSync(ffmpeg, ['-v', 'error', '-y', ...args], { maxBuffer: 256 * 1024 * 1024, ...(input && { input }) })
  if (done.status !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${done.stderr.toString()}`)
  return done.stdout
}

function frame(number: number): Buffer {
  const picture = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      picture[y * width + x] =
        y < squareSize ? squareValue(Math.floor(x / squareSize), number) : 60 + ((x + y + number * 4) % 128)
  return picture
}

function squareValue(square: number, number: number): number {
  if (square < 2) return square === 0 ? 235 : 16
  return (number >> (square - 2)) & 1 ? 235 : 16
}

/** The number of the picture so long after the beginning of a film; undefined if there is no picture or it is black. */
export function pictureAt(ffmpeg: string, path: string, seconds: number): number | undefined {
  return numberOf(run(ffmpeg, ['-i', path, '-ss', seconds.toFixed(3), ...onePicture(`scale=${width}:${height}`), 'pipe:1']))
}

/** The number of the picture at this time of the film's own clock, as a browser counts. */
export function pictureAtTime(ffmpeg: string, path: string, seconds: number): number | undefined {
  const filters = `select='gte(t,${seconds.toFixed(3)})',scale=${width}:${height}`
  return numberOf(run(ffmpeg, ['-copyts', '-i', path, ...onePicture(filters), '-fps_mode', 'passthrough', 'pipe:1']))
}

function onePicture(filters: string): string[] {
  return ['-vf', filters, '-frames:v', '1', '-an', '-pix_fmt', 'gray', '-f', 'rawvideo']
}

function numberOf(picture: Buffer): number | undefined {
  if (picture.length < width * height) return undefined
  return numberOfLevels(squareCentres.map(([x, y]) => picture[y * width + x] ?? 0))
}

/** Where the squares of a picture are, as it was made: 384 × 216. */
export const squareCentres = Array.from({ length: squares }, (_, square): [number, number] => [
  (square + 0.5) * squareSize,
  squareSize / 2,
])

/** The number of a picture by how bright (0 to 255) its squares are; undefined of a picture that is black. */
export function numberOfLevels(levels: number[]): number | undefined {
  const [white = 0, black = 0, ...bits] = levels
  if (white - black < 60) return undefined
  return bits.reduce((sum, level, at) => sum + (level > (white + black) / 2 ? 1 << at : 0), 0)
}

/** Which tones are in each channel of a film, over the second after this time. */
export function tonesAt(ffmpeg: string, path: string, seconds: number): number[][] {
  const count = 2
  const pcm = run(ffmpeg, [
    '-i',
    path,
    '-ss',
    seconds.toFixed(3),
    '-t',
    '1',
    '-vn',
    '-ac',
    String(count),
    '-ar',
    '8000',
    '-f',
    'f32le',
    'pipe:1',
  ])
  const samples = new Float32Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 4))
  return Array.from({ length: count }, (_, channel) => {
    const own = samples.filter((_, at) => at % count === channel)
    return tones.filter((hz) => levelOf(own, hz) > 0.005)
  })
}

/** Goertzel's filter: how loud a tone is. */
function levelOf(samples: Float32Array, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / 8000)
  let [before, last] = [0, 0]
  for (const sample of samples) [before, last] = [last, sample + turn * last - before]
  const power = before * before + last * last - turn * before * last
  return samples.length === 0 ? 0 : (2 * Math.sqrt(Math.max(0, power))) / samples.length
}
