/** The queue of each screen: what people added, then the next episode or file. It is kept over a restart of the box. */
import { randomBytes } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { maxQueueLength, type PlayQueue, type QueueEntry } from '@homeport/contract/playback/play-queue.ts'
import type { NextFilm } from '@homeport/contract/playback/playback.ts'
import type { ScreenNext } from '@homeport/contract/playback/screen-protocol.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { createFinder, EpisodeTitles, FilmFiles } from '../resolve-film.ts'
import { durationOf, type PlayableFilm } from '../delivery/parts.ts'
import { refused } from '../delivery/play-refusal.ts'
import { connectedPort } from '../session/await-report.ts'
import { offersNext, portOf, sessionOf, type PlayerRooms, type PlayerState } from '../player-state.ts'
import { dispatch } from '../run-step.ts'
import type { EpisodeNames } from '../session/events.ts'
import type { PlayStarter, Session } from '../session/session.ts'
import { createUpNext } from './play-next.ts'
import { around, ofEpisode, type Around } from './up-next.ts'
import type { QueueRow, QueueStore } from './queue.store.ts'

const maxFollowing = 50
const nothing: Around = { before: undefined, after: [], own: undefined }

export type QueueDeps = {
  player: PlayerState
  store: QueueStore
  films: Pick<FilmFiles, 'episodesInOrder'>
  finder: Pick<ReturnType<typeof createFinder>, 'find' | 'again' | 'filmOf'>
  /** Whether what follows begins by itself for this person. */
  playsNext: (by: PlayStarter) => Promise<boolean>
  /** Whether this person wants episodes that they have not begun without a still. */
  hidesUnseen: (by: PlayStarter) => Promise<boolean>
  /** The queue of a screen changed. */
  onChange: (queue: PlayQueue) => void
}
export type Added = { movie_id: string; path: string; from_id: string; at: 'next' | 'end' }
export type Queue = ReturnType<typeof createQueue>

export function createQueue({ player, store, films, finder, playsNext, hidesUnseen, onChange }: QueueDeps) {
  /** The entries around the film that plays, by play. */
  const surroundings = new Map<string, Around>()
  /** Changes of a queue run one after the other. */
  const oneAtATime = createOneAtATime()

  async function aroundOf(session: Session | undefined): Promise<Around> {
    if (!session) return nothing
    const existing = surroundings.get(session.play_id)
    if (existing) return existing
    const read = await around(films, session.file)
    if (sessionOf(player, session)) surroundings.set(session.play_id, read)
    return read
  }

  async function view(screen_id: string): Promise<PlayQueue> {
    const queue = await Promise.all((await store.of(screen_id)).map((row) => entryOf({ films, finder }, row)))
    const { after } = await aroundOf(player.sessions.get(screen_id))
    const following = after.slice(0, maxFollowing).map(({ entry }) => entry)
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

  /** The next entry is part of the status; the TV shows it where it begins by itself, unless it asks first whether somebody watches. */
  async function announceNext(screen_id: string, queue?: PlayQueue): Promise<void> {
    const session = player.sessions.get(screen_id)
    if (!session) return
    const { queue: own_queue, following } = queue ?? (await view(screen_id))
    const entry = own_queue[0] ?? following[0]
    const begins = own_queue.length > 0 ? 'queued' : (await playsNext(session.by)) ? 'by itself' : 'never'
    const titles = own_queue.length === 0 ? (await aroundOf(session)).after[0]?.titles : undefined
    await dispatch(player, session, { kind: 'next', next: entry ? nextOf(entry) : null, begins, titles })
    const current = sessionOf(player, session)
    const isOffered = current !== undefined && offersNext(player, current)
    const port = portOf(player, screen_id)
    const next = entry && isOffered ? screenNext(entry, port && titles?.[port.lang]) : null
    // A film has no still to hide.
    const isHidden = next !== null && next.episode !== null && (await hidesUnseen(session.by))
    port?.send({ kind: 'next', play_id: session.play_id, next: isHidden ? { ...next, picture: '' } : next })
  }

  const upNext = createUpNext({
    player,
    store,
    finder,
    oneAtATime,
    aroundOf,
    onStart: async (screen_id) => onChange(await view(screen_id)),
  })

  const announce = ({ screen_id }: Session): void => void announceNext(screen_id).catch(player.onFault)
  const rooms: Pick<PlayerRooms, 'namesOf' | 'loaded' | 'habitChanged' | 'offerChanged' | 'follow' | 'closed'> = {
    namesOf: async (session) => namesOf(await aroundOf(session)),
    loaded: announce,
    habitChanged: announce,
    offerChanged: announce,
    async follow(session, { asks }) {
      const isWanted = () => sessionOf(player, session)?.state.kind === 'ending'
      const following = { id: '', isWanted, isByItself: true }
      if (await upNext.playQueued(session, following)) return 'started'
      if (!(await playsNext(session.by))) return 'nothing'
      if (asks) return (await aroundOf(session)).after.length > 0 ? 'ask' : 'nothing'
      return (await upNext.playFollowing(session, following)) ? 'started' : 'nothing'
    },
    closed: ({ play_id }) => void surroundings.delete(play_id),
  }

  return {
    rooms,
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
      await connectedPort(player, session)
      const { before } = await aroundOf(session)
      const isWanted = () => sessionOf(player, session) !== undefined
      const following = { id, isWanted, isByItself: false }
      const isPlaying = back
        ? before !== undefined && (await upNext.play(session, before, following))
        : (await upNext.playQueued(session, following)) || (await upNext.playFollowing(session, following))
      // Another press, or a film that somebody started, was faster.
      if (!isPlaying && isWanted()) throw refused('no_film')
    },
  }
}

/** titles: in the TV's language. */
function screenNext(entry: QueueEntry, titles: EpisodeTitles | undefined): ScreenNext {
  const { series_title, poster: picture } = entry
  return { ...nextOf(entry), series_title, picture, ...(titles && { title: titles.episode, series_title: titles.series }) }
}

/** The TV shows an episode by its own title and its series. */
function namesOf({ own }: Around): EpisodeNames | undefined {
  if (!own) return undefined
  const { series_id: movie_id, series_title, title: episodeTitle, titles, season, episode } = own
  return { series: { movie_id, title: series_title, season, episode }, episodeTitle, titles }
}

/** undefined if the box has it no longer. */
async function entryOf({ films, finder }: Pick<QueueDeps, 'films' | 'finder'>, row: QueueRow): Promise<QueueEntry | undefined> {
  const film = await finder.filmOf({ id: row.file_id, path: row.path })
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
