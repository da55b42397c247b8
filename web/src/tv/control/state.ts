/** What the TV page shows, and what its parts are given. */
import type { ScreenFilm, SentByScreen, ToScreen } from '@homeport/contract/screen-page.ts'
import type { Sound } from '@homeport/contract/shape/remote.ts'
import { observable, type Observable } from '../../kit/observable.ts'
import type { FilmPlayer } from '../film-player/film-player.ts'
import type { Showing } from '../film-player/state.ts'
import type { createLateness } from '@homeport/contract/kit/lateness.ts'
import type { SocketState } from '../line.ts'
import type { Shelf } from '../shelf.ts'

export type ScreenView = Extract<ToScreen, { kind: 'face' }>

export type TvPageState = {
  line: SocketState
  /** until: when code or digits expire, ms of this page's clock. */
  face: (ScreenView & { until: number }) | null
  isForgotten: boolean
  row: number
  column: number
  /** The open film page, and its focused button. */
  film: ScreenFilm | null
  button: number
  showing: Showing | null
  isOverlayOn: boolean
  sound: { volume: number; sound: Sound; isShown: boolean }
  /** Why a film cannot be played. */
  refused: string
}

export type TvDeps = {
  send: (message: SentByScreen) => void
  shelf: Shelf
  player: () => FilmPlayer | null
  reload: () => void
  again: () => void
  now: () => number
  later: (ms: number, run: () => void) => () => void
}

/** All functions of the page's control take this. */
export type TvContext = TvDeps & {
  state: Observable<TvPageState>
  lateness: ReturnType<typeof createLateness>
  /** Each stops the timer that hides what is shown. */
  cancelHiding: { overlay: () => void; volume: () => void; refusal: () => void }
}

export function newPageState(): Observable<TvPageState> {
  return observable<TvPageState>({
    line: 'connecting',
    face: null,
    isForgotten: false,
    row: 0,
    column: 0,
    film: null,
    button: 0,
    showing: null,
    isOverlayOn: false,
    sound: { volume: 100, sound: 'on', isShown: false },
    refused: '',
  })
}

export function update({ state }: TvContext, change: Partial<TvPageState>): void {
  state.set({ ...state.get(), ...change })
}
