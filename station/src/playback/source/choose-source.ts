/** Finds how a file gets to a screen, or why it cannot: the source that the screen is sent. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { audioOf, containerOf, deliveryOf, streamsOfFacts, type Delivery, type PlayableFile } from '../delivery/delivery.ts'
import { convertedSegmentMs, evenBorders, longestOf, type Segments } from './hls-playlist.ts'
import type { MediaSource } from '../media.ts'
import { refused } from '../delivery/play-refusal.ts'
import type { FileStreams } from '../delivery/streams.ts'
import type { Conversion, Converter } from './ffmpeg-plan.ts'
import { hasIndex } from './ffmpeg-args.ts'
import type { ConverterFinder } from './find-converter.ts'
import { keyframeBefore, keyframesEvery } from './keyframes.ts'
import { recoveryMsOf } from './recovery.ts'

/** A page plays what a copied picture has before the point eight times as fast, and not for longer than five seconds: from a keyframe that is further away the picture is converted. */
const mostPrerollMs = 30_000
/** A segment is in memory whole, and a player waits for all of it. Those of a film of ten hours last a minute. */
const mostSegmentMs = 90_000

export type SourceTools = { converter: ConverterFinder; ffprobe: () => Promise<string> }
/** pointMs: in this file. isForced: the browser did not play what it claims to. isHls: it plays no endless answer. playsAll: as of ScreenPort. */
export type SourceRequest = {
  file: PlayableFile
  streams: FileStreams
  audioIndex: number | undefined
  can: readonly Ability[]
  limitKbit: number
  isForced: boolean
  isHls: boolean
  playsAll: boolean
  pointMs: number
}
/** fromMs: the point of the file, from its first picture or sound on, at which the source's clock is 0. */
export type ChosenSource = { delivery: Delivery; source: MediaSource; fromMs: number }

export async function chooseSource(tools: SourceTools, request: SourceRequest): Promise<ChosenSource> {
  const { file, streams, can, pointMs } = request
  const { picture } = streams
  // Its player counts from the first picture.
  if (request.playsAll)
    return { delivery: 'direct', source: { stream: 'file', container: containerOf(streams, file.path) ?? 'mkv' }, fromMs: 0 }
  const audio = audioOf(streams, request.audioIndex)
  const delivery = deliveryOf({ ...request, path: file.path, audio })
  if (delivery === 'direct') {
    const source: MediaSource = { stream: 'file', container: containerOf(streams, file.path) ?? 'mp4' }
    // A browser counts on the file's own clock.
    return { delivery, source, fromMs: Math.min(0, -streams.startMs) }
  }
  const converter = await tools.converter.find()
  if (!converter) throw refused('no_ffmpeg')
  if (delivery === 'transcode' && !(await tools.converter.canRead(picture?.codec ?? ''))) throw refused('no_decoder')
  // A film whose sound nobody can read is shown without it.
  const isAudible = delivery === 'remux' || (audio && (await tools.converter.canRead(audio.codec)))
  const conversion: Conversion = {
    path: file.path,
    delivery,
    streams,
    audio: isAudible ? audio : undefined,
    fromMs: pointMs,
    isSurround: can.includes('surround'),
    limitKbit: request.limitKbit,
    recoveryMs: await recoveryMsOf(converter.ffmpeg, { path: file.path, streams, pointMs }),
  }
  const durationMs = streams.durationMs ?? file.duration_ms ?? 0
  const ffprobe = await tools.ffprobe()
  // With few keyframes a copied picture cannot be had from everywhere.
  const isConvertible = delivery !== 'transcode' && (await tools.converter.canRead(picture?.codec ?? ''))
  if (request.isHls && durationMs > 0) {
    const segments = await segmentsOf(ffprobe, conversion, durationMs)
    // A player shows a copied segment from its first whole picture on.
    if (isConvertible && (conversion.recoveryMs > 0 || longestOf(segments) > mostSegmentMs))
      return chooseSource(tools, { ...request, isForced: true })
    return { delivery, source: { stream: 'hls', conversion, converter, segments }, fromMs: 0 }
  }
  const endless = await endlessSource(ffprobe, conversion, converter)
  if (isConvertible && pointMs - endless.fromMs > mostPrerollMs) return chooseSource(tools, { ...request, isForced: true })
  return endless
}

/** Protected and empty files are refused before anything is tried. */
export function readableStreams(file: PlayableFile, read: FileStreams | undefined, hasProbe: boolean): FileStreams {
  const streams = read ?? (hasProbe ? undefined : streamsOfFacts(file))
  if (!streams) throw refused('damaged')
  if (streams.isEncrypted) throw refused('encrypted')
  if (!streams.picture) throw refused('not_video')
  return streams
}

/** A copied picture begins at a keyframe; a converted one is decoded from one. */
async function endlessSource(ffprobe: string, conversion: Conversion, converter: Converter): Promise<ChosenSource> {
  const { delivery, path, streams, fromMs: pointMs, recoveryMs } = conversion
  const isCopied = delivery !== 'transcode'
  const isLookedUp = isAsked(ffprobe, conversion)
  const wholeFromMs = pointMs - recoveryMs
  const keyframeMs = isLookedUp ? await keyframeBefore(ffprobe, { path, ...streams }, wholeFromMs) : isCopied ? 0 : pointMs
  const begin = isCopied ? { fromMs: keyframeMs } : { fromMs: pointMs, ...(isLookedUp && { keyframeMs }) }
  return { delivery, source: { stream: 'fmp4', conversion: { ...conversion, ...begin }, converter }, fromMs: begin.fromMs }
}

/** Whether the file is asked for its keyframes. In a recording of several parts as much before the point is read as any needs (recovery.ts). */
function isAsked(ffprobe: string, { delivery, streams }: Conversion): boolean {
  return ffprobe !== '' && (delivery !== 'transcode' || !hasIndex(streams)) && !streams.joined
}

async function segmentsOf(ffprobe: string, conversion: Conversion, durationMs: number): Promise<Segments> {
  const { delivery, path, streams } = conversion
  const isCopied = delivery !== 'transcode'
  const isLookedUp = isAsked(ffprobe, conversion)
  const every = { everyMs: convertedSegmentMs, durationMs }
  const keyframes = isLookedUp ? await keyframesEvery(ffprobe, { path, ...streams }, every) : []
  if (isCopied && isLookedUp) return { borders: keyframes, durationMs }
  return { borders: evenBorders(durationMs), keyframes, durationMs }
}
