/** The queue of each screen: what people added, then the next episode or file. It is kept over a restart of the box. */
import { randomBytes } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { maxQueueLength, type PlayQueue, type QueueEntry } from '@homeport/contract/playback/play-queue.ts'
import type { NextFilm } from '@homeport/contract/playback/playback.ts'
import type { ScreenNext } from '@homeport/contract/playback/screen-protocol.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { createFinder, EpisodeTitles, FilmFiles } from '../resolve-film.ts'
import { startOf, durationOf, type PlayableFilm } from '../parts.ts'
import { refused } from '../play-refusal.ts'
import { portOf, pushView, type PlayerState } from '../player-state.ts'
import { connectedPort } from '../screen-away.ts'
import type { PlayStarter, Session } from '../session.ts'
import type { ScreenPort } from '../screen-port.ts'
import { startSession } from '../start-session.ts'
import { around, ofEpisode, type Around, type Follower } from './up-next.ts'
import type { QueueRow, QueueStore } from './queue.store.ts'

const followingMost = 50
const nothing: Around = { before: undefined, after: [], own: undefined }

export type QueueDeps = {
  player: PlayerState
  store: QueueStore
  films: Pick<FilmFiles, 'episodesInOrder'>
  finder: Pick<ReturnType<typeof createFinder>, 'find' | 'again' | 'known'>
  /** Whether what follows begins by itself for this person. */
  playsNext: (by: PlayStarter) => Promise<boolean>
  /** The queue of a screen changed. */
  onChange: (queue: PlayQueue) => void
}
export type Added = { movie_id: string; path: string; from_id: string; at: 'next' | 'end' }
export type Queue = ReturnType<typeof createQueue>

export function createQueue({ player, store, films, finder, playsNext, onChange }: QueueDeps) {
  /** The entries around the film that plays, by session. */
  const surroundings = new WeakMap<Session, Around>()
  /** Changes of a queue run one after the other. */
  const oneAtATime = createOneAtATime()

  async function aroundOf(session: Session | undefined): Promise<Around> {
    if (!session) return nothing
    if (!surroundings.has(session)) surroundings.set(session, await around(films, session.file))
    return surroundings.get(session) ?? nothing
  }

  async function view(screen_id: string): Promise<PlayQueue> {
    const queue = await Promise.all((await store.of(screen_id)).map((row) => entryOf({ films, finder }, row)))
    const { after } = await aroundOf(player.sessions.get(screen_id))
    const following = after.slice(0, followingMost).map(({ entry }) => entry)
    return { screen_id, queue: queue.filter((entry) => entry !== undefined), following }
  }

  async function change(screen_id: string, edit: (rows: QueueRow[]) => QueueRow[]): Promise<PlayQueue> {
    return oneAtATime(async () => {
      const rows = edit(await store.of(screen_id))
      if (rows.length > maxQueueLength) throw new Refusal(Code.invalid, { field: 'movie_id', rule: 'range' })
      await store.replace(screen_id, rows)
      const queue = await view(screen_id)
      await announceNext(screen_id, queue)
      onChange(queue)
      return queue
    })
  }

  /** The next entry is part of the status; the TV shows it where it begins by itself. */
  async function announceNext(screen_id: string, queue?: PlayQueue): Promise<void> {
    const session = player.sessions.get(screen_id)
    if (!session) return
    const { queue: own_queue, following } = queue ?? (await view(screen_id))
    const entry = own_queue[0] ?? following[0]
    const isAutomatic = own_queue.length > 0 || (await playsNext(session.by))
    if (session.isOver) return
    session.next = entry ? nextOf(entry) : null
    if (entry && own_queue.length > 0) session.isLast = false
    if (!session.isStarting) pushView(player, screen_id)
    const follower = own_queue.length === 0 ? (await aroundOf(session)).after[0] : undefined
    const port = portOf(player, screen_id)
    const next = entry && isAutomatic && !session.isLast ? screenNext(entry, port && follower?.titles?.[port.lang]) : null
    port?.send({ kind: 'next', play_id: session.play_id, next })
  }

  /** Starts the first of what people added, or the entry of this id; false if there is none. A film that the box has no longer is skipped. */
  async function playQueued(session: Session, port: ScreenPort, id = ''): Promise<boolean> {
    const { screen_id, speed, by } = session
    for (const row of await oneAtATime(() => store.of(screen_id))) {
      if (id !== '' && row.entry_id !== id) continue
      await oneAtATime(async () => {
        const rows = await store.of(screen_id)
        await store.replace(
          screen_id,
          rows.filter(({ entry_id }) => entry_id !== row.entry_id),
        )
      })
      const film = await finder.again({ id: row.file_id, path: row.path }).catch(gone)
      if (!film) continue
      const adder = row.realm === '' ? by : { realm: row.realm, user_id: row.user_id }
      await startSession(player, port, { ...film, point: startOf(film), by: adder, speed })
      onChange(await view(screen_id))
      return true
    }
    return false
  }

  /** Starts the next episode or file, or the one of this id; false if there is none. */
  async function playFollowing(session: Session, port: ScreenPort, id = ''): Promise<boolean> {
    const next = (await aroundOf(session)).after.find(({ entry }) => id === '' || entry.id === id)
    return next !== undefined && play(session, port, next)
  }

  async function play({ by, speed }: Session, port: ScreenPort, { entry: { path }, file }: Follower): Promise<boolean> {
    const film = await (path === '' ? finder.again({ id: '', path: file }) : finder.find({ movie_id: '', path })).catch(gone)
    if (!film) return false
    await startSession(player, port, { ...film, point: startOf(film), by, speed })
    onChange(await view(port.screen_id))
    return true
  }

  player.hooks.beforeLoad.push(async (session) => nameEpisode(session, await aroundOf(session)))
  player.hooks.loaded.push((session) => void announceNext(session.screen_id).catch(player.onFault))
  player.hooks.habitChanged.push((session) => void announceNext(session.screen_id).catch(player.onFault))
  player.hooks.ended.push(playQueued, async (session, port) => (await playsNext(session.by)) && playFollowing(session, port))

  return {
    view,
    add: (screen_id: string, added: Added, by: PlayStarter): Promise<PlayQueue> => {
      const rows = filmsOf({ films, finder }, added).then((all) => all.map((film) => rowOf(screen_id, film, by)))
      return rows.then((some) => change(screen_id, (all) => (added.at === 'next' ? [...some, ...all] : [...all, ...some])))
    },
    move: (screen_id: string, id: string, to: number) =>
      change(screen_id, (rows) => {
        const moved = rows.find(({ entry_id }) => entry_id === id)
        return moved ? rows.filter((row) => row !== moved).toSpliced(to, 0, moved) : rows
      }),
    remove: (screen_id: string, { ids, is_all }: { ids: readonly string[]; is_all: boolean }) =>
      change(screen_id, (rows) => (is_all ? [] : rows.filter(({ entry_id }) => !ids.includes(entry_id)))),
    /** Plays what follows, or the entry of this id, or what comes before in its series or folder. */
    async next(screen_id: string, { back, id }: { back: boolean; id: string }): Promise<void> {
      const session = player.sessions.get(screen_id)
      if (!session) throw refused('no_screen')
      const port = await connectedPort(player, session)
      const { before } = await aroundOf(session)
      const isPlaying = back
        ? before !== undefined && (await play(session, port, before))
        : (await playQueued(session, port, id)) || (await playFollowing(session, port, id))
      if (!isPlaying) throw refused('no_film')
    },
  }
}

