/** Search index of replies, written in the same transaction. Each reply has a number in it: the newest has the highest. */
import { sql } from 'kysely'
import type { Trx } from '../../kit/db.ts'
import { isPostgres } from '../../kit/db/prepared.ts'
import { tokenize } from '../../shared/search/tokenizer.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** no: given by the database. */
    reply_numbers: { no: number; thread_id: number; floor: number }
  }
}

/** Indexes a new or changed reply; a changed one keeps its number. FTS5 needs an integer rowid: hence the casts. */
export async function indexReply(trx: Trx, { thread_id, floor, text }: PostRef & { text: string }): Promise<void> {
  const no = (await numberOf(trx, { thread_id, floor })) ?? (await addNumber(trx, { thread_id, floor }))
  const tokens = tokenize(text)
  if (isPostgres(trx)) {
    await sql`insert into reply_words (no, words) values (${no}, array_to_tsvector(${tokens}::text[]))
      on conflict (no) do update set words = excluded.words`.execute(trx)
    return
  }
  await sql`delete from reply_words where rowid = cast(${no} as integer)`.execute(trx)
  await sql`insert into reply_words (rowid, words) values (cast(${no} as integer), ${tokens.join(' ')})`.execute(trx)
}

/** P36: none of its words are left. */
export async function unindexReply(trx: Trx, reply: PostRef): Promise<void> {
  const no = await numberOf(trx, reply)
  if (no === undefined) return
  if (isPostgres(trx)) await sql`delete from reply_words where no = ${no}`.execute(trx)
  else await sql`delete from reply_words where rowid = cast(${no} as integer)`.execute(trx)
  await trx.deleteFrom('reply_numbers').where('no', '=', no).execute()
}

async function numberOf(trx: Trx, { thread_id, floor }: PostRef): Promise<number | undefined> {
  const row = await trx
    .selectFrom('reply_numbers')
    .select('no')
    .where('thread_id', '=', thread_id)
    .where('floor', '=', floor)
    .executeTakeFirst()
  return row?.no
}

async function addNumber(trx: Trx, { thread_id, floor }: PostRef): Promise<number> {
  const { rows } = await sql<{ no: number }>`insert into reply_numbers (thread_id, floor)
    values (${thread_id}, ${floor}) returning no`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('a reply was given no number')
  return row.no
}
