/** Chooses how a film is delivered to a screen: direct, remux or transcode, by ffprobe's facts and the abilities of the screen's browser. */
import type { Ability } from '@homeport/contract/screen-page.ts'

/** The library's facts of a film file; codec names are ffprobe's, '' before it is probed. */
export type PlayableFile = {
  id: string
  movie_id: string
  title: string
  quality: string
  poster: string
  /** Absolute. */
  path: string
  duration_ms: number | null
  container: string
  video: string
  audio: string
  width: number | null
  height: number | null
  pix_fmt: string
}

/** direct: the file itself. remux: video copied, audio converted to AAC. transcode: video converted to H.264 too. */
export type Delivery = 'direct' | 'remux' | 'transcode'

const eightBit = ['', 'yuv420p', 'yuvj420p', 'nv12']
/** Video codecs that may be copied into a fragmented mp4. */
const inMp4 = ['h264', 'hevc', 'av1', 'vp9']

export function deliveryOf(file: PlayableFile, can: readonly Ability[]): Delivery {
  const has = (one: string) => can.some((ability) => ability === one)
  const hasPicture = has(file.video) && (file.video !== 'h264' || eightBit.includes(file.pix_fmt))
  const hasSound = file.audio === '' || has(file.audio)
  const container = containerOf(file)
  if (hasPicture && hasSound && container !== undefined && has(container)) return 'direct'
  return hasPicture && inMp4.includes(file.video) ? 'remux' : 'transcode'
}

/** ffprobe gives mkv and webm the same name, and mp4 and mov. */
export function containerOf({ container, path, video, audio }: PlayableFile): 'mp4' | 'webm' | 'mkv' | undefined {
  const names = container.split(',')
  if (names.some((name) => name === 'mp4' || name === 'mov')) return 'mp4'
  if (!names.some((name) => name === 'matroska' || name === 'webm' || name === 'mkv')) return undefined
  const isWebm = ['vp8', 'vp9', 'av1'].includes(video) && ['', 'opus', 'vorbis'].includes(audio)
  return isWebm || path.toLowerCase().endsWith('.webm') ? 'webm' : 'mkv'
}
