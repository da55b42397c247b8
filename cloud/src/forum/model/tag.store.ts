/** Tags of threads, each with the number of its listed threads (P40). Width and case are ignored. */
import { foldNames } from '@homeport/contract/shape/search-words.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** tag: spelling of its first use. search_key: folded, so that lodz brings Łódź up. */
    tags: { tag_key: string; tag: string; search_key: string; threads: number }
    thread_tags: { tag_key: string; thread_id: number }
  }
}

export function tagKeyOf(tag: string): string {
  return tag.normalize('NFKC').toLowerCase()
}

/** Without duplicates, in the given order. */
export function uniqueTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (!byKey.has(tagKeyOf(tag))) byKey.set(tagKeyOf(tag), tag)
  return [...byKey.values()]
}

/** Writes tags in the order of their keys, which avoids deadlocks. */
export async function setTags(
  trx: Trx,
  { thread_id, before, tags }: { thread_id: number; before: readonly string[]; tags: readonly string[] },
): Promise<void> {
  const had = new Set(before.map(tagKeyOf))
  const has = new Map(tags.map((tag) => [tagKeyOf(tag), tag]))
  for (const tag_key of [...new Set([...had, ...has.keys()])].sort()) {
    const tag = has.get(tag_key)
    if (tag !== undefined && !had.has(tag_key)) {
      await trx
        .insertInto('tags')
        .values({ tag_key, tag, search_key: foldNames(tag), threads: 1 })
        .onConflict((on) => on.column('tag_key').doUpdateSet((row) => ({ threads: row('tags.threads', '+', 1) })))
        .execute()
      await trx
        .insertInto('thread_tags')
        .values({ tag_key, thread_id })
        .onConflict((on) => on.doNothing())
        .execute()
    }
    if (tag === undefined) {
      await trx.deleteFrom('thread_tags').where('tag_key', '=', tag_key).where('thread_id', '=', thread_id).execute()
      const { threads } = await trx
        .updateTable('tags')
        .set((row) => ({ threads: row('threads', '-', 1) }))
        .where('tag_key', '=', tag_key)
        .returning('threads')
        .executeTakeFirstOrThrow()
      // An unused tag is deleted: it may have been a person's name.
      if (threads <= 0) await trx.deleteFrom('tags').where('tag_key', '=', tag_key).execute()
    }
  }
}

/** Tags that begin with the text, most used first. */
export async function tagsLike(db: Db, start: string, limit: number): Promise<{ tag: string; threads: number }[]> {
  const key = foldNames(start.trim())
  return db
    .selectFrom('tags')
    .select(['tag', 'threads'])
    .$if(key !== '', (query) => query.where(sql<boolean>`substr(search_key, 1, ${sql.lit([...key].length)}) = ${key}`))
    .orderBy('threads', 'desc')
    .orderBy('tag_key', 'desc')
    .limit(limit)
    .execute()
}

export async function threadsWith(db: Db, tag: string): Promise<number> {
  const row = await db.selectFrom('tags').select('threads').where('tag_key', '=', tagKeyOf(tag)).executeTakeFirst()
  return row?.threads ?? 0
}
