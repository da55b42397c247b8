/** Sends a screen the source of its session: the file itself, or a converted stream; of a film in parts the part at the point. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { PlayableFile } from './delivery.ts'
import { partAt } from './parts.ts'
import { refused } from './play-refusal.ts'
import type { PlayerState } from './player-state.ts'
import type { ScreenPort } from './screen-port.ts'
import { setPosition, type Session } from './session.ts'
import { chooseSource, readableStreams } from './source/choose-source.ts'
import type { FileStreams } from './streams.ts'

type Source = { session: Session; port: ScreenPort; point: number }

/** A converted source begins at the point, in a seekable one the screen seeks to it. Points are in the whole film. */
export async function loadSource(player: PlayerState, { session, port, point }: Source): Promise<void> {
  const { media, now, limits } = player
  session.turn += 1
  const { turn } = session
  const { file, from, end } = await partOf(player, session, point)
  const streams = await streamsOf(player, session, file)
  // Another seek started during the lookup.
  if (turn !== session.turn || session.isOver) return
  session.file = file
  session.streams = streams
  if (session.duration === 0) session.duration = streams.durationMs ?? 0
  for (const hook of player.hooks.beforeLoad) await hook(session)
  session.limitKbit = await limits.of(port.screen_id)
  const { audioIndex, limitKbit, isForced, isHls } = session
  const choice = { file, streams, audioIndex, can: port.can, limitKbit, isForced, isHls }
  const { delivery, source, fromMs } = await chooseSource(player, { ...choice, pointMs: Math.max(0, point - from) })
  if (turn !== session.turn || session.isOver) return
  const issued = media.issue(session.screen_id, { file, source })
  if (!issued) throw refused('too_many')
  session.delivery = delivery
  session.stream = source.stream
  session.seq += 1
  setPosition(session, point, now())
  session.state = 'loading'
  const { play_id, seq, duration, isPaused: is_paused } = session
  const { id: path, poster, quality } = file
  const { stream } = source
  const place = { is_seekable: stream !== 'fmp4', offset: from + fromMs, ...(end !== undefined && { end }) }
  const shown = { play_id, seq, url: issued.url, stream, ...place, point, duration, is_paused, speed: session.speed }
  if (!port.send({ kind: 'load', ...shown, ...titlesOf(session, port.lang), path, poster, quality })) throw refused('no_screen')
  for (const hook of player.hooks.loaded) hook(session, port)
}

/** The title; an episode has its own one, and its series below. */
function titlesOf({ file, series, episodeTitle, titles }: Session, lang: Lang) {
  if (!series) return { title: file.titles?.[lang] ?? file.title, series: null }
  const { season, episode } = series
  const { series: title, episode: own } = titles?.[lang] ?? { series: series.title, episode: episodeTitle }
  const isNamed = own !== ''
  return { title: isNamed ? own : title, series: { title: isNamed ? title : '', season, episode } }
}

type PartSource = { file: PlayableFile; from: number; end: number | undefined }

/** Another part is looked up first: it may have been moved or removed since the film started. */
async function partOf({ files, media }: PlayerState, session: Session, point: number): Promise<PartSource> {
  const { file: current, parts } = session
  const { file: part, from, end } = partAt(parts, point)
  if (part.id !== current.id) return { file: (await files.again(part)).file, from, end }
  if (!(await media.isInside(current.path))) throw refused('no_file')
  return { file: current, from, end }
}

async function streamsOf(player: PlayerState, session: Session, file: PlayableFile): Promise<FileStreams> {
  if (session.streams && file.id === session.file.id) return session.streams
  const read = await player.streams(file).catch(() => {
    throw refused('failed')
  })
  return readableStreams(file, read, (await player.ffprobe()) !== '')
}
