/** What a key does, on the page that is open: library, film or player. */
import { backMs, forwardMs } from '@homeport/contract/playback.ts'
import type { ScreenFilm } from '@homeport/contract/screen-page.ts'
import type { FilmPlayer } from '../film-player/film-player.ts'
import type { Key } from '../keys.ts'
import { filmAt } from '../shelf.ts'
import { focusedSlot, moveFocus, reloadShelf } from './focus.ts'
import { showOverlay } from './indicators.ts'
import { startPointsOf } from './start-points.ts'
import { update, type TvContext } from './state.ts'

const volumeStep = 5

export function press(tv: TvContext, key: Key): void {
  const { face, film, line, isForgotten } = tv.state.get()
  const player = tv.player()
  if (line === 'away') return tv.again()
  if (isForgotten) return update(tv, { isForgotten: false })
  if (key === 'volume_up') return player?.volume({ step: volumeStep })
  if (key === 'volume_down') return player?.volume({ step: -volumeStep })
  if (key === 'mute') return player?.volume({})
  if (face?.face !== 'inside') return
  if (player?.isOn()) return pressInPlayer(tv, player, key)
  if (film) pressInFilm(tv, film, key)
  else pressInLibrary(tv, key)
}

function pressInLibrary(tv: TvContext, key: Key): void {
  if (key === 'up') moveFocus(tv, -1, 0)
  if (key === 'down') moveFocus(tv, 1, 0)
  if (key === 'left') moveFocus(tv, 0, -1)
  if (key === 'right') moveFocus(tv, 0, 1)
  if (key === 'home' || key === 'back') {
    update(tv, { row: 0, column: 0 })
    tv.shelf.near(0)
  }
  if (key !== 'ok' && key !== 'play' && key !== 'toggle') return
  const slot = focusedSlot(tv)
  const film = slot && filmAt(tv.shelf.state.get(), slot)
  if (!film) return
  if (slot.list === 'recent' || key !== 'ok') play(tv, film, film.point)
  else update(tv, { film, button: 0, refused: '' })
}

function pressInFilm(tv: TvContext, film: ScreenFilm, key: Key): void {
  const points = startPointsOf(film)
  const { button } = tv.state.get()
  if (key === 'left' || key === 'up') update(tv, { button: Math.max(0, button - 1) })
  if (key === 'right' || key === 'down') update(tv, { button: Math.min(points.length - 1, button + 1) })
  if (key === 'ok' || key === 'play' || key === 'toggle') play(tv, film, points[button] ?? 0)
  if (key === 'back' || key === 'home') update(tv, { film: null, refused: '' })
  if (key === 'home') update(tv, { row: 0, column: 0 })
}

function pressInPlayer(tv: TvContext, player: FilmPlayer, key: Key): void {
  if (key === 'back' || key === 'stop' || key === 'home') {
    player.exit()
    if (key === 'home') update(tv, { film: null, row: 0, column: 0 })
    return reloadShelf(tv)
  }
  showOverlay(tv)
  const isToggle = key === 'ok' || key === 'toggle'
  if (key === 'play' || (isToggle && player.isPaused())) player.resume()
  else if (key === 'pause' || isToggle) player.pause()
  if (key === 'left' || key === 'rewind') player.seek(player.point() - backMs)
  if (key === 'right' || key === 'forward') player.seek(player.point() + forwardMs)
}

function play(tv: TvContext, film: ScreenFilm, point: number): void {
  update(tv, { refused: '' })
  tv.send({ kind: 'play', movie_id: film.id, point })
}
