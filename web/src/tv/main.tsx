/** The entry of the TV's page. */
import './old-browsers.ts'
import '../kit/no-eval.ts'
import type { SentByScreen } from '@homeport/contract/screen-page.ts'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import './screen.css'
import { later } from '../kit/clock.ts'
import { abilitiesOf, screenDevice } from './abilities.ts'
import { App } from './app.tsx'
import { openSubtitles } from './film-player/subtitle-state.ts'
import { watchCast, type Cast } from './film-player/cast.ts'
import { createFilmPlayer, type FilmPlayer } from './film-player/film-player.ts'
import { keyOf } from './keys.ts'
import { openStationSocket, type StationSocket } from './line.ts'
import { createRows } from './rows.ts'
import { createShelf } from './shelf.ts'
import { createTv, type Tv } from './control/tv.ts'
import { lang } from '../kit/lang.ts'

start()

function start(): void {
  document.documentElement.lang = lang.get()
  const key = takeKey()
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

  function watch(video: HTMLVideoElement): void {
    player = createFilmPlayer({
      video,
      send,
      isLineOpen: () => tv.state.get().line === 'open',
      show: tv.show,
      sound: tv.sound,
      now,
      later,
    })
    socket = openStationSocket({
      url: `ws://${location.host}/ws`,
      hello: () => ({ kind: 'hello', key, can, lang: lang.get(), playing: player?.playing() ?? null }),
      onMessage: (message) => {
        // A TV is that other screen itself.
        if (message.kind === 'face' && message.app !== '') cast ??= watchCast(video, tv.cast)
        subtitles.receive(message)
        tv.heard(message)
      },
      state: (line) => {
        tv.line(line)
        if (line === 'open') player?.resumeBroken()
      },
      later,
    })
  }

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
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App tv={tv} subtitles={subtitles} watch={watch} />)
}

const repeatMs = 95

/** What the library answers, and whose favourite it is, depends on who watches. */
function isOfLibrary(message: SentByScreen): message is Extract<SentByScreen, { kind: (typeof libraryKinds)[number] }> {
  return libraryKinds.some((kind) => kind === message.kind)
}
const libraryKinds = ['films', 'rows', 'film', 'episodes', 'search', 'favorite'] as const

/** Removes the one-time key from the address bar at once. */
function takeKey(): string {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? ''
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return key
}
