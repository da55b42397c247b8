/** Reads and writes what is known of films beyond their names. A write marks the film as changed in the same transaction. */
import * as z from 'zod/mini'
import type { Db } from '../../kit/db.ts'
import { batchesOf, rowsOfBatches } from './chunk.ts'
import { markChanged } from './film-changes.store.ts'
import { EpisodeFacts, FilmFacts, FoundCandidate } from './facts.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    movie_identity: FilmIdentityRow
    movie_episode_facts: EpisodeFactsRow
    /** Pictures of a film besides its poster: backdrop, photos of people, stills; the hashes of their bytes. */
    movie_art: { film_id: string; picture: string }
  }
}

/** The facts of a film or series beyond its name (identity/facts.ts). */
export type FilmIdentityRow = {
  film_id: string
  source: 'no' | 'auto' | 'nfo' | 'person'
  /** 1: no scan and no search changes it by itself any more (a person chose, or said that none is right). */
  is_settled: number
  /** FilmFacts as JSON. */
  facts: string
  /** FoundCandidate[] as JSON, best first, at most three. */
  candidates: string
  /** The score of the best candidate, 0 to 1. */
  score: number
  /** Title, year and ids that were last searched for: another name is searched again. */
  searched_name: string
  /** ms; 0: never. */
  searched_at: number
}

export type EpisodeFactsRow = {
  series_id: string
  season: number
  episode: number
  source: 'auto' | 'nfo' | 'person'
  /** EpisodeFacts as JSON. */
  facts: string
}

export type FilmIdentity = Omit<FilmIdentityRow, 'is_settled' | 'facts' | 'candidates'> & {
  is_settled: boolean
  facts: FilmFacts
  candidates: FoundCandidate[]
}

export type NumberedEpisode = { season: number; episode: number; facts: EpisodeFacts }

export function identityStore(db: Db) {
  return {
    /** By film id; films of which nothing is known are not in it. */
    async identities(filmIds: readonly string[]): Promise<Map<string, FilmIdentity>> {
      const rows = await rowsOfBatches(filmIds, (ids) =>
        db.selectFrom('movie_identity').selectAll().where('film_id', 'in', ids).execute(),
      )
      return new Map(rows.map((row) => [row.film_id, identityOf(row)]))
    },
    async saveIdentity(identity: FilmIdentity): Promise<void> {
      await db.transaction().execute((tx) => writeIdentity(tx, identity))
    },
    /** Unless it was changed since `before` was read: by a person, or by an NFO file. art: pictures of the film besides its poster. */
    async saveUnlessChanged(
      identity: FilmIdentity,
      { before, art }: { before: FilmIdentity | undefined; art: readonly string[] },
    ) {
      await db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('movie_identity').selectAll().where('film_id', '=', identity.film_id).executeTakeFirst()
        const current = row && identityOf(row)
        if (current?.source !== before?.source || current?.is_settled !== before?.is_settled) return
        if (current?.facts.ids.tmdb !== before?.facts.ids.tmdb) return
        await writeIdentity(tx, identity)
        await writeArt(tx, identity.film_id, art)
      })
    },
    /** Candidates of a search; what the film is shown as stays. art: their posters. */
    async saveCandidates(identity: FilmIdentity, art: readonly string[]): Promise<void> {
      const { film_id, candidates, score } = identity
      await db.transaction().execute(async (tx) => {
        const row = rowOf(identity)
        await tx
          .insertInto('movie_identity')
          .values(row)
          .onConflict((on) => on.column('film_id').doUpdateSet({ candidates: JSON.stringify(candidates), score }))
          .execute()
        await addArt(tx, film_id, art)
      })
    },
    /** In place of those that it had. */
    setArt: (filmId: string, art: readonly string[]): Promise<void> =>
      db.transaction().execute((tx) => writeArt(tx, filmId, art)),
    addArt: (filmId: string, art: readonly string[]): Promise<void> => addArt(db, filmId, art),
    /** Facts of the episodes of a series; those that an NFO file or a person gave stay. */
    async saveEpisodes(seriesId: string, { episodes, art }: { episodes: readonly NumberedEpisode[]; art: readonly string[] }) {
      await db.transaction().execute(async (tx) => {
        for (const { season, episode, facts } of episodes) {
          const row = { series_id: seriesId, season, episode, source: 'auto' as const, facts: JSON.stringify(facts) }
          await tx
            .insertInto('movie_episode_facts')
            .values(row)
            .onConflict((on) =>
              on.columns(['series_id', 'season', 'episode']).doUpdateSet(row).where('movie_episode_facts.source', '=', 'auto'),
            )
            .execute()
        }
        await addArt(tx, seriesId, art)
        const films = await tx.selectFrom('movie_film').select('film_id').where('series_id', '=', seriesId).execute()
        await markChanged(tx, [seriesId, ...films.map(({ film_id }) => film_id)])
      })
    },
    /** By season and episode. */
    async episodeFacts(seriesId: string): Promise<Map<string, EpisodeFacts>> {
      const rows = await db.selectFrom('movie_episode_facts').selectAll().where('series_id', '=', seriesId).execute()
      return new Map(rows.map(({ season, episode, facts }) => [`${season}/${episode}`, z.parse(EpisodeFacts, JSON.parse(facts))]))
    },
  }
}

/** Within a transaction of the caller. */
export async function writeIdentity(tx: Db, identity: FilmIdentity): Promise<void> {
  await writeIdentities(tx, [identity])
}

/** Within a transaction of the caller. */
export async function writeIdentities(tx: Db, identities: readonly FilmIdentity[]): Promise<void> {
  for (const some of batchesOf(identities)) {
    await tx
      .insertInto('movie_identity')
      .values(some.map(rowOf))
      .onConflict((on) =>
        on.column('film_id').doUpdateSet((eb) => ({
          source: eb.ref('excluded.source'),
          is_settled: eb.ref('excluded.is_settled'),
          facts: eb.ref('excluded.facts'),
          candidates: eb.ref('excluded.candidates'),
          score: eb.ref('excluded.score'),
          searched_name: eb.ref('excluded.searched_name'),
          searched_at: eb.ref('excluded.searched_at'),
        })),
      )
      .execute()
  }
  await markChanged(
    tx,
    identities.map(({ film_id }) => film_id),
  )
}

/** In place of those that it had; a backdrop that lies beside the film stays. */
async function writeArt(tx: Db, filmId: string, art: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('movie_art')
    .where('film_id', '=', filmId)
    .where('picture', 'not in', tx.selectFrom('movie_film').select('backdrop').where('film_id', '=', filmId))
    .execute()
  await addArt(tx, filmId, art)
}

async function addArt(tx: Db, filmId: string, art: readonly string[]): Promise<void> {
  const pictures = [...new Set(art)].filter((picture) => picture !== '')
  if (pictures.length === 0) return
  await tx
    .insertInto('movie_art')
    .values(pictures.map((picture) => ({ film_id: filmId, picture })))
    .onConflict((on) => on.doNothing())
    .execute()
}

function rowOf({ is_settled, facts, candidates, ...rest }: FilmIdentity): FilmIdentityRow {
  return { ...rest, is_settled: is_settled ? 1 : 0, facts: JSON.stringify(facts), candidates: JSON.stringify(candidates) }
}

export function identityOf({ is_settled, facts, candidates, ...rest }: FilmIdentityRow): FilmIdentity {
  return {
    ...rest,
    is_settled: is_settled === 1,
    facts: z.parse(FilmFacts, JSON.parse(facts)),
    candidates: z.parse(z.array(FoundCandidate), JSON.parse(candidates)),
  }
}
