/** Carries out the messages of the box. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { receiveEpisodes, receiveFilm, reloadFilms } from './film.ts'
import { filmsShelfIndex } from './films.ts'
import { homeShelfIndex, reloadHome, settleHome } from './home.ts'
import { restartIdle } from './idle.ts'
import { showOverlay, showRefusal, showReplaced } from './indicators.ts'
import { press } from './press.ts'
import { openSearch, receiveSearch, reloadSearch, tellTyping } from './search.ts'
import { newPanel, setTimer, topView, update, updatePanel, type ScreenView, type TvContext } from './state.ts'
import { newHome } from './views.ts'

type KeyMessage = Extract<ToScreen, { kind: 'key' }>
/** Messages to the film that plays; ones to another film are ignored. */
type FilmMessage = Extract<
  ToScreen,
  {
    kind:
      | 'exit'
      | 'pause'
      | 'resume'
      | 'seek'
      | 'tracks'
      | 'thumbnails'
      | 'bullets'
      | 'bullets_shown'
      | 'next'
      | 'speed'
      | 'sleep'
  }
>

export function receive(tv: TvContext, message: ToScreen): void {
  const player = tv.player()
  switch (message.kind) {
    case 'beat':
      return tv.lateness.note(message.at)
    case 'admitted':
      return tv.reload()
    case 'forgotten':
      player?.end()
      return update(tv, { isForgotten: true, asking: '', views: [newHome] })
    case 'face':
      return receiveView(tv, message)
    case 'rows':
      tv.rows.addRows(message)
      return settleHome(tv)
    case 'films':
      return receiveFilms(tv, message)
    case 'film':
      return receiveFilm(tv, message)
    case 'episodes':
      return receiveEpisodes(tv, message)
    case 'search':
      return receiveSearch(tv, message)
    case 'text':
      return receiveText(tv, message.text)
    case 'stale':
      return reloadLibrary(tv)
    case 'key':
      return receiveKey(tv, message)
    case 'load':
      return receiveLoad(tv, message)
    case 'ask':
      restartIdle(tv)
      return update(tv, { asking: message.play_id, isNextComing: false })
    case 'exit':
      // Somebody ends it from a phone.
      if (message.play_id === tv.state.get().asking) update(tv, { asking: '' })
      return receiveForFilm(tv, message)
    case 'refused':
      update(tv, { isNextComing: false })
      return showRefusal(tv, message.reason)
    case 'volume':
      return player?.volume(message, message.seq)
    default:
      return receiveForFilm(tv, message)
  }
}

/** All that is shown of the library is requested again. */
export function reloadLibrary(tv: TvContext): void {
  reloadHome(tv)
  reloadFilms(tv)
  reloadSearch(tv)
  for (const view of tv.state.get().views) if (view.kind === 'films') view.shelf.again(filmsShelfIndex(view))
}

function receiveFilms(tv: TvContext, message: Extract<ToScreen, { kind: 'films' }>): void {
  tv.shelf.addFilms(message, homeShelfIndex(tv))
  tv.rows.addFilms(message)
  for (const view of tv.state.get().views) if (view.kind === 'films') view.shelf.addFilms(message, filmsShelfIndex(view))
  // Films may have been removed.
  settleHome(tv)
}

function receiveView(tv: TvContext, view: ScreenView): void {
  const isInside = view.face === 'inside'
  const wasInside = tv.state.get().face?.face === 'inside'
  const { viewer, viewerAt, isForgotten } = tv.state.get()
  const isChosen = viewer === '' || view.people.some(({ id }) => id === viewer)
  update(tv, {
    face: { ...view, until: tv.now() + view.left_ms },
    isForgotten: isInside ? false : isForgotten,
    viewer: isChosen ? viewer : '',
    // Once per start of the page.
    viewerAt: view.people.length < 2 ? -1 : isInside && !wasInside && viewer === '' ? 0 : viewerAt,
  })
  if (!isInside) return
  reloadLibrary(tv)
  if (!wasInside) restartIdle(tv)
  const top = topView(tv)
  tellTyping(tv, top.kind === 'search', top.kind === 'search' ? top.text : '')
}

/** Typed on a phone; while a film plays nothing is searched. */
function receiveText(tv: TvContext, text: string): void {
  restartIdle(tv)
  const { face } = tv.state.get()
  if (face?.face !== 'inside' || tv.player()?.isOn()) return
  update(tv, { menu: null, viewerAt: -1 })
  openSearch(tv, text)
}

/** A film that goes on with its next part shows no overlay. */
function receiveLoad(tv: TvContext, message: Extract<ToScreen, { kind: 'load' }>): void {
  const player = tv.player()
  const { isNextComing, panel } = tv.state.get()
  const isNextPart = player?.isBetweenParts() ?? false
  const before = player?.playing()?.play_id
  const isSame = before === message.play_id
  if (before !== undefined && !isSame && !isNextComing) showReplaced(tv)
  const fresh = { ...newPanel, areBulletsOn: panel.areBulletsOn, cast: panel.cast, night: panel.night }
  update(tv, {
    refused: '',
    menu: null,
    viewerAt: -1,
    isNextComing: false,
    asking: '',
    panel: { ...(isSame ? panel : fresh), next: message.next, speed: message.speed },
  })
  tv.cancel.next()
  player?.load(message)
  if (message.speed !== panel.speed) player?.speed(message.speed)
  restartIdle(tv)
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
  const { panel } = tv.state.get()
  switch (message.kind) {
    case 'tracks':
      return updatePanel(tv, { tracks: message })
    case 'thumbnails':
      return updatePanel(tv, { sheet: message.sheet })
    case 'bullets':
      return updatePanel(tv, { bullets: message.is_new ? [...panel.bullets, ...message.data] : message.data })
    case 'bullets_shown':
      return updatePanel(tv, { areBulletsOn: message.are_shown })
    case 'next':
      return updatePanel(tv, { next: message.next })
    case 'speed':
      updatePanel(tv, { speed: message.speed })
      player.speed(message.speed, message.seq)
      return showOverlay(tv)
    case 'sleep':
      return receiveSleep(tv, message.left_ms)
    case 'exit':
      player.end()
      return reloadHome(tv)
    default:
  }
  restartIdle(tv)
  showOverlay(tv)
  if (message.kind === 'pause') player.pause(message.seq)
  if (message.kind === 'resume') player.resume(message.seq)
  if (message.kind === 'seek') player.seek(message.point, message.seq)
}

function receiveSleep(tv: TvContext, left_ms: number): void {
  updatePanel(tv, { sleepAt: left_ms > 0 ? tv.now() + left_ms : 0 })
  showOverlay(tv)
  if (left_ms > 0) setTimer(tv, ['sleep', left_ms], () => updatePanel(tv, { sleepAt: 0 }))
  else tv.cancel.sleep()
}
