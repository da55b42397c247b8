/** Sends a screen the source of its session: the file itself, or a converted stream; of a film in parts the part at the point. */
import { keyframeBefore } from './convert.ts'
import { deliveryOf, type Delivery, type PlayableFile } from './delivery.ts'
import { partAt } from './parts.ts'
import { refused } from './play-refusal.ts'
import type { PlayerState } from './player-state.ts'
import type { ScreenPort } from './screen-port.ts'
import { setPoint, type Session } from './session.ts'

type Source = { session: Session; port: ScreenPort; point: number }

/** A converted source begins at the point, in a file the screen seeks to it. Points are in the whole film. */
export async function loadSource(player: PlayerState, { session, port, point }: Source): Promise<void> {
  const { media, tools, now } = player
  session.turn += 1
  const { turn } = session
  const { file, delivery, from, end } = await sourceAt(player, { session, port, point })
  if (session.streams === undefined || file.id !== session.file.id) session.streams = await player.streams(file)
  for (const hook of player.hooks.beforeLoad) await hook(session)
  const { ffmpeg, ffprobe } = await tools()
  if (delivery !== 'direct' && ffmpeg === '') throw refused('no_ffmpeg')
  const inPart = Math.max(0, point - from)
  const fromMs =
    delivery === 'remux' && ffprobe !== ''
      ? await keyframeBefore(ffprobe, file.path, inPart)
      : delivery === 'transcode'
        ? inPart
        : 0
  // Another seek started during the lookup.
  if (turn !== session.turn || session.isOver) return
  session.file = file
  session.delivery = delivery
  const { url } = media.issue(session.screen_id, { file, delivery, fromMs })
  session.seq += 1
  setPoint(session, point, now())
  session.state = 'loading'
  const { play_id, seq, duration, isPaused: is_paused } = session
  const { id: path, title, poster, quality } = file
  const place = { is_seekable: delivery === 'direct', offset: from + fromMs, ...(end !== undefined && { end }) }
  const source = { play_id, seq, url, ...place, point, duration, is_paused }
  if (!port.send({ kind: 'load', ...source, path, title, poster, quality, speed: session.speed })) throw refused('no_screen')
  for (const hook of player.hooks.loaded) hook(session, port)
}

type PartSource = { file: PlayableFile; delivery: Delivery; from: number; end: number | undefined }

/** Another part is looked up first: it may have been moved or removed since the film started. */
async function sourceAt({ files }: PlayerState, { session, port, point }: Source): Promise<PartSource> {
  const { file: current, delivery, parts } = session
  const { file: part, from, end } = partAt(parts, point)
  if (part.id === current.id) return { file: current, delivery, from, end }
  const { file } = await files.again(part)
  // The browser did not play what it claims to: the other parts are transcoded too.
  const isForced = delivery === 'transcode' && deliveryOf(current, port.can) !== 'transcode'
  return { file, delivery: isForced ? 'transcode' : deliveryOf(file, port.can), from, end }
}
