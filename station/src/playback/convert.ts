/** ffmpeg child process: converts a file to a fragmented mp4 from a point on, written only to its pipe. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import type { Delivery } from './delivery.ts'

const probeWithinMs = 5_000
/** Transcoding limit: a home box keeps up with this in real time, and a TV shows no more. */
const mostHeight = 1080
const picture = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '21',
  '-maxrate',
  '12M',
  '-bufsize',
  '24M',
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
]
/** One video stream, one audio stream, nothing else. */
const streams = ['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']
const sound = ['-c:a', 'aac', '-ac', '2', '-b:a', '192k']
/** One fragment a second: the first picture comes soon, and little is buffered during a pause. */
const fragments = ['-movflags', 'empty_moov+default_base_moof+delay_moov', '-frag_duration', '1000000', '-f', 'mp4']

export type Converted = { path: string; delivery: Exclude<Delivery, 'direct'>; video: string; fromMs: number }

/** fromMs: a keyframe's time if the video is copied (keyframeBefore). */
export function convert(ffmpeg: string, { path, delivery, video, fromMs }: Converted): ChildProcess {
  const from = fromMs > 0 ? ['-ss', seconds(fromMs)] : []
  // Both streams start at the keyframe, so that the reported point is exact.
  const exact = delivery === 'remux' ? ['-noaccurate_seek'] : []
  const copied = ['-c:v', 'copy', ...(video === 'hevc' ? ['-tag:v', 'hvc1'] : [])]
  const scaled = [
    ...picture,
    '-vf',
    `scale=-2:'min(${mostHeight},ih)':flags=bicubic`,
    '-force_key_frames',
    'expr:gte(t,n_forced*2)',
  ]
  const input = ['-v', 'error', '-nostdin', ...exact, ...from, '-i', `file:${path}`]
  const output = [...(delivery === 'remux' ? copied : scaled), ...sound, '-max_muxing_queue_size', '1024', ...fragments, 'pipe:1']
  const args = [...input, ...streams, ...output]
  return spawn(ffmpeg, args, { stdio: ['ignore', 'pipe', 'ignore'] })
}

/** The start for copied video: the last keyframe at or before the point; 0 if none is found. */
export function keyframeBefore(ffprobe: string, path: string, pointMs: number): Promise<number> {
  if (pointMs <= 0) return Promise.resolve(0)
  const what = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0']
  const args = ['-v', 'error', '-read_intervals', `${seconds(pointMs)}%+#1`, ...what, `file:${path}`]
  return new Promise((resolve) => {
    execFile(ffprobe, args, { timeout: probeWithinMs }, (error, out) => {
      const lengthMs = Math.round(Number.parseFloat(out) * 1000)
      resolve(error || !Number.isFinite(lengthMs) ? 0 : Math.min(Math.max(0, lengthMs), pointMs))
    })
  })
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
