/** Which video stream of a file is the film: the longest one that moves. Covers are video streams too, with and without a mark that says so. */
import { execFile } from 'node:child_process'
import { toolEnv } from './ffmpeg.ts'
import { isGrowing, toolInput, toolInputArgs } from './growing-file.ts'

/** The fields of ffprobe that are looked at. */
export type VideoStream = {
  index?: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  duration?: string
  nb_frames?: string
  tags?: Record<string, string>
  disposition?: Record<string, number>
}

const answerWithinMs = 20_000
const stills = new Set(['png', 'gif', 'bmp', 'webp', 'mjpeg', 'tiff', 'jpegxl', 'svg'])
const imageName = /\.(jpe?g|png|gif|bmp|webp|tiff?|jxl|svg)$/i
/** A cover has one packet, a film hundreds in as many seconds. */
const countedSeconds = 10

/** undefined if nothing in the file moves. */
export async function filmStream<T extends VideoStream>(
  ffprobe: string,
  path: string,
  { streams, container }: { streams: readonly T[]; container: string },
): Promise<T | undefined> {
  const moving = streams.filter((stream) => moves(stream, container))
  if (moving.length <= 1) return moving[0]
  const unmarked = preferred(preferred(moving, isUnmarked), ({ codec_name = '' }) => !stills.has(codec_name))
  if (unmarked.length <= 1) return unmarked[0]
  const packets = await packetsOf(ffprobe, path)
  const films = preferred(unmarked, ({ index, nb_frames }) => nb_frames !== '1' && (packets.get(index ?? 0) ?? 0) > 1)
  return films.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
}

/** Whether the stream is video: a cover or a still is not; motion JPEG is in the containers that cameras write. */
function moves({ codec_type, codec_name = '', width, height, disposition }: VideoStream, container: string): boolean {
  if (codec_type !== 'video' || disposition?.['attached_pic'] === 1 || !width || !height) return false
  if (/(^|,)(image2|.*_pipe|tty)(,|$)/.test(container)) return false
  return !stills.has(codec_name) || (codec_name === 'mjpeg' && /avi|mov|matroska/.test(container))
}

function isUnmarked(stream: VideoStream): boolean {
  const [type, name] = [tagOf(stream, 'mimetype'), tagOf(stream, 'filename')]
  return !type.startsWith('image/') && !imageName.test(name) && stream.disposition?.['still_image'] !== 1
}

/** Those that fit, or all if none does. */
function preferred<T>(all: readonly T[], fits: (one: T) => boolean): readonly T[] {
  const fitting = all.filter(fits)
  return fitting.length > 0 ? fitting : all
}

function tagOf({ tags = {} }: VideoStream, name: string): string {
  return tags[name] ?? tags[name.toUpperCase()] ?? ''
}

/** No film is as small for its length. */
const leastBitrate = 4_000

/** Seconds; Matroska has it in a tag, and gives each stream the length of the file. 0: unknown. */
function lengthOf(stream: VideoStream): number {
  const [hours, minutes, seconds] = tagOf(stream, 'duration').split(':').map(Number)
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) || Number(stream.duration) || 0
}

/** By the index of the stream, at the beginning of the file. */
async function packetsOf(ffprobe: string, path: string): Promise<Map<number, number>> {
  const times = ['-read_intervals', `%+${countedSeconds}`, '-show_entries', 'packet=stream_index', '-of', 'csv=p=0']
  const counts = new Map<number, number>()
  for (const row of await rowsOf(ffprobe, path, ['-select_streams', 'v', ...times])) {
    const index = Number.parseInt(row, 10)
    counts.set(index, (counts.get(index) ?? 0) + 1)
  }
  return counts
}

/**
 * The length of a file by its last packets, ms, less the time at which it begins: for a file that was written into a pipe, whose head says none.
 * null if that cannot be told; also of a file that is still loading, whose end would be waited for.
 */
export async function lengthByPackets(ffprobe: string, path: string, startMs: number): Promise<number | null> {
  if (isGrowing(path)) return null
  // An interval without an end has one by chance: ffprobe reads memory there that it never set.
  const shown = ['-show_entries', 'packet=pts_time,dts_time,duration_time', '-of', 'csv=p=0']
  let endMs = 0
  for (const row of await rowsOf(ffprobe, path, ['-read_intervals', '9999999%+99999', ...shown])) {
    const [time, decoded, length] = row.split(',').map(Number.parseFloat)
    // AVI says only when a picture is decoded.
    const end = ((time || decoded || 0) + (length || 0)) * 1000
    if (end > endMs) endMs = end
  }
  const lengthMs = Math.round(endMs - Math.max(0, startMs))
  return lengthMs > 0 ? lengthMs : null
}

/**
 * Whether the packets are asked for the length that a head gives. Matroska says when its last picture ends, or how long it is: unsure where it does not begin at 0.
 * An AVI that was written into a pipe has any number there; bitrate: of the whole file by that length, in bit/s.
 */
export function isLengthUnsure({
  container,
  startMs,
  bitrate,
}: {
  container: string
  startMs: number
  bitrate: number
}): boolean {
  return (/matroska|webm/.test(container) && startMs >= 500) || (bitrate > 0 && bitrate < leastBitrate)
}

/** Lines that were written before the time is over count. */
function rowsOf(ffprobe: string, path: string, args: string[]): Promise<string[]> {
  const how = { timeout: answerWithinMs, killSignal: 'SIGKILL', env: toolEnv, maxBuffer: 32 * 1024 * 1024 } as const
  return new Promise((resolve) => {
    execFile(ffprobe, ['-v', 'error', ...args, ...toolInputArgs(path), toolInput(path)], how, (_, out) =>
      resolve(out.split('\n')),
    )
  })
}
