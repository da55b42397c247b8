/** Passes a key to the open part of the page: a list of choices, the question who watches, the player, or a view of the library. */
import type { Key } from '../keys.ts'
import { noteTouch, pressAsking } from './asking.ts'
import { pressFilm } from './film.ts'
import { pressFilms } from './films.ts'
import { pressHome, reloadHome } from './home.ts'
import { wakes } from './idle.ts'
import { pressInPlayer } from './player-panel.ts'
import { closeSearch, pressSearch } from './search.ts'
import { newHome } from './views.ts'
import { popView, topView, update, type TvContext } from './state.ts'

const volumeStep = 5

export function press(tv: TvContext, key: Key): void {
  if (wakes(tv)) return
  const { face, line, isForgotten, menu, viewerAt, asking } = tv.state.get()
  const player = tv.player()
  if (line === 'away') return tv.again()
  if (isForgotten) return update(tv, { isForgotten: false })
  if (key === 'volume_up') return player?.volume({ step: volumeStep })
  if (key === 'volume_down') return player?.volume({ step: -volumeStep })
  if (key === 'mute') return player?.volume({})
  if (face?.face !== 'inside') return
  if (asking !== '') return pressAsking(tv, key)
  if (player?.isOn()) noteTouch(tv)
  if (menu) return pressMenu(tv, key)
  if (player?.isOn()) return pressOnFilm(tv, key)
  if (viewerAt >= 0) return pressViewer(tv, key)
  pressInLibrary(tv, key)
}

function pressOnFilm(tv: TvContext, key: Key): void {
  const player = tv.player()
  if (!player) return
  const { panel, isOverlayOn } = tv.state.get()
  const isStop = key === 'stop' || key === 'home' || (key === 'back' && !(panel.zone === 'controls' && isOverlayOn))
  const isOffered = panel.next !== null && key === 'back' && panel.nextButton >= 0
  if (!isStop || isOffered) {
    const before = tv.state.get().panel
    pressInPlayer(tv, player, key)
    // Back on an offered film stays; where none is offered yet it stops.
    if (!isOffered || tv.state.get().panel !== before) return
  }
  player.exit()
  if (key === 'home') update(tv, { views: [newHome] })
  reloadHome(tv)
}

function pressInLibrary(tv: TvContext, key: Key): void {
  const view = topView(tv)
  if (view.kind === 'home') return pressHome(tv, view, key)
  if (key === 'home' || key === 'back') {
    if (view.kind === 'search') closeSearch(tv)
    else popView(tv)
    if (key === 'home') update(tv, { views: [newHome], refused: '' })
    return
  }
  if (view.kind === 'film') pressFilm(tv, view, key)
  if (view.kind === 'films') pressFilms(tv, view, key)
  if (view.kind === 'search') pressSearch(tv, view, key)
}

function pressMenu(tv: TvContext, key: Key): void {
  const { menu } = tv.state.get()
  if (!menu) return
  if (key === 'up' || key === 'down') {
    const at = Math.max(0, Math.min(menu.choices.length - 1, menu.at + (key === 'down' ? 1 : -1)))
    return update(tv, { menu: { ...menu, at } })
  }
  if (key === 'ok') return chooseInMenu(tv, menu.at)
  if (key === 'back' || key === 'left' || key === 'home' || key === 'stop') update(tv, { menu: null })
}

/** Also by a click. */
export function chooseInMenu(tv: TvContext, at: number): void {
  const { menu } = tv.state.get()
  const choice = menu?.choices[at]
  update(tv, { menu: null })
  if (choice) menu.choose(choice.id)
}

function pressViewer(tv: TvContext, key: Key): void {
  const { face, viewerAt } = tv.state.get()
  const people = face?.people ?? []
  if (key === 'left' || key === 'right') {
    const at = Math.max(0, Math.min(people.length - 1, viewerAt + (key === 'right' ? 1 : -1)))
    return update(tv, { viewerAt: at })
  }
  if (key === 'ok') return chooseViewer(tv, viewerAt)
  // Without a choice what is watched is nobody's.
  if (key === 'back') update(tv, { viewerAt: -1 })
}

/** Also by a click. */
export function chooseViewer(tv: TvContext, at: number): void {
  const viewer = tv.state.get().face?.people[at]?.id ?? ''
  update(tv, { viewer, viewerAt: -1 })
  reloadHome(tv)
}
