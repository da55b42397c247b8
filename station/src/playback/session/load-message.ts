/** The message by which a screen loads the source of its session. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { PreparedSource } from './events.ts'
import { isPaused, type Session } from './session.ts'

/** A converted source begins at the point, in a seekable one the screen seeks to it. Points are in the whole film. by: the name of who started it. */
export function loadMessage(session: Session, source: PreparedSource, { lang, by }: { lang: Lang; by: string }): MessageToScreen {
  const { play_id, seq, duration, speed, file } = session
  const { url, stream, mediaType: media_type, offset, end, point } = source
  const { id: path, poster, quality } = file
  const range = { is_seekable: stream !== 'fmp4', offset, ...(end !== undefined && { end }) }
  const shown = { play_id, seq, url, stream, media_type, ...range, point, duration, is_paused: isPaused(session), speed }
  return { kind: 'load', ...shown, ...titlesOf(session, lang), path, poster, quality, by }
}

/** The title; an episode has its own one, and its series below. */
function titlesOf({ file, series, episodeTitle, titles }: Session, lang: Lang) {
  if (!series) return { title: file.titles?.[lang] ?? file.title, series: null }
  const { season, episode } = series
  const { series: title, episode: own } = titles?.[lang] ?? { series: series.title, episode: episodeTitle }
  const isNamed = own !== ''
  return { title: isNamed ? own : title, series: { title: isNamed ? title : '', season, episode } }
}
