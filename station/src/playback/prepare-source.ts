/** Prepares a source for the screen of a session: the file itself, or a converted stream; of a film in parts the part at the point. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { maxOf, minOf } from '@homeport/contract/kit/extremes.ts'
import { bitrateLimits } from '@homeport/contract/playback/playback.ts'
import { containers, type PlayableFile } from './delivery/delivery.ts'
import { mediaTypeOf } from './media.ts'
import { partAt, type FilmPart } from './delivery/parts.ts'
import { refused } from './delivery/play-refusal.ts'
import { portOf, sessionOf, type PlayerState } from './player-state.ts'
import type { PreparedSource } from './session/events.ts'
import type { Session } from './session/session.ts'
import { maxConvertedKbit } from './source/ffmpeg-args.ts'
import { chooseSource, readableStreams } from './source/choose-source.ts'
import type { FileStreams } from './delivery/streams.ts'

/** point: in the whole film, ms. undefined: the session is over, or wants another source by now. */
export async function prepareSource(
  player: PlayerState,
  session: Session,
  { point, turn }: { point: number; turn: number },
): Promise<PreparedSource | undefined> {
  const { media, limits, rooms } = player
  const { screen_id } = session
  const isWanted = () => sessionOf(player, session)?.turn === turn
  const { file, from, end } = await partOf(player, session, point)
  const streams = await streamsOf(player, session, file)
  if (!isWanted()) return undefined
  const names = await rooms.namesOf(session)
  const audioIndex = await rooms.audioIndexOf(session, { file, streams })
  const chosenKbit = await limits.of(screen_id)
  const port = portOf(player, screen_id)
  if (!port) throw refused('no_screen')
  const limitKbit = port.mostKbit === undefined ? chosenKbit : limitOnWay(chosenKbit, streams, port.mostKbit)
  const { isForced, isHls } = session
  const pointMs = Math.max(0, point - from)
  const can = port.isSeekless && pointMs > 0 ? withoutFiles(port.can) : port.can
  const choice = { file, streams, audioIndex, can, limitKbit, isForced, isHls, playsAll: port.playsAll }
  const { delivery, source, fromMs } = await chooseSource(player, { ...choice, pointMs })
  if (!isWanted()) return undefined
  const issued = media.issue(screen_id, { file, source })
  if (!issued) throw refused('too_many')
  const { stream } = source
  const mediaType = mediaTypeOf(source)
  return { file, streams, delivery, stream, mediaType, limitKbit, names, point, url: issued.url, offset: from + fromMs, end }
}

/** The rest is for a jump ahead, and for a picture that is more than its average. */
const usedOfWay = 0.8

/** The limit of a screen on its way through a cloud: the chosen one if it passes, none if the file passes as it is, else the greatest that passes. bitrate: of the file, bit/s; 0 if it is not known. */
export function limitOnWay(chosenKbit: number, { bitrate }: Pick<FileStreams, 'bitrate'>, mostKbit: number): number {
  const passingKbit = mostKbit * usedOfWay
  const limits = bitrateLimits.filter((kbit) => kbit > 0)
  const passing = limits.filter((kbit) => kbit <= passingKbit)
  if (passing.some((kbit) => kbit === chosenKbit)) return chosenKbit
  if (bitrate > 0 && bitrate <= passingKbit * 1_000 && passingKbit >= maxConvertedKbit) return 0
  return maxOf(passing, minOf(limits, 0))
}

/** A file begins at its beginning: a screen that cannot seek in it is sent a source that begins at the point. */
function withoutFiles(can: readonly Ability[]): Ability[] {
  return can.filter((ability) => !containers.some((container) => container === ability))
}

/** Another part is looked up first: it may have been moved or removed since the film started. */
async function partOf({ files, media }: PlayerState, { file: current, parts }: Session, point: number): Promise<FilmPart> {
  const part = partAt(parts, point)
  if (part.file.id !== current.id) return { ...part, file: (await files.again(part.file)).file }
  if (!(await media.isInside(current.path))) throw refused('no_file')
  return { ...part, file: current }
}

async function streamsOf(player: PlayerState, session: Session, file: PlayableFile): Promise<FileStreams> {
  if (session.streams && file.id === session.file.id) return session.streams
  const read = await player.streams(file).catch(() => {
    throw refused('failed')
  })
  return readableStreams(file, read, (await player.ffprobe()) !== '')
}
