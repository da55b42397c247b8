/** Interface of a screen that can play films: today a web page; another kind of player uses the same messages. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Ability, FromScreen, MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'

export type ScreenPort = {
  screen_id: string
  name: string
  can: readonly Ability[]
  /** In which titles are shown. */
  lang: Lang
  /** The user whose browser it is; undefined for a TV, which everybody uses. */
  owner?: { realm: Lang; user_id: string } | undefined
  /** False if the message cannot be delivered now. */
  send: (message: MessageToScreen) => boolean
  /** True if nothing is queued for it. */
  isFree: () => boolean
}
/** Messages from a screen; `hello` on every connect. */
export type ScreenMessage = Exclude<FromScreen, { kind: 'films' | 'rows' | 'film' | 'episodes' | 'search' | 'favorite' }>
export type ScreenReport = Extract<FromScreen, { kind: 'report' }>
