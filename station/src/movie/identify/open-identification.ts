/** Identification of films: the background search and the acts of mending. Without a key nothing is asked, and everything else works. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../../kit/db.ts'
import type { MediaTools } from '../../shared/ffmpeg.ts'
import { filmByTmdbQueries } from '../film/film-by-tmdb.query.ts'
import { identityStore } from '../film/identity.store.ts'
import type { KeyUser } from '../../shared/api-key.ts'
import { createClient, tryDatabaseKey, type FilmDatabaseSettings } from '../tmdb/client.ts'
import { createDatabase } from '../tmdb/database.ts'
import { createCandidateSearch } from './candidate-search.ts'
import { databasePictures } from './database-pictures.ts'
import { keepFetched } from './fetched-picture.ts'
import { filmNameQueries } from './film-name.query.ts'
import { createIdentificationQueue } from './identification-queue.ts'
import { identifyActs } from './identify-acts.ts'
import { createFilmIdentifier } from './identify-film.ts'
import { identityChangeStore } from './identity-change.store.ts'
import { createMending } from './manual-match.ts'
import { createWantedFilms, searchAct } from './wanted-films.ts'

/** blobOf: a picture that a person uploaded to the cloud; undefined if it is not there. */
export type IdentificationDeps = {
  db: Db
  folder: string
  tools: Promise<MediaTools>
  settings: FilmDatabaseSettings
  blobOf: (realm: Lang, id: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<Buffer | undefined>
  now: () => number
  elapsed: () => number
  /** Facts or pictures of films changed. */
  onChange: () => void
  onFault: (fault: unknown) => void
  /** How long an app waits for the database: it is answered within three seconds. */
  answerWithinMs?: number
}

export type Identification = ReturnType<typeof openIdentification>

const maxUploadBytes = 10 * 1024 * 1024
const uploadWithinMs = 2_000
const sweepEveryMs = 3_600_000
const uploadedWidth = 500

export function openIdentification(deps: IdentificationDeps) {
  const { db, folder, tools, settings, blobOf, now, elapsed, onChange, onFault, answerWithinMs = 2_500 } = deps
  const names = filmNameQueries(db, { now })
  const identities = identityStore(db)
  const changes = identityChangeStore(db, { now })
  const byTmdb = filmByTmdbQueries(db)
  let remote = openRemote(settings.key)
  const mending = createMending({ names, identities, changes, remote: () => remote, uploaded, onChange })
  let sweptAt = -Infinity

  function openRemote(key: string) {
    if (key === '') return undefined
    const client = createClient({ db, settings: { ...settings, key }, now, elapsed })
    const database = createDatabase(client)
    const pictures = databasePictures({ client, folder, tools })
    const identifier = createFilmIdentifier({ names, identities, database, pictures, now })
    const queue = createIdentificationQueue({ names, identifier, now: elapsed, onChange, onFault })
    const remoteParts = { database, pictures, identifier, queue }
    const search = createCandidateSearch({ identities, remote: remoteParts, onChange, onFault, answerWithinMs })
    const wantedFilms = createWantedFilms({ identities, remote: remoteParts, onChange, onFault, answerWithinMs })
    return { client, queue, search, wantedFilms }
  }

  async function uploaded(realm: Lang, blob: string): Promise<string> {
    const signal = AbortSignal.timeout(uploadWithinMs)
    const bytes = await blobOf(realm, blob, { maxBytes: maxUploadBytes, signal })
    return bytes ? keepFetched(bytes, { folder, tools, width: uploadedWidth }) : ''
  }

  async function closeRemote(closed: typeof remote): Promise<void> {
    closed?.search.stop()
    closed?.wantedFilms.stop()
    await closed?.queue.stop()
    closed?.client.stop()
  }

  async function useKey(key: string): Promise<void> {
    const before = remote
    remote = openRemote(key)
    remote?.queue.wake(0)
    await closeRemote(before)
  }

  async function sweep(): Promise<void> {
    await changes.sweepChanges()
    await remote?.client.sweep()
  }

  const key: KeyUser = { tryKey: (tried, signal) => tryDatabaseKey({ ...settings, key: tried }, signal), useKey }
  return {
    acts: [...identifyActs(mending), searchAct({ films: byTmdb, database: () => remote?.wantedFilms })],
    key,
    /** Films and series that somebody wants to see. */
    wantedFilms: {
      ...byTmdb,
      /** The entry of the film database, undefined if it has none. */
      entryOf: async (tmdb: string) => (await remote?.wantedFilms.entryOf(tmdb)) ?? { state: 'no_key' as const },
      seasonOf: async (tmdb: string, season: number) =>
        (await remote?.wantedFilms.seasonOf(tmdb, season)) ?? { state: 'no_key' as const },
      seasonsOf: async (tmdb: string) => (await remote?.wantedFilms.seasonsOf(tmdb)) ?? { state: 'no_key' as const },
    },
    /** Films that the database has not been asked about. */
    waiting: () => names.countToSearch(),
    /** There may be films to identify. */
    wake: () => remote?.queue.wake(),
    /** These films are visible in an app: they are identified before all others. */
    lookAt: (ids: readonly string[]) => remote?.queue.lookAt(ids),
    /** Resolves once all films are identified that can be now. */
    idle: async () => remote?.queue.idle(),
    slowTick(): void {
      remote?.queue.wake()
      if (sweptAt + sweepEveryMs > elapsed()) return
      sweptAt = elapsed()
      void sweep().catch(onFault)
    },
    stop: () => closeRemote(remote),
  }
}
