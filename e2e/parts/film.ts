/** Makes test films: a moving test pattern and a tone, h264 and aac, so that a browser plays them directly. */
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ffmpeg } from './programs.ts'

export const filmMaker = ffmpeg
export const canMakeFilms = filmMaker !== undefined

const h264 = ['libx264', '-preset', 'ultrafast']
/** Not playable in any browser here. */
export const hevc = ['libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']

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
  await mkdir(path.dirname(file), { recursive: true })
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=12:duration=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`]
  const coded = ['-c:v', ...video, '-b:v', '700k', '-g', '24', '-pix_fmt', 'yuv420p', '-c:a', audio]
  const done = spawnSync(filmMaker ?? '', ['-v', 'error', '-y', ...picture, ...tone, ...coded, '-movflags', '+faststart', file], {
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`ffmpeg made no film: ${done.stderr}`)
}
