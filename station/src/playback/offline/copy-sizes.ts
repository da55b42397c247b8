/** In which sizes a film can be taken along, and how its file becomes each of them: a copy plays on every phone. */
import type { CopyHeight, CopySize } from '@homeport/contract/playback/offline-copy.ts'
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { audioOf, deliveryOf, type Delivery } from '../delivery/delivery.ts'
import { linesOf } from '../source/picture-filters.ts'
import type { Converter } from '../source/ffmpeg-plan.ts'
import type { FileStreams, PictureStream } from '../delivery/streams.ts'

/** Browsers of phones differ in all else. */
const everyPhoneCan: readonly Ability[] = ['mp4', 'h264', 'aac', 'mp3']
const limits: Record<Exclude<CopyHeight, 0>, number> = { 1080: 8_000, 720: 4_000, 480: 1_500 }
const heights = [1080, 720, 480] as const

export const limitOf = (height: CopyHeight): number => (height === 0 ? 0 : limits[height])

/** The delivery of the picture as it is; height 0 is offered only where that is not 'transcode'. */
export function originalDelivery(streams: FileStreams, path: string, audioIndex: number | undefined): Delivery {
  const audio = audioOf(streams, audioIndex)
  return deliveryOf({ streams, path, audio, can: everyPhoneCan, limitKbit: 0, isForced: false, isHls: false })
}

type SizedFilm = { path: string; fileBytes: number; cores: Converter['cores']; audioIndex: number | undefined }

/** The largest first. cores: of the box. fileBytes: of the film's file. audioIndex: of the track that its person hears. */
export function sizesOf(streams: FileStreams, { path, fileBytes, cores, audioIndex }: SizedFilm): CopySize[] {
  const { picture, durationMs } = streams
  if (!picture) return []
  const lines = linesIn(picture)
  const hasOriginal = originalDelivery(streams, path, audioIndex) !== 'transcode'
  const smaller = heights.filter((height) => height < lines)
  // A picture that cannot be copied is converted in the size that it has.
  const largest = hasOriginal ? [] : [heights.findLast((height) => height >= lines) ?? []].flat()
  const converted = [...largest, ...smaller].map((height): CopySize => ({
    height,
    lines: Math.min(lines, linesOf(picture, { cores }, limits[height])),
    size: durationMs === null ? null : Math.round((limits[height] * durationMs) / 8),
  }))
  if (!hasOriginal) return converted
  // A conversion that may become larger is no smaller copy.
  return [{ height: 0, lines, size: fileBytes }, ...converted.filter(({ size }) => size === null || size < fileBytes)]
}

/** A film in widescreen has fewer lines than its name says: it counts by its width. */
function linesIn({ width, height }: PictureStream): number {
  return Math.max(height, Math.round((width * 9) / 16))
}