/** titles: in the TV's language. */
function screenNext(entry: QueueEntry, titles: EpisodeTitles | undefined): ScreenNext {
  const { series_title, poster: picture } = entry
  return { ...nextOf(entry), series_title, picture, ...(titles && { title: titles.episode, series_title: titles.series }) }
}

/** The TV shows an episode by its own title and its series. */
function nameEpisode(session: Session, { own }: Around): void {
  if (!own) return
  const { series_id: movie_id, series_title, title, season, episode } = own
  session.series = { movie_id, title: series_title, season, episode }
  session.episodeTitle = title
  session.titles = own.titles
}

/** undefined if the box has it no longer. */
async function entryOf({ films, finder }: Pick<QueueDeps, 'films' | 'finder'>, row: QueueRow): Promise<QueueEntry | undefined> {
  const film = await finder.known({ id: row.file_id, path: row.path })
  if (!film) return undefined
  const { movie_id, id: path, title, poster } = film.file
  const episode = (await films.episodesInOrder(movie_id)).find((one) => one.movie_id === movie_id)
  const facts = { movie_id, path, title, poster, series_title: '', season: null, episode: null }
  return {
    ...facts,
    ...(episode && ofEpisode(episode).entry),
    path,
    id: row.entry_id,
    duration_ms: durationOf(film.parts) || null,
  }
}

/** A series adds its episodes, from `from_id` on. */
async function filmsOf(
  { films, finder }: Pick<QueueDeps, 'films' | 'finder'>,
  { movie_id, path, from_id }: Added,
): Promise<PlayableFilm[]> {
  const episodes = path === '' ? await films.episodesInOrder(movie_id) : []
  const isSeries = episodes.length > 0 && !episodes.some((one) => one.movie_id === movie_id)
  if (!isSeries) return [await finder.find({ movie_id, path })]
  const at = Math.max(
    0,
    episodes.findIndex((one) => one.movie_id === from_id),
  )
  const some = episodes.slice(at, at + maxQueueLength).map((one) => finder.find({ movie_id: '', path: one.path }))
  return Promise.all(some)
}

function rowOf(screen_id: string, { file }: PlayableFilm, by: PlayStarter): QueueRow {
  return {
    entry_id: randomBytes(8).toString('hex'),
    screen_id,
    place: 0,
    movie_id: file.movie_id,
    file_id: file.id,
    path: file.path,
    realm: by?.realm ?? '',
    user_id: by?.user_id ?? '',
  }
}

function nextOf({ movie_id, path, title, season, episode }: QueueEntry): NextFilm {
  return { movie_id, path, title, season, episode }
}

/** Its file was removed or moved since it was added. */
function gone(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
  return undefined
}
