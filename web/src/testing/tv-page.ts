/** For tests: the TV page's state machine with a player that notes what it is told, and a box that answers what is requested. */
import type { ScreenEpisode, SentByScreen, ScreenFilm, ScreenRow, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { FilmPlayer } from '../tv/film-player/film-player.ts'
import { homeFocus } from '../tv/control/home.ts'
import { createTv } from '../tv/control/tv.ts'
import { newHome, type FilmView, type View } from '../tv/control/views.ts'
import type { Key } from '../tv/keys.ts'
import { createRows } from '../tv/rows.ts'
import { createShelf } from '../tv/shelf.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import { aScreenFilm } from './samples.ts'

export type TvPage = ReturnType<typeof openTvPage>

export const film = (at: number, point = 0): ScreenFilm => ({ ...aScreenFilm, id: `m${at}`, title: `Film ${at}`, point })

export const face = (name: Extract<ToScreen, { kind: 'face' }>['face']): Extract<ToScreen, { kind: 'face' }> => ({
  kind: 'face',
  face: name,
  box: 'box',
  devsn: '',
  code: '',
  digits: '',
  left_ms: 0,
  address: '',
  qr: { path: '', side: 0 },
  people: [],
  app: '',
  is_damaged: false,
})

export function openTvPage() {
  const clock = handClock()
  const messages: SentByScreen[] = []
  const did: string[] = []
  const send = (message: SentByScreen) => void messages.push(message)
  const shelf = createShelf(send)
  let answered = 0
  const time = { now: 0 }
  const tv = createTv({
    send,
    rows: createRows(send),
    shelf,
    player: () => player,
    chooseCast: () => page.chooseCast(),
    reload: () => did.push('reload'),
    again: () => did.push('again'),
    now: () => time.now,
    later: clock.later,
  })
  const page = {
    messages,
    did,
    isPlaying: false,
    isBlocked: false,
    isBetweenParts: false,
    /** ms. */
    get now(): number {
      return time.now
    },
    set now(ms: number) {
      time.now = ms
    },
    library: Array.from({ length: 2_000 }, (_, at) => film(at)),
    recent: new Array<ScreenFilm>(),
    rows: new Array<ScreenRow>(),
    episodes: new Array<ScreenEpisode>(),
    /** The browser's list of devices. */
    chooseCast: (): Promise<void> => Promise.resolve(),
    /** It is known who watches. */
    canFavorite: false,
    clock,
    shelf,
    tv,
    answer,
    inside(): void {
      page.tv.line('open')
      page.tv.heard(face('inside'))
      answer()
    },
    press(...keys: Key[]): void {
      for (const key of keys) {
        page.tv.press(key)
        answer()
      }
    },
    home() {
      const [view] = tv.state.get().views
      return homeFocus({ rows: tv.rows, shelf, state: tv.state }, view?.kind === 'home' ? view : newHome)
    },
    /** The id of the focused film. */
    focused() {
      const { row, column } = page.home()
      return row.film(column)?.id
    },
    top: (): View | undefined => page.tv.state.get().views.at(-1),
    openFilm(): FilmView | undefined {
      const view = page.top()
      return view?.kind === 'film' ? view : undefined
    },
  }

  const player: FilmPlayer = {
    isOn: () => page.isPlaying,
    hasSound: () => true,
    isBetweenParts: () => page.isBetweenParts,
    resumeBroken: () => {},
    playing: () => (page.isPlaying ? { play_id: 'p1', path: 'f', point: 0, is_paused: false } : null),
    load: ({ point }) => void (did.push(`load ${point}`), (page.isPlaying = true)),
    pause: () => void did.push('pause'),
    resume: () => void did.push('resume'),
    speed: (speed) => void did.push(`speed ${speed}`),
    seek: (point) => void did.push(`seek ${point}`),
    volume: (change) => void did.push(`volume ${JSON.stringify(change)}`),
    gesture() {
      did.push('gesture')
      const before = page.isBlocked
      page.isBlocked = false
      return before
    },
    exit: () => void (did.push('exit'), (page.isPlaying = false)),
    end: () => void (did.push('end'), (page.isPlaying = false)),
    isPaused: () => did.at(-1) === 'pause',
    point: () => 60_000,
  }

  /** As the box answers what was requested since. */
  function answer(): void {
    while (answered < messages.length) {
      const message = messages[answered]
      answered += 1
      const reply = message && answerTo(page, message)
      if (reply) page.tv.heard(reply)
    }
  }

  return page
}

type Library = {
  library: ScreenFilm[]
  recent: ScreenFilm[]
  rows: ScreenRow[]
  episodes: ScreenEpisode[]
  canFavorite: boolean
}

function answerTo({ library, recent, rows, episodes, canFavorite }: Library, message: SentByScreen): ToScreen | undefined {
  if (message.kind === 'films') {
    const { id, offset, limit, genre = '' } = message
    const films = genre === '' ? library : library.filter(({ genres }) => genres.includes(genre))
    return { kind: 'films', id, data: films.slice(offset, offset + limit), total: films.length, recent: [] }
  }
  if (message.kind === 'rows') {
    const first = recent.length > 0 ? [{ kind: 'continue' as const, genre: '', total: recent.length, data: recent }] : []
    return { kind: 'rows', id: message.id, rows: [...first, ...rows] }
  }
  if (message.kind === 'film') {
    const opened = library.find(({ id }) => id === message.movie_id)
    return { kind: 'film', id: message.id, film: opened ? detailOf(opened, { episodes, canFavorite }) : null }
  }
  if (message.kind === 'episodes') return { kind: 'episodes', id: message.id, data: episodes }
  if (message.kind !== 'search') return undefined
  const data = library.filter(({ title }) => title.toLowerCase().startsWith(message.q))
  return { kind: 'search', id: message.id, data: data.slice(0, 60), total: data.length }
}

function detailOf(opened: ScreenFilm, { episodes, canFavorite }: Pick<Library, 'episodes' | 'canFavorite'>) {
  return {
    ...opened,
    original_title: '',
    people: [],
    season_list: opened.kind === 'series' ? [{ season: 1, title: '', episodes: episodes.length }] : [],
    versions: [],
    related: [],
    can_favorite: canFavorite,
  }
}
