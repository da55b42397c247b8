/** Changes of identities by people, each kept so that it can be undone: one by one, or all of one acceptance. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../kit/db.ts'
import { batchesOf } from '../film/chunk.ts'
import { markChanged } from '../film/film-changes.store.ts'
import { identityOf, writeIdentities, type FilmIdentity, type FilmIdentityRow } from '../film/identity.store.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    movie_identity_change: IdentityChangeRow
  }
}

/** One change of a film's identity by a person, to be undone. */
export type IdentityChangeRow = {
  change_id: string
  film_id: string
  /** The same for all changes of one bulk acceptance; '' for a single change. */
  sweep_id: string
  /** FilmIdentityRow as JSON, or 'null' if there was none. */
  before: string
  /** Hash of the identity after the change: if it differs now, it was changed again since. */
  after_hash: string
  changed_at: number
}

const keptMs = 90 * 86_400_000

/** As it was written by this table's own store. */
const IdentityRow = z.nullable(
  z.object({
    film_id: z.string(),
    source: z.enum(['no', 'auto', 'nfo', 'person']),
    is_settled: z.number(),
    facts: z.string(),
    candidates: z.string(),
    score: z.number(),
    searched_name: z.string(),
    searched_at: z.number(),
  }),
)

export function identityChangeStore(db: Db, { now }: { now: () => number }) {
  return {
    /** Writes what people chose, with what was before. sweepId: '' for a single change. */
    async change(identities: readonly FilmIdentity[], sweepId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const some of batchesOf(identities)) {
          const before = await rowsOf(tx, some)
          await tx
            .insertInto('movie_identity_change')
            .values(
              some.map((identity) => ({
                change_id: randomUUID(),
                film_id: identity.film_id,
                sweep_id: sweepId,
                before: JSON.stringify(before.get(identity.film_id) ?? null),
                after_hash: hashOf(identity),
                changed_at: now(),
              })),
            )
            .execute()
        }
        await writeIdentities(tx, identities)
      })
    },
    /** Those of these films whose last change can be undone. */
    async undoable(filmIds: readonly string[]): Promise<Set<string>> {
      const ids = new Set<string>()
      for (const some of batchesOf(filmIds)) {
        const changes = await lastChanges(db, some)
        const rows = await db.selectFrom('movie_identity').selectAll().where('film_id', 'in', some).execute()
        const current = new Map(rows.map((row) => [row.film_id, hashOf(identityOf(row))]))
        for (const { film_id, after_hash } of changes) if (current.get(film_id) === after_hash) ids.add(film_id)
      }
      return ids
    },
    /** How many went back: a film that was changed again since is left as it is. */
    async undoFilm(filmId: string): Promise<number> {
      return db.transaction().execute(async (tx) => undo(tx, await lastChanges(tx, [filmId])))
    },
    async undoSweep(sweepId: string): Promise<number> {
      return db.transaction().execute(async (tx) => {
        const swept = await tx.selectFrom('movie_identity_change').select('film_id').where('sweep_id', '=', sweepId).execute()
        let undone = 0
        for (const ids of batchesOf(swept.map(({ film_id }) => film_id))) {
          const changes = await lastChanges(tx, ids)
          undone += await undo(
            tx,
            changes.filter(({ sweep_id }) => sweep_id === sweepId),
          )
        }
        return undone
      })
    },
    /** The last sweep of which films can go back; null if there is none. changed_at in seconds. */
    async lastSweep(): Promise<{ sweep_id: string; films: number; changed_at: number } | null> {
      const row = await db
        .selectFrom('movie_identity_change as change')
        .select([
          'change.sweep_id',
          (eb) => eb.fn.countAll<number>().as('films'),
          (eb) => eb.fn.max('change.changed_at').as('at'),
        ])
        .where('change.sweep_id', '!=', '')
        .where(sql<boolean>`not exists (select 1 from movie_identity_change as later
          where later.film_id = change.film_id and later.rowid > change.rowid)`)
        .groupBy('change.sweep_id')
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? { sweep_id: row.sweep_id, films: row.films, changed_at: Math.floor(row.at / 1000) } : null
    },
    /** Old changes can no longer be undone. */
    async sweepChanges(): Promise<void> {
      await db
        .deleteFrom('movie_identity_change')
        .where('changed_at', '<', now() - keptMs)
        .execute()
    },
  }
}

async function undo(tx: Db, changes: readonly IdentityChangeRow[]): Promise<number> {
  const current = await rowsOf(tx, changes)
  const undone = changes.filter(({ film_id, after_hash }) => {
    const row = current.get(film_id)
    return row !== undefined && hashOf(identityOf(row)) === after_hash
  })
  const before = undone.map((change) => ({ ...change, row: z.parse(IdentityRow, JSON.parse(change.before)) }))
  await writeIdentities(
    tx,
    before.flatMap(({ row }) => (row ? [identityOf(row)] : [])),
  )
  const unknown = before.filter(({ row }) => !row).map(({ film_id }) => film_id)
  for (const ids of batchesOf(unknown)) await tx.deleteFrom('movie_identity').where('film_id', 'in', ids).execute()
  await markChanged(tx, unknown)
  for (const some of batchesOf(undone)) {
    const ids = some.map(({ change_id }) => change_id)
    await tx.deleteFrom('movie_identity_change').where('change_id', 'in', ids).execute()
  }
  return undone.length
}

/** The last one of each film. */
async function lastChanges(db: Db, filmIds: readonly string[]): Promise<IdentityChangeRow[]> {
  const rows = await db
    .selectFrom('movie_identity_change')
    .selectAll()
    .where('film_id', 'in', filmIds)
    .orderBy('changed_at')
    .orderBy(sql`rowid`)
    .execute()
  return [...new Map(rows.map((row) => [row.film_id, row])).values()]
}

async function rowsOf(db: Db, films: readonly { film_id: string }[]): Promise<Map<string, FilmIdentityRow>> {
  const rows = new Map<string, FilmIdentityRow>()
  for (const some of batchesOf(films)) {
    const ids = some.map(({ film_id }) => film_id)
    for (const row of await db.selectFrom('movie_identity').selectAll().where('film_id', 'in', ids).execute())
      rows.set(row.film_id, row)
  }
  return rows
}

/** The hash of a person's decision; facts that the database adds later are no change. */
function hashOf({ source, is_settled, facts }: FilmIdentity): string {
  const { ids, texts, year } = facts
  const decided = ids.tmdb === '' ? [texts.zh.title, texts.en.title, year] : [ids.tmdb]
  return createHash('sha256')
    .update(JSON.stringify([source, is_settled, ...decided]))
    .digest('hex')
}
