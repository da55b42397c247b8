/** Files of boxes that cannot be shown as films, from their last reports. */
import { UnreadableFile } from '@homeport/contract/movie/identify.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { parseJsonColumn } from '../../kit/json-column.ts'
import type { MirrorChange, MirroredBox } from '../../connection/mirror/mirror-consumer.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** file: UnreadableFile as JSON. */
    unreadable_files: { devsn: string; file_id: string; path: string; file: string }
  }
}

/** By path. */
export async function unreadableOf(
  db: Db,
  { devsn, limit, offset }: { devsn: string; limit: number; offset: number },
): Promise<{ data: UnreadableFile[]; total: number }> {
  const files = db.selectFrom('unreadable_files').where('devsn', '=', devsn)
  const rows = await files.select('file').orderBy('path').orderBy('file_id').limit(limit).offset(offset).execute()
  const count = await files.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirst()
  return { data: rows.map(({ file }) => parseJsonColumn(UnreadableFile, file)), total: count?.n ?? 0 }
}

/** Saves a whole mirror chunk. */
export async function saveUnreadable(
  trx: Trx,
  { devsn }: MirroredBox,
  rows: readonly MirrorChange<UnreadableFile>[],
): Promise<void> {
  const last = new Map(rows.map(({ key, value }) => [key, value]))
  const gone = [...last].filter(([, file]) => file === null).map(([id]) => id)
  if (gone.length > 0) await trx.deleteFrom('unreadable_files').where('devsn', '=', devsn).where('file_id', 'in', gone).execute()
  const values = [...last].flatMap(([file_id, file]) =>
    file === null ? [] : [{ devsn, file_id, path: file.path, file: JSON.stringify({ ...file, id: file_id }) }],
  )
  if (values.length === 0) return
  await trx
    .insertInto('unreadable_files')
    .values(values)
    .onConflict((on) =>
      on.columns(['devsn', 'file_id']).doUpdateSet((eb) => ({ path: eb.ref('excluded.path'), file: eb.ref('excluded.file') })),
    )
    .execute()
}

export async function forgetUnreadable(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('unreadable_files').where('devsn', '=', devsn).execute()
}
