/** Sends a screen the source of its session: the file itself, or a converted stream. */
import { keyframeBefore } from './convert.ts'
import { refused } from './play-refusal.ts'
import type { PlayerState } from './player-state.ts'
import type { ScreenPort } from './screen-port.ts'
import { setPoint, type Session } from './session.ts'

type Source = { session: Session; port: ScreenPort; point: number }

/** A converted source begins at the point, in a file the screen seeks to it. */
export async function loadSource({ media, tools, now }: PlayerState, { session, port, point }: Source): Promise<void> {
  const { file, delivery } = session
  session.turn += 1
  const { turn } = session
  const { ffmpeg, ffprobe } = await tools()
  if (delivery !== 'direct' && ffmpeg === '') throw refused('no_ffmpeg')
  const fromMs =
    delivery === 'remux' && ffprobe !== ''
      ? await keyframeBefore(ffprobe, file.path, point)
      : delivery === 'transcode'
        ? point
        : 0
  // Another seek started during the lookup.
  if (turn !== session.turn || session.isOver) return
  const { url } = media.issue(session.screen_id, { file, delivery, fromMs })
  session.seq += 1
  setPoint(session, point, now())
  session.state = 'loading'
  const { play_id, seq, duration, isPaused: is_paused } = session
  const { id: path, title, poster, quality } = file
  const source = { play_id, seq, url, is_seekable: delivery === 'direct', offset: fromMs, point, duration, is_paused }
  if (!port.send({ kind: 'load', ...source, path, title, poster, quality })) throw refused('no_screen')
}
