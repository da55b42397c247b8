/** For tests: a real rtmp server, which is ffmpeg, sending a film of pictures and a tone to whoever connects first. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMediaTools } from '../shared/ffmpeg.ts'

const { ffmpeg: tool, ffprobe } = await findMediaTools({ searchPath: process.env.PATH ?? '' })
export const ffmpegPath = tool?.path ?? ''
export const ffprobePath = ffprobe?.path ?? ''
export const noStreams = ffmpegPath === '' || ffprobePath === '' ? ' (skipped: no ffmpeg or no ffprobe)' : ''

const made = new Map<number, Buffer>()

/** An flv file with a length of so many seconds; encoded once for all tests of a worker. */
export function makeFlv(folder: string, seconds: number): string {
  const file = join(folder, `${seconds}.flv`)
  // Another source of the test may be reading it.
  if (existsSync(file)) return file
  const existing = made.get(seconds)
  if (existing) writeFileSync(file, existing)
  else {
    encodeFlv(file, seconds)
    made.set(seconds, readFileSync(file))
  }
  return file
}

function encodeFlv(file: string, seconds: number): void {
  const picture = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=d=${seconds}`]
  execFileSync(ffmpegPath, ['-loglevel', 'error', '-y', ...picture, ...sound, '-c:v', 'flv', '-g', '5', '-c:a', 'aac', file])
}

/** isSlow: at six times the speed of playing; all at once otherwise. */
export async function openRtmpSource(file: string, port: number, { isSlow = true } = {}) {
  const pace = isSlow ? ['-readrate', '6'] : []
  const to = ['-f', 'flv', '-listen', '1', `rtmp://127.0.0.1:${port}/live/film`]
  const child = spawn(ffmpegPath, ['-nostdin', '-loglevel', 'error', ...pace, '-i', file, '-c', 'copy', ...to], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    url: `rtmp://127.0.0.1:${port}/live/film`,
    ended,
    kill(): Promise<void> {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** Seconds of pictures that decode without an error. */
export function playedSeconds(file: string): number {
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=nb_read_frames',
    '-of',
    'csv=p=0',
    file,
  ]
  return Number(execFileSync(ffprobePath, args).toString().trim().split('\n')[0]?.replace(',', '')) / 10
}
