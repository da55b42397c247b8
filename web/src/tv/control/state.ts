/** The state of the TV page, and the parts that its functions are given. */
import type {
  ScreenNext,
  SentByScreen,
  ThumbnailSheet,
  ToScreen,
  ScreenBullet,
} from '@homeport/contract/playback/screen-protocol.ts'
import type { Night, Sound } from '@homeport/contract/shape/film/remote.ts'
import { observable, type Observable } from '../../kit/observable.ts'
import type { FilmPlayer } from '../film-player/film-player.ts'
import type { CastState } from '../film-player/cast.ts'
import type { Showing } from '../film-player/state.ts'
import type { createLateness } from '@homeport/contract/kit/clock-skew.ts'
import type { SocketState } from '../station-socket.ts'
import type { Rows } from '../rows.ts'
import type { Shelf } from '../shelf.ts'
import { newHome, type View } from './views.ts'

export type ScreenView = Extract<ToScreen, { kind: 'face' }>
export type TracksMessage = Extract<ToScreen, { kind: 'tracks' }>

/** A list of choices above the page. */
export type Menu = {
  title: string
  choices: { id: string; name: string }[]
  /** Ids. */
  chosen: readonly string[]
  at: number
  choose: (id: string) => void
}

/** The player's overlay. zone: which part has the focus; next: the buttons of the next episode. */
export type PlayerPanel = {
  zone: 'bar' | 'controls' | 'next'
  control: number
  /** 0: play now, 1: stay here. */
  nextButton: number
  next: ScreenNext | null
  tracks: TracksMessage | null
  sheet: ThumbnailSheet | null
  bullets: ScreenBullet[]
  areBulletsOn: boolean
  /** Changes after a seek: comments start again. */
  turn: number
  /** Somebody seeks: the picture at the point is shown. */
  isSeeking: boolean
  speed: number
  /** The state of the devices that this browser's video can be sent to. */
  cast: CastState
  night: Night
  /** When the sleep timer pauses, ms of this page's clock; 0: no timer. */
  sleepAt: number
}

export type TvPageState = {
  line: SocketState
  /** until: when code or digits expire, ms of this page's clock. */
  face: (ScreenView & { until: number }) | null
  isForgotten: boolean
  /** The last one is shown; the first is always the home page. */
  views: View[]
  /** The person who watches; '' while nobody was chosen. */
  viewer: string
  /** The question who watches is open, with the focus at this person; -1: closed. */
  viewerAt: number
  menu: Menu | null
  showing: Showing | null
  panel: PlayerPanel
  isOverlayOn: boolean
  sound: { volume: number; sound: Sound; isShown: boolean }
  /** Why a film cannot be played. */
  refused: string
  /** A film replaced the one that played, from a phone. */
  isReplaced: boolean
  /** A film ended and the next one is to come. */
  isNextComing: boolean
  /** The film that ended without anybody there: the page asks whether somebody watches; ''. */
  asking: string
  /** When the box was last told that somebody is there, and in which film. */
  touched: { play_id: string; at: number }
  isIdle: boolean
}

export type TvDeps = {
  send: (message: SentByScreen) => void
  rows: Rows
  shelf: Shelf
  player: () => FilmPlayer | null
  /** Opens the browser's list of devices for the video; rejects if none was chosen. */
  chooseCast: () => Promise<void>
  reload: () => void
  again: () => void
  now: () => number
  later: (ms: number, run: () => void) => () => void
}

export const timers = ['overlay', 'volume', 'refusal', 'idle', 'search', 'replaced', 'next', 'seeking', 'sleep'] as const

/** All functions of the page's control take this. */
export type TvContext = TvDeps & {
  state: Observable<TvPageState>
  lateness: ReturnType<typeof createLateness>
  /** Each stops its timer. */
  cancel: Record<(typeof timers)[number], () => void>
}

export const newPanel: PlayerPanel = {
  zone: 'bar',
  control: 1,
  nextButton: 0,
  next: null,
  tracks: null,
  sheet: null,
  bullets: [],
  areBulletsOn: true,
  turn: 0,
  isSeeking: false,
  speed: 1,
  cast: 'none',
  night: 'none',
  sleepAt: 0,
}

export function newPageState(): Observable<TvPageState> {
  return observable<TvPageState>({
    line: 'connecting',
    face: null,
    isForgotten: false,
    views: [newHome],
    viewer: '',
    viewerAt: -1,
    menu: null,
    showing: null,
    panel: newPanel,
    isOverlayOn: false,
    sound: { volume: 100, sound: 'on', isShown: false },
    refused: '',
    isReplaced: false,
    isNextComing: false,
    asking: '',
    touched: { play_id: '', at: 0 },
    isIdle: false,
  })
}

export function update({ state }: Pick<TvContext, 'state'>, change: Partial<TvPageState>): void {
  state.set({ ...state.get(), ...change })
}

export function updatePanel(tv: TvContext, change: Partial<PlayerPanel>): void {
  update(tv, { panel: { ...tv.state.get().panel, ...change } })
}

/** Runs once after so many ms, instead of what the timer of that name was to run. */
export function setTimer(tv: TvContext, [name, ms]: readonly [(typeof timers)[number], number], run: () => void): void {
  tv.cancel[name]()
  tv.cancel[name] = tv.later(ms, run)
}

export function topView({ state }: Pick<TvContext, 'state'>): View {
  const { views } = state.get()
  return views[views.length - 1] ?? newHome
}

/** Changes the view that is shown. */
export function updateView<V extends View>(tv: TvContext, view: V, change: Partial<V>): void {
  update(tv, { views: tv.state.get().views.map((one) => (one === view ? { ...view, ...change } : one)) })
}

export function pushView(tv: TvContext, view: View): void {
  update(tv, { views: [...tv.state.get().views, view], refused: '' })
}

export function popView(tv: TvContext): void {
  const { views } = tv.state.get()
  if (views.length > 1) update(tv, { views: views.slice(0, -1), refused: '' })
}
