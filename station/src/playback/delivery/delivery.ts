/** The choice of how a file is delivered to a screen: by what is in the file, the abilities of the screen's browser and its limit of the bit rate. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import type { ConversionReason } from '@homeport/contract/playback/tracks.ts'
import type { AudioStream, FileStreams, PictureStream } from './streams.ts'

/** The library's facts of a film file; codec names are ffprobe's, '' before it is probed. */
export type PlayableFile = {
  id: string
  movie_id: string
  title: string
  /** In both languages. */
  titles?: Record<Lang, string>
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

/** direct: the file itself. remux: its streams in an mp4. sound: the picture copied, the sound converted to AAC. transcode: picture and sound converted. */
export type Delivery = 'direct' | 'remux' | 'sound' | 'transcode'

/** limitKbit: 0 for none. isForced: the browser did not play what it claims to. isHls: it plays no endless answer. */
export type DeliveryChoice = {
  streams: FileStreams
  path: string
  audio: AudioStream | undefined
  can: readonly Ability[]
  limitKbit: number
  isForced: boolean
  isHls: boolean
}

/** reason: why picture or sound is converted; undefined if neither is. */
export type ExplainedDelivery = { delivery: Delivery; reason?: ConversionReason }

const eightBit = ['', 'yuv420p', 'yuvj420p', 'nv12']
const tenBit = ['yuv420p10le', 'yuv420p10be', 'p010le']
/** Codecs that may be copied into a fragmented mp4. */
const pictureInMp4 = ['h264', 'hevc', 'av1', 'vp9']
const soundInMp4 = ['aac', 'mp3', 'ac3', 'eac3', 'flac', 'opus']
/** MP3 of fewer Hz is MPEG-2.5, for which mp4 has no number, and which ffmpeg does not write (ISO/IEC 14496-3, 1.6.2; movenc.c). */
const mp3MinHz = 16_000
const hdrTransfers = ['smpte2084', 'arib-std-b67']
export const containers = ['mp4', 'webm', 'mkv'] as const
export type Container = (typeof containers)[number]

export function deliveryOf(choice: DeliveryChoice): Delivery {
  return explainDelivery(choice).delivery
}

export function explainDelivery(choice: DeliveryChoice): ExplainedDelivery {
  const { streams, path, audio, can } = choice
  const { picture } = streams
  const unshown = picture ? whyNotShown(choice, picture) : 'codec'
  if (!picture || unshown) return { delivery: 'transcode', reason: unshown ?? 'codec' }
  const unheard = audio && whyNotHeard(audio, can)
  const container = containerOf(streams, path)
  const isFirst = picture.isFirst && (!audio || audio === streams.audio[0])
  if (!unheard && isFirst && container && can.includes(container) && !(picture.rotation && container !== 'mp4'))
    return { delivery: 'direct' }
  if (!pictureInMp4.includes(picture.codec)) return { delivery: 'transcode', reason: 'codec' }
  if (picture.rotation) return { delivery: 'transcode', reason: 'turned' }
  // A copy holds the pictures that were cut away: HLS would count them.
  if (choice.isHls && streams.isTrimmed) return { delivery: 'transcode', reason: 'cut' }
  if (unheard) return { delivery: 'sound', reason: unheard }
  return !audio || canBeInMp4(audio) ? { delivery: 'remux' } : { delivery: 'sound', reason: 'codec' }
}

/** The chosen track, or the first. */
export function audioOf({ audio }: FileStreams, index: number | undefined): AudioStream | undefined {
  return audio.find((track) => track.index === index) ?? audio[0]
}

export function isHdr({ transfer }: PictureStream): boolean {
  return hdrTransfers.includes(transfer)
}

export function isInterlaced({ fieldOrder }: PictureStream): boolean {
  return ['tt', 'bb', 'tb', 'bt'].includes(fieldOrder)
}

/** undefined if a browser shows the picture as the film's maker meant it: of the right depth and range, and of whole frames. */
function whyNotShown(choice: DeliveryChoice, picture: PictureStream): ConversionReason | undefined {
  const { can, isForced } = choice
  if (isForced || !has(can, picture.codec)) return 'codec'
  // Each part begins anew: no copy has one clock for all.
  if (choice.streams.joined) return 'joined'
  if (isInterlaced(picture)) return 'interlaced'
  if (isHdr(picture) && !can.includes('hdr')) return 'hdr'
  if (!canShowDepth(picture, can)) return 'depth'
  return isAboveLimit(choice) ? 'limit' : undefined
}

function canShowDepth({ codec, pixelFormat }: PictureStream, can: readonly Ability[]): boolean {
  if (eightBit.includes(pixelFormat)) return true
  if (!tenBit.includes(pixelFormat)) return false
  if (codec === 'h264') return can.includes('h264_high10')
  return codec === 'hevc' ? can.includes('hevc10') : codec === 'vp9' || codec === 'av1'
}

function whyNotHeard({ codec, channels }: AudioStream, can: readonly Ability[]): ConversionReason | undefined {
  if (!has(can, codec)) return 'codec'
  return channels <= 2 || can.includes('surround') ? undefined : 'channels'
}

function canBeInMp4({ codec, sampleRate }: AudioStream): boolean {
  return soundInMp4.includes(codec) && !(codec === 'mp3' && sampleRate > 0 && sampleRate < mp3MinHz)
}

/** A file whose bit rate is unknown may be above it. */
function isAboveLimit({ streams: { bitrate }, limitKbit }: DeliveryChoice): boolean {
  return limitKbit > 0 && (bitrate === 0 || bitrate > limitKbit * 1000)
}

function has(can: readonly Ability[], codec: string): boolean {
  return can.some((ability) => ability === codec)
}

/** ffprobe gives mkv and webm the same name, and mp4 and mov. */
export function containerOf({ container, picture, audio }: FileStreams, path: string): Container | undefined {
  const names = container.split(',')
  if (names.some((name) => name === 'mp4' || name === 'mov')) return 'mp4'
  if (!names.some((name) => name === 'matroska' || name === 'webm' || name === 'mkv')) return undefined
  const isWebm =
    ['vp8', 'vp9', 'av1'].includes(picture?.codec ?? '') && audio.every(({ codec }) => ['opus', 'vorbis'].includes(codec))
  return isWebm || path.toLowerCase().endsWith('.webm') ? 'webm' : 'mkv'
}

/** Where there is no ffprobe: what the library knows of the file. */
export function streamsOfFacts({ container, duration_ms, video, audio, width, height, pix_fmt }: PlayableFile): FileStreams {
  const picture: PictureStream = {
    index: 0,
    isFirst: true,
    codec: video,
    profile: '',
    level: 0,
    width: width ?? 0,
    height: height ?? 0,
    pixelFormat: pix_fmt,
    transfer: '',
    primaries: '',
    fieldOrder: '',
    sampleAspect: '',
    rotation: 0,
    framesPerSecond: 0,
  }
  const track: AudioStream = { index: 1, codec: audio, channels: 2, sampleRate: 0, language: '', title: '', isDefault: true }
  return {
    container,
    startMs: 0,
    durationMs: duration_ms,
    bitrate: 0,
    isEncrypted: false,
    isTrimmed: false,
    picture: video === '' ? undefined : picture,
    audio: audio === '' ? [] : [track],
    subtitles: [],
    chapters: [],
  }
}
