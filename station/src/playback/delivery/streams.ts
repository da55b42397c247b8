/** Reads with ffprobe what is in a file that is about to play: picture, audio tracks, subtitles, chapters. */
import { execFile } from 'node:child_process'
import { toolEnv } from '../../shared/ffmpeg.ts'
import { filmStream, isLengthUnsure, lengthByPackets, type VideoStream } from '../../shared/film-stream.ts'
import { toolInput } from '../../shared/growing-file.ts'
import { lengthOfParts, recordingParts, type RecordingPart } from '../../shared/joined-recording.ts'
import { isPassing } from '../../shared/tool-end.ts'
import { saysImpaired } from '../subtitle/marks.ts'

/** index: ffprobe's, over all streams of the file. sampleRate: in Hz, 0 if unknown. language: as the file says it (ISO 639-2 or BCP 47), or ''. */
export type AudioStream = {
  index: number
  codec: string
  channels: number
  sampleRate: number
  language: string
  title: string
  isDefault: boolean
}
export type SubtitleStream = {
  index: number
  codec: string
  language: string
  title: string
  isDefault: boolean
  isForced: boolean
}
/** isFirst: a browser that plays the file itself shows this stream. transfer: ffprobe's color_transfer; fieldOrder: '' or progressive, tt, bb, tb, bt. */
export type PictureStream = {
  index: number
  isFirst: boolean
  codec: string
  profile: string
  level: number
  width: number
  height: number
  pixelFormat: string
  transfer: string
  primaries: string
  fieldOrder: string
  sampleAspect: string
  rotation: number
  framesPerSecond: number
}
/** Chapters begin at startMs of the film, whatever the file's clock says. isEncrypted: picture or sound is protected. isTrimmed: the file holds pictures from before its beginning, which are not shown. joined: the parts of a recording whose clock jumps; its times count from 0, through all parts. */
export type FileStreams = {
  container: string
  /** The first time in the file, ms: a recording may begin at any. */
  startMs: number
  durationMs: number | null
  bitrate: number
  isEncrypted: boolean
  isTrimmed: boolean
  joined?: readonly RecordingPart[]
  picture: PictureStream | undefined
  audio: AudioStream[]
  subtitles: SubtitleStream[]
  chapters: { startMs: number; title: string }[]
}

const answerWithinMs = 10_000
/** Tags of films from a shop; other protected files say so in their packets. */
const encryptedTags = ['drmi', 'drms', 'encv', 'enca']
/** Sound begins a moment early by itself. */
const trimmedMs = 200
const firstPackets = ['-show_packets', '-read_intervals', '%+#2']

type ProbedStream = VideoStream & {
  index: number
  codec_tag_string?: string
  profile?: string
  level?: number
  pix_fmt?: string
  color_transfer?: string
  color_primaries?: string
  field_order?: string
  sample_aspect_ratio?: string
  r_frame_rate?: string
  avg_frame_rate?: string
  channels?: number
  sample_rate?: string
  side_data_list?: { rotation?: number }[]
}
type ProbedFormat = { format_name?: string; start_time?: string; duration?: string; bit_rate?: string }
type Probed = {
  format?: ProbedFormat
  streams?: ProbedStream[]
  packets?: { pts_time?: string; side_data_list?: { side_data_type?: string }[] }[]
  chapters?: { start_time?: string; tags?: Record<string, string> }[]
}

/** undefined: ffprobe cannot read it. Rejects if it does not answer: a disk that does not wake up. */
export async function readStreams(ffprobe: string, path: string): Promise<FileStreams | undefined> {
  const probed = parsed(await outputOf(ffprobe, path))
  if (!probed?.format) return undefined
  const { streams = [] } = probed
  const picture = await filmStream(ffprobe, path, { streams, container: probed.format.format_name ?? '' })
  const read = streamsOf(probed, probed.format, picture)
  const joined = picture ? await recordingParts(path, read.container) : []
  if (joined.length > 0) return joinedStreams(read, joined)
  const { durationMs, startMs } = read
  if (!picture || (durationMs !== null && !isLengthUnsure(read))) return read
  return { ...read, durationMs: (await lengthByPackets(ffprobe, path, startMs)) ?? durationMs }
}

/** A head tells of one part only, and of no part's chapters. */
function joinedStreams(read: FileStreams, joined: readonly RecordingPart[]): FileStreams {
  const durationMs = lengthOfParts(joined)
  const bitrate = Math.round(((joined.at(-1)?.to ?? 0) * 8_000) / durationMs)
  return { ...read, joined, startMs: 0, durationMs, bitrate, isTrimmed: false, chapters: [] }
}

