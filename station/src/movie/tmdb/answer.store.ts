/** Answers of the film database, kept so that it is not asked twice: a month, a day where it knew nothing. */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Db } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** Answers of the film database, kept for 30 days. request: the path with its query, without the key; body: gzip. fetched_at in ms. */
    movie_database_answer: { request: string; status: number; body: Uint8Array; fetched_at: number }
  }
}

const keptMs = 30 * 86_400_000
/** An entry that the database does not know today may be in it tomorrow. */
const emptyKeptMs = 86_400_000
const maxAnswers = 20_000

/** body: undefined where the database has no such entry. */
export type KeptAnswer = { body: unknown }

export function answerStore(db: Db, { now }: { now: () => number }) {
  return {
    /** maxAgeMs: less than a month for what changes sooner. */
    async stored(request: string, maxAgeMs = keptMs): Promise<KeptAnswer | undefined> {
      const row = await db.selectFrom('movie_database_answer').selectAll().where('request', '=', request).executeTakeFirst()
      if (!row) return undefined
      const ageMs = now() - row.fetched_at
      // A clock that was ahead wrote it: nobody knows how old it is.
      if (ageMs < 0 || ageMs > Math.min(maxAgeMs, row.status === 200 ? keptMs : emptyKeptMs)) return undefined
      const text = gunzipSync(row.body).toString()
      return { body: text === '' ? undefined : JSON.parse(text) }
    },
    /** isEmpty: nothing matched. */
    async keep(request: string, { body, isEmpty }: KeptAnswer & { isEmpty: boolean }): Promise<void> {
      const row = {
        status: isEmpty ? 404 : 200,
        body: gzipSync(body === undefined ? '' : JSON.stringify(body)),
        fetched_at: now(),
      }
      await db
        .insertInto('movie_database_answer')
        .values({ request, ...row })
        .onConflict((on) => on.column('request').doUpdateSet(row))
        .execute()
    },
    /** Deletes what is too old, or of a time to come, and the oldest of too many. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('movie_database_answer')
        .where((row) => row.or([row('fetched_at', '<', now() - keptMs), row('fetched_at', '>', now())]))
        .execute()
      const oldest = await db
        .selectFrom('movie_database_answer')
        .select('fetched_at')
        .orderBy('fetched_at', 'desc')
        .offset(maxAnswers)
        .limit(1)
        .executeTakeFirst()
      if (oldest) await db.deleteFrom('movie_database_answer').where('fetched_at', '<=', oldest.fetched_at).execute()
    },
  }
}
