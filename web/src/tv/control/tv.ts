/** The TV page as a state machine without DOM: messages of the station and keys decide what is shown. */
import type { ToScreen } from '@homeport/contract/screen-page.ts'
import type { Sound } from '@homeport/contract/shape/remote.ts'
import type { Showing } from '../film-player/state.ts'
import type { Key } from '../keys.ts'
import { createLateness } from '@homeport/contract/kit/lateness.ts'
import type { SocketState } from '../line.ts'
import { reloadShelf, setFocus } from './focus.ts'
import { showSound } from './indicators.ts'
import { press } from './press.ts'
import { receive } from './receive.ts'
import { newPageState, update, type TvContext, type TvDeps } from './state.ts'

export type Tv = ReturnType<typeof createTv>

export function createTv(deps: TvDeps) {
  const state = newPageState()
  const tv: TvContext = {
    ...deps,
    state,
    lateness: createLateness(deps.now),
    cancelHiding: { overlay: () => {}, volume: () => {}, refusal: () => {} },
  }

  return {
    state,
    press: (key: Key) => press(tv, key),
    heard: (message: ToScreen) => receive(tv, message),
    /** A click on the TV itself. */
    gesture: () => void tv.player()?.gesture(),
    /** A key of the TV itself, not of the pad: it may unblock sound, and an OK that does so does nothing else. */
    pressHere(key: Key | undefined): void {
      const hasUnmuted = tv.player()?.gesture() ?? false
      if (key === undefined || (hasUnmuted && key === 'ok')) return
      press(tv, key)
    },
    line: (connection: SocketState) => update(tv, { line: connection }),
    show: (showing: Showing | null): void => {
      const before = state.get().showing
      update(tv, { showing })
      if (before && !showing) reloadShelf(tv)
    },
    sound: (sound: { volume: number; sound: Sound }): void => showSound(tv, sound),
    /** A mouse click on a film. */
    choose(row: number, column: number): void {
      const focused = state.get()
      if (focused.row === row && focused.column === column) return press(tv, 'ok')
      setFocus(tv, row, column)
    },
    /** A mouse click on a button of the film page. */
    point: (button: number): void => {
      update(tv, { button })
      press(tv, 'ok')
    },
  }
}
