/** Interface of a screen that can play films: today a web page; another kind of player uses the same messages. */
import type { Ability, FromScreen, ToScreen } from '@homeport/contract/screen.ts'

export type ScreenPort = {
  screen_id: string
  name: string
  can: readonly Ability[]
  /** False if the message cannot be delivered now. */
  send: (word: ToScreen) => boolean
  /** True if nothing is queued for it. */
  isFree: () => boolean
}
/** Messages from a screen; `hello` on every connect. */
export type ScreenMessage = Exclude<FromScreen, { kind: 'films' }>
export type ScreenReport = Extract<FromScreen, { kind: 'report' }>
