/** Interface of a screen that can play films: a web page, or a DLNA renderer or mpv, which the box drives by the same messages. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import type { Ability, FromScreen, MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'

export type ScreenPort = {
  screen_id: string
  /** Nothing of a screen that plays all. */
  can: readonly Ability[]
  /** In which titles are shown. */
  lang: Lang
  /** The user whose browser it is; undefined for a TV, which everybody uses. */
  owner?: { realm: Lang; user_id: string } | undefined
  /** It has no notion of these: an act that needs one is refused. */
  lacks: readonly ScreenLack[]
  /** It plays a source only from its beginning. */
  isSeekless: boolean
  /** It plays whatever is in the box's files, and chooses tracks itself: nothing is converted for it. */
  playsAll: boolean
  /** It opens the files themselves, where others fetch them. */
  isLocal: boolean
  /** kbit/s that reach it on its way through a cloud; absent at home. */
  mostKbit?: number
  /** False if the message cannot be delivered now. */
  send: (message: MessageToScreen) => boolean
  /** True if nothing is queued for it. */
  isFree: () => boolean
}
/** Messages from a screen; `hello` on every connect. */
export type ScreenMessage = Exclude<
  FromScreen,
  { kind: 'films' | 'rows' | 'film' | 'episodes' | 'search' | 'favorite' | 'aside' }
>
export type ScreenReport = Extract<FromScreen, { kind: 'report' }>
