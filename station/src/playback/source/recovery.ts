/** How long a decoder that begins at a keyframe of a file needs until its pictures are whole. Films for broadcast and calls may have no whole picture at all, but waves of pieces of one (intra refresh). */
import { execFile } from 'node:child_process'
import { toolEnv } from '../../shared/ffmpeg.ts'
import { isGrowing, toolInput, toolInputArgs } from '../../shared/growing-file.ts'
import type { FileStreams } from '../delivery/streams.ts'

const answerWithinMs = 4_000
/** H.264 counts pictures that others need: as many again, and once more, may stand between them. */
const picturesEach = 3
const spareMs = 500
const usualRate = 25
/** Whole pictures of recordings and discs come at least so often. */
const joinedMs = 6_000
/** A packet has at most some hundred lines; a damaged one may have more. */
const maxTraceBytes = 16 * 1024 * 1024

type TracedFile = { path: string; streams: FileStreams; pointMs: number }

/** ms; 0 where keyframes are whole pictures, as nearly everywhere. By the message for it beside a keyframe (ITU-T H.264, D.2.8; H.265, D.3.8). */
export async function recoveryMsOf(ffmpeg: string, { path, streams, pointMs }: TracedFile): Promise<number> {
  const { picture, durationMs, joined } = streams
  if (joined) return joinedMs
  if (picture?.codec !== 'h264' && picture?.codec !== 'hevc') return 0
  // The first picture of a film is a whole one. What is not loaded yet is not waited for.
  const atMs = pointMs > 0 ? pointMs : isGrowing(path) ? 0 : (durationMs ?? 0) / 2
  if (atMs <= 0) return 0
  const input = ['-noaccurate_seek', '-ss', (atMs / 1000).toFixed(3), ...toolInputArgs(path), '-i', toolInput(path)]
  const one = ['-map', `0:${picture.index}`, '-c', 'copy', '-frames:v', '1', '-bsf:v', 'trace_headers', '-f', 'null', '-']
  const how = { timeout: answerWithinMs, killSignal: 'SIGKILL', env: toolEnv, maxBuffer: maxTraceBytes } as const
  const trace = await new Promise<string>((resolve) => {
    execFile(ffmpeg, ['-hide_banner', '-nostdin', '-v', 'info', ...input, ...one], how, (_, _out, log) => resolve(log))
  })
  const pictures = picturesUntilWhole(trace, picture.codec)
  return pictures === 0 ? 0 : spareMs + (pictures * picturesEach * 1000) / (picture.framesPerSecond || usualRate)
}

function picturesUntilWhole(trace: string, codec: 'h264' | 'hevc'): number {
  const kinds = [...trace.matchAll(/\bnal_unit_type\s+[01]+ = (\d+)/g)].map(([, kind]) => Number(kind))
  const isWhole = (kind: number) => (codec === 'h264' ? kind === 5 : kind >= 16 && kind <= 23)
  if (kinds.some(isWhole)) return 0
  return Math.max(0, Number(/\brecovery_(?:frame|poc)_cnt\s+[01]+ = (-?\d+)/.exec(trace)?.[1] ?? 0))
}
