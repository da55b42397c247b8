/** What can show a film: today a screen page; another kind of player takes the same words. */
import type { Ability, FromScreen, ToScreen } from '@homeport/contract/screen.ts'

export type ScreenPort = {
  screen_id: string
  name: string
  can: readonly Ability[]
  /** False where the word does not reach it now. */
  say: (word: ToScreen) => boolean
  /** Nothing is on its way to it. */
  isFree: () => boolean
}
/** What a stage says of itself; `hello` when it comes, also again after its line was cut. */
export type ScreenMessage = Exclude<FromScreen, { kind: 'films' }>
export type ScreenReport = Extract<FromScreen, { kind: 'report' }>
