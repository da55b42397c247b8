/** Runs ffprobe on a file: whether it is a video, its duration, size and codecs. */
import { execFile } from 'node:child_process'
import { toolEnv, type Tool } from '../kit/ffmpeg.ts'
import { toolInput } from '../kit/growing-file.ts'
import { giveWay } from '../kit/give-way.ts'

export type MediaFacts = {
  duration_ms: number | null
  width: number
  height: number
  video: string
  audio: string
  pix_fmt: string
  container: string
  subtitles: string[]
}
/** late: no answer in time (a disk that wakes up); it is tried again. */
export type Probed = { kind: 'film'; facts: MediaFacts } | { kind: 'other' } | { kind: 'late' }

const answerWithinMs = 30_000
const entries =
  'format=duration,format_name:stream=codec_type,codec_name,width,height,pix_fmt,duration:stream_tags=language,title,rotate,DURATION:stream_disposition=attached_pic:stream_side_data=rotation'
const stills = new Set(['png', 'gif', 'bmp', 'webp', 'mjpeg', 'tiff', 'jpegxl', 'svg'])

type Stream = {
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  pix_fmt?: string
  duration?: string
  tags?: Record<string, string>
  disposition?: { attached_pic?: number }
  side_data_list?: { rotation?: number }[]
}
type ProbeOutput = { format?: { duration?: string; format_name?: string }; streams?: Stream[] }

/** All facts of a file, for playback. */
export function probe(tool: Tool, path: string): Promise<Probed> {
  return run(tool, path, { isUrgent: true, isSeen: true, isQuick: false })
}

/**
 * In the background, at low priority; isSeen: someone has the film on a screen. The container header is enough for the list and takes half the work; it does not contain
 * the pixel format (pix_fmt ''), and if it lacks duration or size the streams are read too, by `tool`.
 */
export async function probeQuickly(tool: Tool, path: string, { quickProbe = tool, isSeen = false } = {}): Promise<Probed> {
  const head = await run(quickProbe, path, { isUrgent: false, isSeen, isQuick: true })
  const isWhole = head.kind === 'film' && head.facts.duration_ms !== null && head.facts.video !== ''
  return isWhole || head.kind === 'late' ? head : run(tool, path, { isUrgent: false, isSeen, isQuick: false })
}

type How = { isUrgent: boolean; isSeen: boolean; isQuick: boolean }

function run({ path: program }: Tool, path: string, { isUrgent, isSeen, isQuick }: How): Promise<Probed> {
  const depth = isQuick ? ['-nofind_stream_info'] : []
  return new Promise((resolve) => {
    const child = execFile(
      program,
      ['-v', 'error', ...depth, '-show_entries', entries, '-of', 'json', toolInput(path)],
      { timeout: answerWithinMs, killSignal: 'SIGKILL', env: toolEnv, maxBuffer: 4 * 1024 * 1024 },
      (error, out) => {
        if (error?.killed) return resolve({ kind: 'late' })
        resolve(error && out.trim() === '' ? { kind: 'other' } : read(out))
      },
    )
    if (!isUrgent) giveWay(child.pid, { isSeen })
  })
}

function read(out: string): Probed {
  let probed: ProbeOutput
  try {
    probed = JSON.parse(out)
  } catch {
    return { kind: 'other' }
  }
  const streams = probed.streams ?? []
  const picture = streams.find((stream) => stream.codec_type === 'video' && moves(stream, probed.format?.format_name ?? ''))
  if (!picture) return { kind: 'other' }
  const sound = streams.find((stream) => stream.codec_type === 'audio')
  const isTurned = Math.abs(picture.side_data_list?.find((one) => one.rotation)?.rotation ?? 0) % 180 === 90
  const [width = 0, height = 0] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
  return {
    kind: 'film',
    facts: {
      duration_ms: durationOf(probed.format?.duration) ?? durationOf(picture.duration) ?? durationOf(sound?.duration),
      width,
      height,
      video: picture.codec_name ?? '',
      audio: sound?.codec_name ?? '',
      pix_fmt: picture.pix_fmt === 'unknown' ? '' : (picture.pix_fmt ?? ''),
      container: probed.format?.format_name ?? '',
      subtitles: streams
        .filter((stream) => stream.codec_type === 'subtitle')
        .map((stream) => stream.tags?.['title'] || stream.tags?.['language'] || (stream.codec_name ?? '')),
    },
  }
}

/** Whether the stream is video: a cover or a still is not; motion JPEG is in the containers that cameras write. */
function moves(stream: Stream, container: string): boolean {
  if (stream.disposition?.attached_pic === 1 || !stream.width || !stream.height) return false
  if (/(^|,)(image2|.*_pipe|tty)(,|$)/.test(container)) return false
  return !stills.has(stream.codec_name ?? '') || (stream.codec_name === 'mjpeg' && /avi|mov|matroska/.test(container))
}

function durationOf(text: string | undefined): number | null {
  const seconds = Number(text)
  return text === undefined || !Number.isFinite(seconds) || seconds <= 0 ? null : Math.round(seconds * 1000)
}
