/** The facts of a film from which copies of it are made, or why there can be none. */
import { stat } from 'node:fs/promises'
import { copyHindrances, type CopyHeight, type CopyHindrance } from '@homeport/contract/playback/offline-copy.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Viewer } from '../../shared/viewer.ts'
import { isGrowing } from '../../shared/growing-file.ts'
import { audioOf, type PlayableFile } from '../delivery/delivery.ts'
import type { PlayableFilm } from '../delivery/parts.ts'
import { reasonOf } from '../delivery/play-refusal.ts'
import { readableStreams } from '../source/choose-source.ts'
import type { Conversion, Converter } from '../source/ffmpeg-plan.ts'
import type { ConverterFinder } from '../source/find-converter.ts'
import type { FileStreams } from '../delivery/streams.ts'
import { limitOf, originalDelivery } from './copy-sizes.ts'

/** audioIndex: ffprobe's index of the track that the person hears; undefined: the first. */
export type FilmLook = {
  file: PlayableFile
  streams: FileStreams
  audioIndex: number | undefined
  fileBytes: number
  converter: Converter | undefined
}
export type LookDeps = {
  finder: { find: (film: { movie_id: string; path: string }) => Promise<PlayableFilm> }
  converter: ConverterFinder
  streams: (file: PlayableFile) => Promise<FileStreams | undefined>
  ffprobe: () => Promise<string>
  /** The audio track that a TV would play to this person; undefined: the first. */
  audioIndexOf: (film: { file: PlayableFile; streams: FileStreams; by: Viewer }) => Promise<number | undefined>
}

export function copyRefusal(reason: CopyHindrance): Refusal {
  return new Refusal(Code.notFound, { reason })
}

export function hindranceOf(error: unknown): CopyHindrance {
  if (!(error instanceof Refusal)) throw error
  const reason = reasonOf(error)
  return copyHindrances.find((one) => one === reason) ?? 'failed'
}

/** Throws a Refusal whose reason hindranceOf knows. */
export async function lookAtFilm(deps: LookDeps, request: { movie_id: string; path: string }, by: Viewer): Promise<FilmLook> {
  const { file, parts } = await deps.finder.find(request)
  if (parts.length > 1) throw copyRefusal('parts')
  if (isGrowing(file.path)) throw copyRefusal('loading')
  const streams = readableStreams(file, await deps.streams(file), (await deps.ffprobe()) !== '')
  const { size } = await stat(file.path)
  const audioIndex = await deps.audioIndexOf({ file, streams, by })
  return { file, streams, audioIndex, fileBytes: size, converter: await deps.converter.find() }
}

/** undefined: the copy is the file itself. */
export async function conversionOf(
  { file, streams, audioIndex, converter }: FilmLook,
  height: CopyHeight,
  canRead: (codec: string) => Promise<boolean>,
): Promise<{ conversion: Conversion; converter: Converter } | undefined> {
  const delivery = height === 0 ? originalDelivery(streams, file.path, audioIndex) : 'transcode'
  if (delivery === 'direct') return undefined
  if (!converter) throw copyRefusal('no_ffmpeg')
  if (delivery === 'transcode' && !(await canRead(streams.picture?.codec ?? ''))) throw copyRefusal('no_decoder')
  const audio = audioOf(streams, audioIndex)
  const isAudible = audio && (delivery === 'remux' || (await canRead(audio.codec)))
  const conversion = {
    path: file.path,
    delivery,
    streams,
    audio: isAudible ? audio : undefined,
    fromMs: 0,
    recoveryMs: 0,
    isSurround: false,
    limitKbit: limitOf(height),
  }
  return { conversion, converter }
}
