/** The entry of the TV's page. */
import './old-browsers.ts'
import '../kit/no-eval.ts'
import type { SentByScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { createRoot, type Root } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import './screen.css'
import './tv-stage.module.css'
import { later } from '../kit/time/clock.ts'
import { abilitiesOf, playsFilms, screenDevice } from './abilities.ts'
import { App } from './app.tsx'
import { openSubtitles } from './film-player/subtitle-state.ts'
import { watchCast, type Cast } from './film-player/cast.ts'
import { createFilmPlayer, type FilmPlayer } from './film-player/film-player.ts'
import { audioOpener } from './film-player/night-sound.ts'
import type { HereProps } from './here/here-app.tsx'
import { isAway } from './here/is-away.ts'
import { leaveTo, takeArrival } from './here/visit.ts'
import { createVisitFilm } from './here/visit-film.ts'
import { keyOf } from './keys.ts'
import { openStationSocket, type StationSocket } from './station-socket.ts'
import { createRows } from './rows.ts'
import { createShelf } from './shelf.ts'
import { createTv, type Tv } from './control/tv.ts'
import { lang } from '../kit/lang.ts'
import { storageKeys } from '../kit/storage.ts'

start()

function start(): void {
  document.documentElement.lang = lang.get()
  const { key, visit } = takeArrival()
  const now = () => performance.now()
  let player: FilmPlayer | null = null
  let socket: StationSocket | null = null
  let cast: Cast | undefined
  const subtitles = openSubtitles(later)
  const send = (message: SentByScreen) => socket?.send(isOfLibrary(message) ? { ...message, viewer: viewer() } : message)
  const viewer = () => tv.state.get().viewer
  const tv: Tv = createTv({
    send,
    rows: createRows(send),
    shelf: createShelf(send),
    player: () => player,
    chooseCast: () => cast?.choose() ?? Promise.resolve(),
    reload: () => location.reload(),
    again: () => socket?.again(),
    now,
    later,
  })
  const can = abilitiesOf((kind) => document.createElement('video').canPlayType(kind), screenDevice())

  const film = visit && createVisitFilm(visit, { send, later, isPlaying: () => player?.isOn() ?? false })

  function watch(video: HTMLVideoElement): void {
    player = createFilmPlayer({
      video,
      send,
      isLineOpen: () => tv.state.get().line === 'open',
      show(showing) {
        tv.show(showing)
        if (showing) film?.reached(showing.point)
      },
      sound: tv.sound,
      openAudio: audioOpener(video),
      keptSound: storageKeys.app('tv_sound'),
      now,
      later,
    })
    socket = openStationSocket({
      url: socketAddress(),
      hello: () => ({
        kind: 'hello',
        key,
        can,
        lang: lang.get(),
        playing: player?.playing() ?? null,
        ...(visit && { is_here: true }),
      }),
      onMessage: (message) => {
        // A TV is that other screen itself; by https no such screen trusts the box, and from outside none has a visit.
        if (message.kind === 'face' && message.app !== '' && location.protocol === 'http:' && !isAway())
          cast ??= watchCast(video, tv.cast)
        subtitles.receive(message)
        tv.heard(message)
        if (message.kind === 'face' && message.face === 'inside') film?.admitted()
      },
      state: (line) => {
        tv.line(line)
        if (line === 'open') player?.resumeBroken()
      },
      later,
    })
  }

  const root = document.getElementById('root')
  if (!root) return
  if (visit && film) {
    const canPlay = playsFilms(can)
    return void showHere(createRoot(root), { tv, subtitles, watch, canPlay, again: film.ask, leave: () => leaveTo(visit.app) })
  }
  listenToKeys(tv, now)
  createRoot(root).render(<App tv={tv} subtitles={subtitles} watch={watch} />)
}

/** Beside the page, which by https lies below a path of the cloud's. */
function socketAddress(): string {
  return new URL('ws', location.href).href.replace(/^http/, 'ws')
}

/** A part of its own: a TV never needs it. */
async function showHere(root: Root, parts: HereProps): Promise<void> {
  // By a click: a finger that only touches gives a browser no leave to play sound.
  addEventListener('click', parts.tv.gesture, true)
  // A page that the browser kept has lost its line.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  const { HereApp } = await import('./here/here-app.tsx')
  root.render(<HereApp {...parts} />)
}

function listenToKeys(tv: Tv, now: () => number): void {
  let lastKeyAt = -Infinity
  addEventListener('keydown', (event) => {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey
    if (isPlain && tv.type(event.key)) return event.preventDefault()
    const pressed = isPlain ? keyOf(event) : undefined
    if (!pressed) return tv.pressHere(undefined)
    event.preventDefault()
    // Limits key repeat: thirty a second is too fast to follow.
    if (event.repeat && now() - lastKeyAt < repeatMs) return
    lastKeyAt = now()
    tv.pressHere(pressed)
  })
  addEventListener('pointerdown', () => {
    tv.gesture()
    tv.pointed()
  })
  addEventListener('pointermove', () => tv.pointed())
}

const repeatMs = 95

/** True for the messages whose answer depends on who watches: those of the library, and a favourite. */
function isOfLibrary(message: SentByScreen): message is Extract<SentByScreen, { kind: (typeof libraryKinds)[number] }> {
  return libraryKinds.some((kind) => kind === message.kind)
}
const libraryKinds = ['films', 'rows', 'film', 'episodes', 'search', 'favorite', 'aside'] as const