function outputOf(ffprobe: string, path: string): Promise<string> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', ...firstPackets, '-of', 'json', toolInput(path)]
  const how = { timeout: answerWithinMs, killSignal: 'SIGKILL', env: toolEnv, maxBuffer: 16 * 1024 * 1024 } as const
  return new Promise((resolve, reject) => {
    execFile(ffprobe, args, how, (error, out) => (error && isPassing(error) ? reject(error) : resolve(out)))
  })
}

function streamsOf(probed: Probed, format: ProbedFormat, picture: ProbedStream | undefined): FileStreams {
  const { streams = [], packets = [], chapters = [] } = probed
  const startMs = milliseconds(format.start_time) ?? 0
  const ofKind = (kind: string) => streams.filter(({ codec_type }) => codec_type === kind)
  const first = ofKind('video').find(({ disposition }) => disposition?.['attached_pic'] !== 1)
  return {
    container: format.format_name ?? '',
    startMs,
    durationMs: milliseconds(format.duration),
    bitrate: Number(format.bit_rate) || 0,
    isEncrypted:
      streams.some(({ codec_tag_string = '' }) => encryptedTags.includes(codec_tag_string)) ||
      packets.some(({ side_data_list = [] }) =>
        side_data_list.some(({ side_data_type = '' }) => side_data_type.startsWith('Encryption')),
      ),
    isTrimmed: packets.some(({ pts_time }) => (milliseconds(pts_time) ?? 0) < startMs - trimmedMs),
    picture: picture && { ...pictureOf(picture), isFirst: picture === first },
    audio: ofKind('audio').map((stream) => ({
      ...tagged(stream),
      channels: stream.channels ?? 0,
      sampleRate: Number(stream.sample_rate) || 0,
    })),
    subtitles: ofKind('subtitle').map((stream) => ({
      ...tagged(stream),
      title: titleOfSubtitle(stream),
      isForced: stream.disposition?.['forced'] === 1,
    })),
    chapters: chapters.map(({ start_time, tags }) => ({
      startMs: Math.max(0, (milliseconds(start_time) ?? 0) - startMs),
      title: tags?.['title'] ?? '',
    })),
  }
}

function tagged({ index, codec_name = '', tags = {}, disposition = {} }: ProbedStream) {
  const tag = (name: string) => tags[name] ?? tags[name.toUpperCase()] ?? ''
  const language = tag('language')
  return {
    index,
    codec: codec_name,
    language: language === 'und' ? '' : language,
    title: tag('title') || tag('handler_name').replace(/^(?:SoundHandler|SubtitleHandler)$/, ''),
    isDefault: disposition['default'] === 1,
  }
}

/** A file marks what is for those who hear badly; its title need not say so. */
function titleOfSubtitle(stream: ProbedStream): string {
  const { title } = tagged(stream)
  const isSaid = saysImpaired(title) || /\bhi\b/i.test(title)
  return stream.disposition?.['hearing_impaired'] === 1 && !isSaid ? `${title} SDH`.trim() : title
}

function pictureOf(stream: ProbedStream): Omit<PictureStream, 'isFirst'> {
  const { index, codec_name = '', profile = '', level = 0, width = 0, height = 0, pix_fmt = '' } = stream
  const { color_transfer = '', color_primaries = '', field_order = '', sample_aspect_ratio = '', side_data_list = [] } = stream
  return {
    index,
    codec: codec_name,
    profile,
    level,
    width,
    height,
    pixelFormat: pix_fmt,
    transfer: color_transfer,
    primaries: color_primaries,
    fieldOrder: field_order,
    sampleAspect: sample_aspect_ratio,
    rotation: side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0,
    framesPerSecond: ratioOf(stream.avg_frame_rate) || ratioOf(stream.r_frame_rate),
  }
}

function ratioOf(text = ''): number {
  const [above = 0, below = 1] = text.split('/').map(Number)
  return below > 0 ? above / below : 0
}

function milliseconds(seconds: string | undefined): number | null {
  const value = Number.parseFloat(seconds ?? '')
  return Number.isFinite(value) ? Math.round(value * 1000) : null
}

/** ffprobe's own format: each field that is used is optional. */
function parsed(out: string): Probed | undefined {
  try {
    return JSON.parse(out)
  } catch {
    return undefined
  }
}
