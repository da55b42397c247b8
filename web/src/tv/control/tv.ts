/** The TV page as a state machine without DOM: messages of the station and keys decide what is shown. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { Night, Sound } from '@homeport/contract/shape/film/remote.ts'
import type { CastState } from '../film-player/cast.ts'
import type { VolumeChange } from '../film-player/sound.ts'
import type { Showing } from '../film-player/state.ts'
import type { Key } from '../keys.ts'
import { createLateness } from '@homeport/contract/kit/clock-skew.ts'
import type { SocketState } from '../station-socket.ts'
import { clickFilm, returnToFilms } from './film.ts'
import { clickChip, clickFilms } from './films.ts'
import { clickHome, reloadHome } from './home.ts'
import { restartIdle, wakes } from './idle.ts'
import { showOverlay, showSound, waitForNext } from './indicators.ts'
import {
  changeCast,
  chooseNext,
  chooseSpeed,
  chooseTrack,
  offeredIn,
  pressControl,
  seekTo,
  type Control,
} from './player-panel.ts'
import { chooseInMenu, chooseViewer, press } from './press.ts'
import { noteTouch } from './asking.ts'
import { receive } from './receive.ts'
import { clickResult, pressKey, typeCharacter } from './search.ts'
import { newPageState, topView, update, type TvContext, type TvDeps } from './state.ts'
import type { FilmView } from './views.ts'

export type Tv = ReturnType<typeof createTv>

export function createTv(deps: TvDeps) {
  const state = newPageState()
  const none = () => {}
  const tv: TvContext = {
    ...deps,
    state,
    lateness: createLateness(deps.now),
    cancel: {
      overlay: none,
      volume: none,
      refusal: none,
      idle: none,
      search: none,
      replaced: none,
      next: none,
      seeking: none,
      sleep: none,
    },
  }

  function show(showing: Showing | null): void {
    const { showing: before, panel } = state.get()
    const hasNext = offeredIn(panel, before) !== undefined
    update(tv, { showing })
    if (!before !== !showing || before?.state !== showing?.state) restartIdle(tv)
    if (!before || showing) return
    if (hasNext && before.state !== 'failed' && before.duration - before.point < 2_000) waitForNext(tv)
    reloadHome(tv)
    returnToFilms(tv)
  }

  return {
    state,
    rows: deps.rows,
    shelf: deps.shelf,
    now: deps.now,
    press: (key: Key) => press(tv, key),
    heard: (message: ToScreen) => receive(tv, message),
    /** A click on the TV itself. */
    gesture: () => void tv.player()?.gesture(),
    /** The pointer moved, or the page was touched: the player shows its controls. */
    pointed(): void {
      if (wakes(tv) || !tv.player()?.isOn()) return
      noteTouch(tv)
      showOverlay(tv)
    },
    /** A key of the TV itself, not of the pad: it may unblock sound, and an OK that does so does nothing else. */
    pressHere(key: Key | undefined): void {
      const hasUnmuted = tv.player()?.gesture() ?? false
      if (key === undefined || (hasUnmuted && key === 'ok')) return
      press(tv, key)
    },
    /** A character of a keyboard; true if a text field took it. */
    type: (character: string): boolean => {
      if (state.get().isIdle || state.get().menu || tv.player()?.isOn()) return false
      const isTaken = typeCharacter(tv, character)
      if (isTaken) restartIdle(tv)
      return isTaken
    },
    line: (connection: SocketState) => update(tv, { line: connection }),
    show,
    cast: (cast: CastState): void => changeCast(tv, cast),
    sound: (sound: { volume: number; sound: Sound; night: Night }): void => showSound(tv, sound),
    clickHome: (key: string, column: number) => clickHome(tv, key, column),
    clickFilm(zone: FilmView['zone'], at: number): void {
      const view = topView(tv)
      if (view.kind === 'film') clickFilm(tv, view, { zone, at })
    },
    clickChip(chip: number): void {
      const view = topView(tv)
      if (view.kind === 'films') clickChip(tv, view, chip)
    },
    clickFilms(target: Parameters<typeof clickFilms>[2]): void {
      const view = topView(tv)
      if (view.kind === 'films') clickFilms(tv, view, target)
    },
    clickKey: (key: number) => pressKey(tv, key),
    clickResult: (at: number) => clickResult(tv, at),
    clickControl(control: Control): void {
      const player = tv.player()
      if (player) pressControl(tv, player, control)
    },
    clickNext: (button: number) => chooseNext(tv, button),
    clickMenu: (at: number) => chooseInMenu(tv, at),
    clickViewer: (at: number) => chooseViewer(tv, at),
    seekTo: (share: number) => seekTo(tv, share),
    chooseTrack: (kind: 'subtitles' | 'audio' | 'secondary', id: string) => chooseTrack(tv, kind, id),
    chooseSpeed: (speed: number) => chooseSpeed(tv, speed),
    volume: (change: VolumeChange) => tv.player()?.volume(change),
    forgetRefusal: () => update(tv, { refused: '' }),
    /** The person leaves the film. */
    exit: () => tv.player()?.exit(),
  }
}
