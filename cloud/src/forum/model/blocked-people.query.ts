/** The people whom an asker does not see, for responses that are put together from rows that many askers share. */
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { sharedValues } from '../../kit/db/shared-values.ts'
import type { Asker } from '../post/asker.ts'

const askersMost = 1_000
/** An asker with more blocks than this gets pages that are read for them alone. */
const blockedMost = 200

const blocked = sharedValues<ReadonlySet<string> | null>(askersMost)
const nobody: ReadonlySet<string> = new Set()

/** In either direction; null if there are too many. */
export async function blockedPeople(db: Db, asker: Asker): Promise<ReadonlySet<string> | null> {
  if (!asker.hasBlocks) return nobody
  return blocked(db, asker.user_id, async () => {
    const rows = await blocksOf(db, { me: asker.user_id })
    return rows.length > blockedMost ? null : new Set(rows.map(({ user_id }) => user_id))
  })
}

const blocksOf = prepared('blocks of an asker', (db, { me }: Slots<{ me: string }>) =>
  db
    .selectFrom('blocks')
    .select('user_id')
    .where('by_id', '=', me)
    .unionAll(db.selectFrom('blocks').select('by_id as user_id').where('user_id', '=', me))
    .limit(sql.lit(blockedMost + 1)),
)
