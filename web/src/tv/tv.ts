/** The TV page as a state machine without DOM: messages of the station and keys decide what is shown. */
import { backMs, forwardMs } from '@homeport/contract/playback.ts'
import type { FromScreen, ScreenFilm, ToScreen } from '@homeport/contract/screen.ts'
import type { Sound } from '@homeport/contract/shape/remote.ts'
import { observable } from '../kit/observable.ts'
import type { FilmPlayer } from './film-player/film-player.ts'
import type { Showing } from './film-player/state.ts'
import type { Key } from './keys.ts'
import { createLateness } from './lateness.ts'
import type { SocketState } from './line.ts'
import { filmAt, rowCount, slotsOf, type Shelf, type Slot } from './shelf.ts'

const overlayMs = 4_000
const volumeMs = 1_500
const noteMs = 6_000
const volumeStep = 5

export type ScreenView = Extract<ToScreen, { kind: 'face' }>
export type TvState = {
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
  say: (word: FromScreen) => void
  shelf: Shelf
  player: () => FilmPlayer | null
  reload: () => void
  again: () => void
  now: () => number
  later: (ms: number, run: () => void) => () => void
}
export type Tv = ReturnType<typeof createTv>

export function createTv({ say, shelf, player, reload, again, now, later }: TvDeps) {
  const state = observable<TvState>({
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
  const lateness = createLateness(now)
  const set = (change: Partial<TvState>) => state.set({ ...state.get(), ...change })
  let hideOverlay = () => {}
  let hideVolume = () => {}
  let hideNote = () => {}

  const slotNow = (): Slot | undefined => slotsOf(shelf.state.get(), state.get().row)[state.get().column]
  const placeInAll = (): number => {
    const slot = slotNow()
    return slot?.list === 'all' ? slot.at : 0
  }

  function overlay(): void {
    hideOverlay()
    set({ isOverlayOn: true })
    hideOverlay = later(overlayMs, () => set({ isOverlayOn: player()?.isPaused() ?? false }))
  }

  function play(film: ScreenFilm, point: number): void {
    set({ refused: '' })
    say({ kind: 'play', movie_id: film.id, point })
  }

  function move(rows: number, columns: number): void {
    const films = shelf.state.get()
    const { row, column } = state.get()
    const last = rowCount(films) - 1
    if (last < 0) return
    const nextRow = Math.max(0, Math.min(last, row + rows))
    const length = slotsOf(films, nextRow).length
    const target = column + columns
    // Moves past the end of a row to the next one.
    if (columns > 0 && target >= length && nextRow < last) set({ row: nextRow + 1, column: 0 })
    else if (columns < 0 && target < 0 && nextRow > 0) set({ row: nextRow - 1, column: slotsOf(films, nextRow - 1).length - 1 })
    else set({ row: nextRow, column: Math.max(0, Math.min(length - 1, target)) })
    shelf.near(placeInAll())
  }

  function pressHome(key: Key): void {
    if (key === 'up') move(-1, 0)
    if (key === 'down') move(1, 0)
    if (key === 'left') move(0, -1)
    if (key === 'right') move(0, 1)
    if (key === 'home' || key === 'back') {
      set({ row: 0, column: 0 })
      shelf.near(0)
    }
    if (key !== 'ok' && key !== 'play' && key !== 'toggle') return
    const slot = slotNow()
    const film = slot && filmAt(shelf.state.get(), slot)
    if (!film) return
    if (slot.list === 'recent' || key !== 'ok') play(film, film.point)
    else set({ film, button: 0, refused: '' })
  }

  function pressFilm(film: ScreenFilm, key: Key): void {
    const points = pointsOf(film)
    const { button } = state.get()
    if (key === 'left' || key === 'up') set({ button: Math.max(0, button - 1) })
    if (key === 'right' || key === 'down') set({ button: Math.min(points.length - 1, button + 1) })
    if (key === 'ok' || key === 'play' || key === 'toggle') play(film, points[button] ?? 0)
    if (key === 'back' || key === 'home') set({ film: null, refused: '' })
    if (key === 'home') set({ row: 0, column: 0 })
  }

  function pressPlayer(film: FilmPlayer, key: Key): void {
    if (key === 'back' || key === 'stop' || key === 'home') {
      film.exit()
      if (key === 'home') set({ film: null, row: 0, column: 0 })
      return shelf.again(placeInAll())
    }
    overlay()
    const isToggle = key === 'ok' || key === 'toggle'
    if (key === 'play' || (isToggle && film.isPaused())) film.resume()
    else if (key === 'pause' || isToggle) film.pause()
    if (key === 'left' || key === 'rewind') film.seek(film.point() - backMs)
    if (key === 'right' || key === 'forward') film.seek(film.point() + forwardMs)
  }

  function press(key: Key): void {
    const { face, film, line, isForgotten } = state.get()
    const film_ = player()
    if (line === 'away') return again()
    if (isForgotten) return set({ isForgotten: false })
    if (key === 'volume_up') return film_?.volume({ step: volumeStep })
    if (key === 'volume_down') return film_?.volume({ step: -volumeStep })
    if (key === 'mute') return film_?.volume({})
    if (face?.face !== 'inside') return
    if (film_?.isOn()) return pressPlayer(film_, key)
    if (film) pressFilm(film, key)
    else pressHome(key)
  }

  function onMessage(word: ToScreen): void {
    const film = player()
    switch (word.kind) {
      case 'beat':
        return lateness.note(word.at)
      case 'admitted':
        return reload()
      case 'forgotten':
        film?.end()
        return set({ isForgotten: true, film: null })
      case 'face':
        if (word.face === 'inside') shelf.again(placeInAll())
        return set({
          face: { ...word, until: now() + word.left_ms },
          isForgotten: word.face === 'inside' ? false : state.get().isForgotten,
        })
      case 'films':
        shelf.heard(word, placeInAll())
        // Films may have been removed.
        return move(0, 0)
      case 'stale':
        return shelf.again(placeInAll())
      case 'key':
        lateness.note(word.at)
        if (lateness.of(word.at) < word.life_ms) press(word.key)
        return
      case 'load':
        set({ refused: '' })
        film?.load(word)
        return overlay()
      case 'refused':
        hideNote()
        hideNote = later(noteMs, () => set({ refused: '' }))
        return set({ refused: word.reason })
      case 'volume':
        return film?.volume(word, word.seq)
      case 'exit':
        if (film?.playing()?.play_id !== word.play_id) return
        film.end()
        return shelf.again(placeInAll())
      default:
        if (film?.playing()?.play_id !== word.play_id) return
        overlay()
        if (word.kind === 'pause') film.pause(word.seq)
        if (word.kind === 'resume') film.resume(word.seq)
        if (word.kind === 'seek') film.seek(word.point, word.seq)
    }
  }

  return {
    state,
    press,
    heard: onMessage,
    /** A click on the TV itself. */
    gesture: () => void player()?.gesture(),
    /** A key of the TV itself, not of the pad: it may unblock sound, and an OK that does so does nothing else. */
    pressHere(key: Key | undefined): void {
      const hasUnmuted = player()?.gesture() ?? false
      if (key === undefined || (hasUnmuted && key === 'ok')) return
      press(key)
    },
    line: (connection: SocketState) => set({ line: connection }),
    show: (showing: Showing | null): void => {
      const was = state.get().showing
      set({ showing })
      if (was && !showing) shelf.again(placeInAll())
    },
    sound: (next: { volume: number; sound: Sound }): void => {
      const { volume, sound } = state.get().sound
      if (volume === next.volume && sound === next.sound) return
      hideVolume()
      hideVolume = later(volumeMs, () => set({ sound: { ...state.get().sound, isShown: false } }))
      set({ sound: { ...next, isShown: next.sound !== 'blocked' } })
    },
    /** A mouse click on a film. */
    choose(row: number, column: number): void {
      if (state.get().row === row && state.get().column === column) return press('ok')
      set({ row, column })
      shelf.near(placeInAll())
    },
    point: (button: number): void => {
      set({ button })
      press('ok')
    },
  }
}

/** The start positions of the film page: the last position, and 0. */
export function pointsOf(film: ScreenFilm): number[] {
  return film.point > 0 ? [film.point, 0] : [0]
}
