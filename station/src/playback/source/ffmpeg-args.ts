/** The arguments by which ffmpeg converts a file from a point on. */
import { filmInput } from '../../shared/joined-recording.ts'
import type { AudioStream, FileStreams, PictureStream } from '../delivery/streams.ts'
import type { Conversion, Converter } from './ffmpeg-plan.ts'
import { maxNamed, stereoOf } from './downmix.ts'
import { linesOf, pictureFilters } from './picture-filters.ts'

/**
 * Where the picture is copied, ffmpeg begins at the last keyframe up to 130 ms before the point it is given (it allows for pictures that are sent out of order):
 * a point this much behind the keyframe gives that keyframe. In a file without an index it begins anywhere near the point and drops what comes before a keyframe.
 */
const behindKeyframeMs = 150
const beforeKeyframeMs = 200
/** A keyframe that is further away was not found: the picture comes up at the next one. */
const mostDroppedMs = 60_000
/** The bit rate of the picture where the screen has no limit, by its lines; above it the sound and the container have room in maxConvertedKbit. */
const mostKbit = 12_000
export const maxConvertedKbit = 15_000
const hardwareKbit = (lines: number) => (lines > 720 ? 8_000 : lines > 480 ? 4_500 : 2_000)
const samplesPerSecond = 48_000
const usualRate = 25
const mostFilledRate = 60
const renderDevice = '/dev/dri/renderD128'

const nothingElse = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']

/** keyframeEverySeconds: of a converted picture. filledMs: up to there in the file what is converted has no gap, 0 to leave gaps as they are. */
export type CodingNeeds = { keyframeEverySeconds: number; filledMs: number }

export function conversionArgs(conversion: Conversion, converter: Converter, needs: CodingNeeds): string[] {
  const { path, streams, delivery } = conversion
  const picture = streams.picture?.index ?? 0
  const sound = conversion.audio ? ['-map', `0:${conversion.audio.index}`, ...soundArgs(conversion, conversion.audio, needs)] : []
  const device = delivery === 'transcode' && converter.encoder === 'h264_vaapi' ? ['-vaapi_device', renderDevice] : []
  const coded = delivery === 'transcode' ? encodedPicture(conversion, converter, needs) : copiedPicture(conversion)
  const input = [
    '-v',
    'error',
    '-nostdin',
    '-fflags',
    '+genpts',
    ...device,
    ...startArgs(conversion),
    ...filmInput(path, streams.joined),
  ]
  const dropped = droppedMs(conversion) > 0 ? ['-ss', seconds(droppedMs(conversion))] : []
  const end = needs.filledMs > 0 ? ['-t', seconds(Math.max(1, needs.filledMs - countedFromMs(conversion)))] : []
  return [
    ...input,
    '-map',
    `0:${picture}`,
    ...sound,
    ...nothingElse,
    ...coded,
    ...dropped,
    ...end,
    '-max_muxing_queue_size',
    '1024',
  ]
}

/** The time that ffmpeg counts from, in the file: the answer begins at `fromMs` all the same. */
export function countedFromMs({ delivery, fromMs, streams }: Pick<Conversion, 'delivery' | 'fromMs' | 'streams'>): number {
  if (delivery === 'transcode' || fromMs <= 0) return Math.max(0, fromMs)
  return hasIndex(streams) ? fromMs + behindKeyframeMs : Math.max(0, fromMs - beforeKeyframeMs)
}

/** A recording of a broadcast has none: ffmpeg is not at a keyframe where it opens the file. */
export function hasIndex({ container }: FileStreams): boolean {
  return !['mpegts', 'mpeg'].includes(container)
}

/** Both streams start at the keyframe, so that the reported point is exact. */
function startArgs(conversion: Conversion): string[] {
  const fromMs = countedFromMs(conversion)
  if (fromMs <= 0) return []
  return [...(conversion.delivery === 'transcode' ? [] : ['-noaccurate_seek']), '-ss', seconds(fromMs - droppedMs(conversion))]
}

/** The time before the point that is read, decoded and dropped. */
function droppedMs({ delivery, fromMs, keyframeMs, recoveryMs }: Conversion): number {
  if (delivery !== 'transcode' || (keyframeMs === undefined && recoveryMs === 0)) return 0
  const ms = fromMs - Math.max(0, (keyframeMs ?? fromMs - recoveryMs) - beforeKeyframeMs)
  return ms <= mostDroppedMs ? ms : 0
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

function copiedPicture({ streams: { picture } }: Conversion): string[] {
  return ['-c:v', 'copy', ...(picture?.codec === 'hevc' ? ['-tag:v', 'hvc1'] : [])]
}

function encodedPicture({ streams, limitKbit }: Conversion, converter: Converter, needs: CodingNeeds): string[] {
  const { encoder } = converter
  if (!streams.picture) return []
  const most = limitKbit > 0 ? limitKbit - soundKbit(limitKbit) : mostKbit
  const rate =
    encoder === 'libx264'
      ? ['-preset', 'veryfast', '-crf', '21', '-sc_threshold', '0']
      : ['-b:v', `${Math.min(most, hardwareKbit(linesOf(streams.picture, converter, limitKbit)))}k`]
  const own = [
    ...(encoder === 'h264_nvenc' ? ['-forced-idr', '1'] : []),
    ...(encoder === 'h264_v4l2m2m' ? [] : ['-profile:v', 'high']),
  ]
  const bounds = ['-maxrate', `${most}k`, '-bufsize', `${most * 2}k`, '-g', '600']
  const keyframes = ['-force_key_frames', `expr:gte(t,n_forced*${needs.keyframeEverySeconds})`]
  const filled = needs.filledMs > 0 ? filledPicture(streams.picture) : []
  const filters = [...filled, pictureFilters(streams.picture, converter, limitKbit)].join(',')
  return ['-vf', filters, '-c:v', encoder, ...rate, ...own, ...bounds, ...keyframes]
}

/** The picture stands before its first frame, after its last one and in its gaps. */
function filledPicture({ framesPerSecond }: PictureStream): string[] {
  const rate = framesPerSecond > 0 ? Math.min(framesPerSecond, mostFilledRate) : usualRate
  return [`fps=${rate.toFixed(4)}:start_time=0`, 'tpad=stop=-1:stop_mode=clone']
}

function soundKbit(limitKbit: number): number {
  return limitKbit > 0 && limitKbit < 1_000 ? 96 : 192
}

function soundArgs(conversion: Conversion, { codec, channels }: AudioStream, { filledMs }: CodingNeeds): string[] {
  const { delivery, isSurround, limitKbit } = conversion
  // A broadcast's AAC has its header in every packet, mp4's in one place.
  if (delivery === 'remux') return ['-c:a', 'copy', ...(codec === 'aac' ? ['-bsf:a', 'aac_adtstoasc'] : [])]
  const isWide = isSurround && channels > 2 && channels <= maxNamed && limitKbit === 0
  // Gaps in a broken file are filled, so that sound and picture stay together.
  const earlyMs = conversion.fromMs - countedFromMs(conversion)
  const resample =
    filledMs > 0
      ? `aresample=48000:async=1:first_pts=${Math.round((earlyMs * samplesPerSecond) / 1000)}`
      : 'aresample=48000:async=1'
  const filters = [resample, ...(isWide || channels <= 2 ? [] : [stereoOf(channels)]), ...(filledMs > 0 ? ['apad'] : [])]
  const kbit = isWide ? 384 : soundKbit(limitKbit)
  return ['-af', filters.join(','), '-c:a', 'aac', '-ac', isWide ? '6' : '2', '-b:a', `${kbit}k`]
}
