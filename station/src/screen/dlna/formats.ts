/** The abilities of a renderer as a screen, by the formats that it names. A format names a container, seldom what is in it. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'

/** Every renderer of films plays these; one that names nothing is taken for the plainest. */
const plainest: readonly Ability[] = ['mp4', 'h264', 'aac', 'mp3']

const marks: [RegExp, readonly Ability[]][] = [
  [/^video\/(?:x-)?(?:matroska|mkv)/, ['mkv']],
  [/^video\/webm/, ['webm', 'vp8', 'vp9', 'opus', 'vorbis']],
  [/^video\/(?:x-)?(?:hevc|h265)|hevc/, ['hevc', 'hevc10']],
  [/^video\/(?:x-)?av1/, ['av1']],
  [/^audio\/(?:x-)?(?:ac3|dd-raw|vnd\.dolby\.dd-raw)|ac3/, ['ac3', 'surround']],
  [/^audio\/(?:x-)?(?:eac3|e-ac-3)/, ['eac3', 'surround']],
  [/^audio\/(?:x-)?flac/, ['flac']],
]
const anything = ['*', 'video/*']

/** sink: a list of protocol:network:format:more, '' if it names none. undefined: it plays no films. */
export function abilitiesOf(sink: string): Ability[] | undefined {
  const formats = sink
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim().split(':'))
    .filter(([protocol]) => protocol === 'http-get' || protocol === '*')
    .map(([, , format = '', more = '']) => ({ format, more }))
  if (formats.length === 0) return sink.trim() === '' ? [...plainest] : undefined
  if (!formats.some(({ format }) => format.startsWith('video/') || anything.includes(format))) return undefined
  const named = marks.flatMap(([mark, abilities]) =>
    formats.some(({ format, more }) => mark.test(format) || mark.test(more)) ? abilities : [],
  )
  const all: readonly Ability[] = formats.some(({ format }) => anything.includes(format)) ? ['mkv', 'webm', 'vp8', 'vp9'] : []
  return [...new Set([...plainest, ...named, ...all])]
}

const textFormats = /subrip|x-subtitle|text\/(?:srt|vtt)|smi\/caption/

/** True if it names a format of subtitles. */
export function namesSubtitles(sink: string): boolean {
  return textFormats.test(sink.toLowerCase())
}
