/** The playlist of a whole film: seekable at once, although only what is watched is converted. */
import { maxOf } from '@homeport/contract/kit/extremes.ts'

/** borders: where the segments begin, in ms, the first at 0. keyframes: where a converted picture can be decoded from, in a file without an index; ffmpeg finds them in any other. */
export type Segments = { borders: readonly number[]; keyframes?: readonly number[]; durationMs: number }

export const convertedSegmentMs = 4_000

/** The sound is often a moment longer than the picture: a rest as short as this gets no segment of its own. */
const leastLastMs = 1_000

export function evenBorders(durationMs: number): number[] {
  const count = Math.max(1, Math.ceil((durationMs - leastLastMs) / convertedSegmentMs))
  return Array.from({ length: count }, (_, at) => at * convertedSegmentMs)
}

function lengthsOf({ borders, durationMs }: Segments): number[] {
  return borders.map((from, at) => Math.max(1, (borders[at + 1] ?? durationMs) - from))
}

export function longestOf(segments: Segments): number {
  return maxOf(lengthsOf(segments), 0)
}

export function playlistOf(segments: Segments): string {
  const lengths = lengthsOf(segments)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(maxOf(lengths, 0) / 1000)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...lengths.flatMap((ms, at) => [`#EXTINF:${(ms / 1000).toFixed(3)},`, `${at}.m4s`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

/** The segment of a point. */
export function segmentAt({ borders }: Segments, ms: number): number {
  return Math.max(
    0,
    borders.findLastIndex((from) => from <= ms),
  )
}
