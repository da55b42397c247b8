/** Reads and writes what is known of films beyond their names. A write marks the film as changed in the same transaction. */
import * as z from 'zod/mini'
import type { Db } from '../../kit/db.ts'
import type { FilmIdentityRow } from '../../kit/tables.ts'
import { batchesOf } from '../batches.ts'
import { markChanged } from '../film-changes.store.ts'
import { EpisodeFacts, FilmFacts, FoundCandidate } from './facts.ts'

export type FilmIdentity = Omit<FilmIdentityRow, 'is_settled' | 'facts' | 'candidates'> & {
  is_settled: boolean
  facts: FilmFacts
  candidates: FoundCandidate[]
}

export function identityStore(db: Db) {
  return {
    /** By film id; films of which nothing is known are not in it. */
    async identities(filmIds: readonly string[]): Promise<Map<string, FilmIdentity>> {
      const rows: FilmIdentityRow[] = []
      for (const ids of batchesOf(filmIds))
        rows.push(...(await db.selectFrom('movie_identity').selectAll().where('film_id', 'in', ids).execute()))
      return new Map(rows.map((row) => [row.film_id, identityOf(row)]))
    },
    async saveIdentity(identity: FilmIdentity): Promise<void> {
      await db.transaction().execute((tx) => writeIdentity(tx, identity))
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
  const { is_settled, facts, candidates, ...rest } = identity
  const row = {
    ...rest,
    is_settled: is_settled ? 1 : 0,
    facts: JSON.stringify(facts),
    candidates: JSON.stringify(candidates),
  }
  await tx
    .insertInto('movie_identity')
    .values(row)
    .onConflict((on) => on.column('film_id').doUpdateSet(row))
    .execute()
  await markChanged(tx, [identity.film_id])
}

function identityOf({ is_settled, facts, candidates, ...rest }: FilmIdentityRow): FilmIdentity {
  return {
    ...rest,
    is_settled: is_settled === 1,
    facts: z.parse(FilmFacts, JSON.parse(facts)),
    candidates: z.parse(z.array(FoundCandidate), JSON.parse(candidates)),
  }
}
