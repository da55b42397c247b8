/** Starts the film that follows on a screen: of the queue, of the series or of the folder. */
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { Refusal } from '../../kit/refusal.ts'
import { startOf, type PlayableFilm } from '../delivery/parts.ts'
import { pickScreen, type PlayerState } from '../player-state.ts'
import type { createFinder } from '../resolve-film.ts'
import type { PlayStarter, Session } from '../session/session.ts'
import { startSession } from '../start-session.ts'
import type { QueueRow, QueueStore } from './queue.store.ts'
import type { Around, Follower } from './up-next.ts'

export type UpNextDeps = {
  player: PlayerState
  store: QueueStore
  finder: Pick<ReturnType<typeof createFinder>, 'find' | 'again'>
  /** Changes of a queue run one after the other. */
  oneAtATime: OneAtATime
  aroundOf: (session: Session) => Promise<Around>
  /** A film was started, and the queue is another one now. */
  onStart: (screen_id: string) => Promise<void>
}

/** id: of the entry that is meant, '' for the first. isWanted: false once somebody stopped the film that it follows, or started another. isByItself: nobody asked for it. */
type Following = { id: string; isWanted: () => boolean; isByItself: boolean }

export function createUpNext({ player, store, finder, oneAtATime, aroundOf, onStart }: UpNextDeps) {
  /** False if it is not wanted any more. */
  async function start(
    after: Session,
    film: PlayableFilm,
    { by, isWanted, isByItself }: Following & { by: PlayStarter },
  ): Promise<boolean> {
    if (!isWanted()) return false
    const { screen_id, speed, unattended } = after
    const alone = isByItself && { unattended: { ...unattended, films: unattended.films + 1 } }
    await startSession(player, pickScreen(player, screen_id), { ...film, point: startOf(film), by, speed, ...alone })
    await onStart(screen_id)
    return true
  }

  /** False if it is taken already. */
  const take = ({ screen_id, entry_id }: QueueRow) =>
    oneAtATime(async () => {
      const rows = await store.of(screen_id)
      const others = rows.filter((row) => row.entry_id !== entry_id)
      await store.replace(screen_id, others)
      return others.length < rows.length
    })
  const putBack = (row: QueueRow) =>
    oneAtATime(async () => store.replace(row.screen_id, [row, ...(await store.of(row.screen_id))]))

  /** Starts the first of what people added, or the entry of this id; false if there is none. A film that the box has no longer is skipped. */
  async function playQueued(session: Session, { id, isWanted, isByItself }: Following): Promise<boolean> {
    for (const row of await oneAtATime(() => store.of(session.screen_id))) {
      if (id !== '' && row.entry_id !== id) continue
      const film = await finder.again({ id: row.file_id, path: row.path }).catch(gone)
      if (!isWanted()) return false
      if (!(await take(row)) || !film) continue
      const by = row.realm === '' ? session.by : { realm: row.realm, user_id: row.user_id }
      if (await start(session, film, { id, isWanted, isByItself, by })) return true
      // Nobody wants it now: it stays first.
      await putBack(row)
      return false
    }
    return false
  }

  /** Starts the next episode or file, or the one of this id; false if there is none. */
  async function playFollowing(session: Session, following: Following): Promise<boolean> {
    const { id } = following
    const next = (await aroundOf(session)).after.find(({ entry }) => id === '' || entry.id === id)
    return next !== undefined && play(session, next, following)
  }

  async function play(session: Session, { entry: { path }, file }: Follower, following: Following): Promise<boolean> {
    const film = await (path === '' ? finder.again({ id: '', path: file }) : finder.find({ movie_id: '', path })).catch(gone)
    return film !== undefined && start(session, film, { ...following, by: session.by })
  }

  return { playQueued, playFollowing, play }
}

/** Its file was removed or moved since it was added. */
function gone(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
  return undefined
}
