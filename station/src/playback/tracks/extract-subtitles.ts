/** Takes the text subtitles out of a film file with ffmpeg: all of them in one pass, because it has to read the whole file. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { toolEnv } from '../../shared/ffmpeg.ts'
import { maxFileBytes } from '../subtitle/cue.ts'
import type { SubtitleStream } from '../delivery/streams.ts'
import { textCodecs } from './file-tracks.ts'

export const maxStreams = 32
const lowPriority = 10

export type Extraction = {
  path: string
  streams: readonly SubtitleStream[]
  target: (index: number) => string
  signal: AbortSignal
}

/** Rejects if ffmpeg fails, or is stopped by the signal. */
export function extractSubtitles(ffmpeg: string, { path, streams, target, signal }: Extraction): Promise<void> {
  const outputs = streams.slice(0, maxStreams).flatMap(({ index, codec }) => {
    const format = textCodecs[codec]
    if (format === undefined) return []
    // A stream is copied where its format is the file's own.
    const coding = codec === 'mov_text' || codec === 'text' ? [] : ['-c:s', 'copy']
    return ['-map', `0:${index}`, ...coding, '-fs', String(maxFileBytes), '-f', format, '-y', `file:${target(index)}`]
  })
  const args = ['-v', 'error', '-nostdin', '-i', `file:${path}`, ...outputs]
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, args, { stdio: 'ignore', env: toolEnv, signal, killSignal: 'SIGKILL' })
    child.once('spawn', () => child.pid !== undefined && setPriority(child.pid, lowPriority))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code} at the subtitles of a film`)),
    )
  })
}
