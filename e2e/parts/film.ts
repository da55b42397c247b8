/** Makes test films: a moving test pattern and a tone, h264 and aac, so that a browser plays them directly. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ffmpeg } from './programs.ts'

export const filmMaker = ffmpeg
export const canMakeFilms = filmMaker !== undefined

const h264 = ['libx264', '-preset', 'ultrafast']
/** Not playable in any browser here. */
export const hevc = ['libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']

/** Equal films are encoded once: in a whole test run, or in this process. */
const cache = process.env['TEST_FILMS'] ?? mkdtempSync(path.join(os.tmpdir(), 'homeport-films-'))

/** Writes `seconds` of film to `file`, about 100 kB a second; small enough for a machine with two cores to encode, transcode and show beside the other tests. */
export async function makeFilm(
  file: string,
  {
    seconds,
    size = '640x360',
    video = h264,
    audio = 'aac',
  }: { seconds: number; size?: string; video?: string[]; audio?: string },
): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=12:duration=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`]
  const coded = ['-c:v', ...video, '-b:v', '700k', '-g', '24', '-pix_fmt', 'yuv420p', '-c:a', audio, '-movflags', '+faststart']
  const args = [...picture, ...tone, ...coded]
  const name = createHash('sha1').update(args.join(' ')).digest('hex') + path.extname(file)
  const made = path.join(cache, name)
  if (!existsSync(made)) await encode(args, made)
  await mkdir(path.dirname(file), { recursive: true })
  await copyFile(made, file)
}

/** Several test processes may make the same one at a time. */
async function encode(args: string[], file: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const part = path.join(cache, `${process.pid}-${path.basename(file)}`)
  const done = spawnSync(filmMaker ?? '', ['-v', 'error', '-y', ...args, part], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`ffmpeg made no film: ${done.stderr}`)
  await rename(part, file)
}
