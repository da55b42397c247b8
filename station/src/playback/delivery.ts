/** How a film reaches a screen: as it is, with its sound made over, or all made over; decided by what ffprobe found and what the screen's browser can. */
import type { Ability } from '@homeport/contract/screen.ts'

/** What the library says of a film's file; codec names are ffprobe's, '' while it has not read it. */
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

/** direct: the file itself. remux: the picture is copied, the sound made AAC. transcode: the picture too, into H.264. */
export type Delivery = 'direct' | 'remux' | 'transcode'

const eightBit = ['', 'yuv420p', 'yuvj420p', 'nv12']
/** Pictures that may be copied into a fragmented mp4. */
const inMp4 = ['h264', 'hevc', 'av1', 'vp9']

export function deliveryOf(file: PlayableFile, can: readonly Ability[]): Delivery {
  const has = (one: string) => can.some((ability) => ability === one)
  const hasPicture = has(file.video) && (file.video !== 'h264' || eightBit.includes(file.pix_fmt))
  const hasSound = file.audio === '' || has(file.audio)
  const container = containerOf(file)
  if (hasPicture && hasSound && container !== undefined && has(container)) return 'direct'
  return hasPicture && inMp4.includes(file.video) ? 'remux' : 'transcode'
}

/** ffprobe calls mkv and webm alike, and mp4 and mov. */
export function containerOf({ container, path, video, audio }: PlayableFile): 'mp4' | 'webm' | 'mkv' | undefined {
  const names = container.split(',')
  if (names.some((name) => name === 'mp4' || name === 'mov')) return 'mp4'
  if (!names.some((name) => name === 'matroska' || name === 'webm' || name === 'mkv')) return undefined
  const isWebm = ['vp8', 'vp9', 'av1'].includes(video) && ['', 'opus', 'vorbis'].includes(audio)
  return isWebm || path.toLowerCase().endsWith('.webm') ? 'webm' : 'mkv'
}
