/** Where the keyframes of a file are: a copied picture begins at one. Times in the file, which begins with 0. */
import { execFile } from 'node:child_process'
import { maxOf, minOf } from '@homeport/contract/kit/extremes.ts'
import { toolEnv } from '../../shared/ffmpeg.ts'
import { toolInput } from '../../shared/growing-file.ts'

const answerWithinMs = 8_000
/** No file has keyframes further apart than this, but for a few. */
const farthestMs = 12_000
/** A file without an index is not at a keyframe where it is opened: the next one comes within so many pictures. */
const packetsToKeyframe = 150
const mostBorders = 600

/** startMs: the first time in the file. picture: the stream that is the film. */
export type TimedFile = { path: string; startMs: number; picture: { index: number } | undefined }

/** The last keyframe at or before the point; 0 if none is found. */
export async function keyframeBefore(ffprobe: string, file: TimedFile, pointMs: number): Promise<number> {
  if (pointMs <= 0) return 0
  const at = await keyframes(ffprobe, file, [`${clock(pointMs + file.startMs)}%+#1`])
  const earlier =
    at.length > 0
      ? at
      : await keyframes(ffprobe, file, [
          `${clock(Math.max(0, pointMs - farthestMs) + file.startMs)}%${clock(pointMs + file.startMs)}`,
        ])
  const before = earlier.filter((ms) => ms <= pointMs)
  return Math.max(0, maxOf(before, 0))
}

/** Keyframes about every `everyMs`, the first at 0: looked up by the file's index, without reading the file. */
export async function keyframesEvery(
  ffprobe: string,
  file: TimedFile,
  { everyMs, durationMs }: { everyMs: number; durationMs: number },
): Promise<number[]> {
  const stepMs = Math.max(everyMs, durationMs / mostBorders)
  const points = Array.from({ length: Math.floor(durationMs / stepMs) }, (_, at) => clock((at + 1) * stepMs + file.startMs))
  if (points.length === 0) return [0]
  const byIndex = await keyframes(
    ffprobe,
    file,
    [clock(file.startMs), ...points].map((point) => `${point}%+#1`),
  )
  const all =
    byIndex.length * 2 > points.length
      ? byIndex
      : await keyframes(
          ffprobe,
          file,
          points.map((point) => `${point}%+#${packetsToKeyframe}`),
        )
  // The picture may begin after the sound: the first segment has both.
  const firstMs = minOf(byIndex, 0)
  return [0, ...[...new Set(all)].filter((ms) => ms > firstMs).toSorted((a, b) => a - b)].filter(
    (ms, at, list) => ms < durationMs - leastApartMs && isApart(list[at - 1], ms),
  )
}

const leastApartMs = 1_000

function isApart(before: number | undefined, ms: number): boolean {
  return before === undefined || ms - before >= leastApartMs
}

function keyframes(ffprobe: string, { path, startMs, picture }: TimedFile, intervals: string[]): Promise<number[]> {
  const what = [
    '-select_streams',
    String(picture?.index ?? 'v:0'),
    '-show_entries',
    'packet=pts_time,dts_time,flags',
    '-of',
    'csv=p=0',
  ]
  const args = ['-v', 'error', '-read_intervals', intervals.join(','), ...what, toolInput(path)]
  const how = { timeout: answerWithinMs, killSignal: 'SIGKILL', env: toolEnv, maxBuffer: 16 * 1024 * 1024 } as const
  return new Promise((resolve) => {
    execFile(ffprobe, args, how, (_, out) => {
      const keys = out
        .split('\n')
        .map((line) => line.split(','))
        .filter(([, , flags]) => flags?.startsWith('K'))
      // AVI says only when a picture is decoded.
      const times = keys.map((key) => key.map(Number.parseFloat).find(Number.isFinite))
      resolve(times.flatMap((time) => (time === undefined ? [] : [Math.round(time * 1000) - startMs])))
    })
  })
}

function clock(ms: number): string {
  return (ms / 1000).toFixed(3)
}
