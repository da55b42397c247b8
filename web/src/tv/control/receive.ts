/** What a message of the station does. */
import type { ToScreen } from '@homeport/contract/screen-page.ts'
import { focusedIndex, moveFocus, reloadShelf } from './focus.ts'
import { showOverlay, showRefusal } from './indicators.ts'
import { press } from './press.ts'
import { update, type ScreenView, type TvContext } from './state.ts'

type KeyMessage = Extract<ToScreen, { kind: 'key' }>
/** Messages to the film that plays; ones to another film are ignored. */
type FilmMessage = Extract<ToScreen, { kind: 'exit' | 'pause' | 'resume' | 'seek' }>

export function receive(tv: TvContext, message: ToScreen): void {
  const player = tv.player()
  switch (message.kind) {
    case 'beat':
      return tv.lateness.note(message.at)
    case 'admitted':
      return tv.reload()
    case 'forgotten':
      player?.end()
      return update(tv, { isForgotten: true, film: null })
    case 'face':
      return receiveView(tv, message)
    case 'films':
      tv.shelf.addFilms(message, focusedIndex(tv))
      // Films may have been removed.
      return moveFocus(tv, 0, 0)
    case 'stale':
      return reloadShelf(tv)
    case 'key':
      return receiveKey(tv, message)
    case 'load':
      return receiveLoad(tv, message)
    case 'refused':
      return showRefusal(tv, message.reason)
    case 'volume':
      return player?.volume(message, message.seq)
    case 'exit':
    case 'pause':
    case 'resume':
    case 'seek':
      return receiveForFilm(tv, message)
    default:
  }
}

function receiveView(tv: TvContext, view: ScreenView): void {
  const isInside = view.face === 'inside'
  if (isInside) reloadShelf(tv)
  update(tv, {
    face: { ...view, until: tv.now() + view.left_ms },
    isForgotten: isInside ? false : tv.state.get().isForgotten,
  })
}

/** A film that goes on with its next part shows no overlay. */
function receiveLoad(tv: TvContext, message: Extract<ToScreen, { kind: 'load' }>): void {
  const player = tv.player()
  const isNextPart = player?.isBetweenParts() ?? false
  update(tv, { refused: '' })
  player?.load(message)
  if (!isNextPart) showOverlay(tv)
}

/** A late key does nothing (promise 26). */
function receiveKey(tv: TvContext, { at, key, life_ms }: KeyMessage): void {
  tv.lateness.note(at)
  if (tv.lateness.of(at) < life_ms) press(tv, key)
}

function receiveForFilm(tv: TvContext, message: FilmMessage): void {
  const player = tv.player()
  if (player?.playing()?.play_id !== message.play_id) return
  if (message.kind === 'exit') {
    player.end()
    return reloadShelf(tv)
  }
  showOverlay(tv)
  if (message.kind === 'pause') player.pause(message.seq)
  if (message.kind === 'resume') player.resume(message.seq)
  if (message.kind === 'seek') player.seek(message.point, message.seq)
}
