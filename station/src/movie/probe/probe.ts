/** Runs ffprobe on a file: whether it is a video, its duration, size and codecs. */
import { execFile } from 'node:child_process'
import { maxOf, minOf } from '@homeport/contract/kit/extremes.ts'
import { toolEnv, type Tool } from '../../shared/ffmpeg.ts'
import { filmStream, isLengthUnsure, lengthByPackets, type VideoStream } from '../../shared/film-stream.ts'
import { toolInput } from '../../shared/growing-file.ts'
import { lengthOfParts, recordingParts } from '../../shared/joined-recording.ts'
import { giveWay } from '../../kit/turns/give-way.ts'
import { isPassing, isPassingError } from '../../shared/tool-end.ts'

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
/** stream: ffprobe's index of the picture. late: no answer this time (a disk that wakes up, a box without memory); it is tried again. */
export type Probed = { kind: 'film'; facts: MediaFacts; stream: number } | { kind: 'other' } | { kind: 'late' }

const answerWithinMs = 30_000
const entries =
  'format=duration,start_time,format_name,size:stream=index,codec_type,codec_name,width,height,pix_fmt,start_time,duration,nb_frames:stream_tags=language,title,rotate,DURATION,mimetype,MIMETYPE,filename,FILENAME:stream_disposition=attached_pic,still_image:stream_side_data=rotation'

type Stream = VideoStream & { pix_fmt?: string; start_time?: string; side_data_list?: { rotation?: number }[] }
type ProbeOutput = {
  error?: { code?: number }
  packets?: { pts_time?: string }[]
  format?: { duration?: string; start_time?: string; format_name?: string; size?: string }
  streams?: Stream[]
}

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

async function run(tool: Tool, path: string, how: How): Promise<Probed> {
  const out = await outputOf(tool, path, how)
  return out === 'late' ? { kind: 'late' } : read(out, { program: tool.path, path, isQuick: how.isQuick })
}

function outputOf({ path: program }: Tool, path: string, { isUrgent, isSeen, isQuick }: How): Promise<string> {
  // Without a look at the streams the first packet tells when the file begins.
  const depth = isQuick ? ['-nofind_stream_info', '-read_intervals', '%+#1'] : []
  const shown = isQuick ? `${entries}:packet=pts_time` : entries
  return new Promise((resolve) => {
    const child = execFile(
      program,
      ['-v', 'error', ...depth, '-show_error', '-show_entries', shown, '-of', 'json', toolInput(path)],
      { timeout: answerWithinMs, killSignal: 'SIGKILL', env: toolEnv, maxBuffer: 4 * 1024 * 1024 },
      (error, out) => resolve(error && isPassing(error) ? 'late' : out),
    )
    if (!isUrgent) giveWay(child.pid, { isSeen })
  })
}

type ReadFrom = { program: string; path: string; isQuick: boolean }

async function read(out: string, { program, path, isQuick }: ReadFrom): Promise<Probed> {
  const probed = parsed(out)
  if (!probed) return { kind: 'other' }
  if (isPassingError(probed.error?.code)) return { kind: 'late' }
  const streams = probed.streams ?? []
  const container = probed.format?.format_name ?? ''
  const picture = await filmStream(program, path, { streams, container })
  if (!picture) return { kind: 'other' }
  const sound = streams.find((stream) => stream.codec_type === 'audio')
  const isTurned = Math.abs(picture.side_data_list?.find((one) => one.rotation)?.rotation ?? 0) % 180 === 90
  const [width = 0, height = 0] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
  const startMs = Math.round((Number(probed.format?.start_time) || Number(probed.packets?.[0]?.pts_time) || 0) * 1000)
  const joined = await recordingParts(path, container)
  const declared =
    joined.length > 0
      ? lengthOfParts(joined)
      : (durationOf(probed.format?.duration) ?? spanOf([picture, ...streams.filter(({ codec_type }) => codec_type === 'audio')]))
  const bitrate = declared === null ? 0 : ((Number(probed.format?.size) || 0) * 8_000) / declared
  const isAsked = joined.length > 0 ? false : declared === null ? !isQuick : isLengthUnsure({ container, startMs, bitrate })
  return {
    kind: 'film',
    stream: picture.index ?? 0,
    facts: {
      duration_ms: (isAsked ? await lengthByPackets(program, path, startMs) : null) ?? declared,
      width,
      height,
      video: picture.codec_name ?? '',
      audio: sound?.codec_name ?? '',
      pix_fmt: picture.pix_fmt === 'unknown' ? '' : (picture.pix_fmt ?? ''),
      container,
      subtitles: streams
        .filter((stream) => stream.codec_type === 'subtitle')
        .map((stream) => stream.tags?.['title'] || stream.tags?.['language'] || (stream.codec_name ?? '')),
    },
  }
}

/** ffprobe's own format: each field that is used is optional. */
function parsed(out: string): ProbeOutput | undefined {
  try {
    return JSON.parse(out)
  } catch {
    return undefined
  }
}

/** From where the first of them begins to where the last one ends: a sound may go on after its picture. ffprobe says it itself where it reads more than the head. */
function spanOf(streams: readonly Stream[]): number | null {
  const timed = streams.flatMap(({ start_time, duration }) => {
    const [from, length] = [Number(start_time) || 0, durationOf(duration)]
    return length === null ? [] : [{ fromMs: from * 1000, toMs: from * 1000 + length }]
  })
  if (timed.length === 0) return null
  const begin = minOf(
    timed.map(({ fromMs }) => fromMs),
    0,
  )
  return Math.round(
    maxOf(
      timed.map(({ toMs }) => toMs),
      0,
    ) - begin,
  )
}

function durationOf(text: string | undefined): number | null {
  const seconds = Number(text)
  return text === undefined || !Number.isFinite(seconds) || seconds <= 0 ? null : Math.round(seconds * 1000)
}
