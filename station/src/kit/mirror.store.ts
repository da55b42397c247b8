/** The rows that the cloud mirrors, each with the revision of its last change; a deleted row stays as a tombstone. */
import type { MirrorRow } from '@homeport/contract/kit/link.ts'
import type { Db } from './db.ts'

export type MirrorStore = ReturnType<typeof mirrorStore>

export function mirrorStore(db: Db) {
  return {
    /** Writes a changed row under the next revision; false where nothing changed. value null deletes. */
    put(report: string, key: string, value: unknown): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const old = await tx
          .selectFrom('mirror_row')
          .select('value')
          .where('report', '=', report)
          .where('key', '=', key)
          .executeTakeFirst()
        return write(tx, { report, key, value, old: old?.value ?? null })
      })
    },
    /** Makes the rows of a report these and no others; what is the same keeps its revision. */
    replaceAll(report: string, rows: ReadonlyMap<string, unknown>): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const stored = await tx.selectFrom('mirror_row').select(['key', 'value']).where('report', '=', report).execute()
        const before = new Map(stored.map((row) => [row.key, row.value]))
        let isChanged = false
        for (const key of new Set([...before.keys(), ...rows.keys()])) {
          isChanged = (await write(tx, { report, key, value: rows.get(key) ?? null, old: before.get(key) ?? null })) || isChanged
        }
        return isChanged
      })
    },
    /** Rows after a revision, oldest change first. */
    async after(rev: number, limit: number): Promise<MirrorRow[]> {
      const rows = await db.selectFrom('mirror_row').selectAll().where('rev', '>', rev).orderBy('rev').limit(limit).execute()
      return rows.map((row) => ({ ...row, value: row.value === null ? null : JSON.parse(row.value) }))
    },
  }
}

type Change = { report: string; key: string; value: unknown; old: string | null }

async function write(tx: Db, { report, key, value, old }: Change): Promise<boolean> {
  const text = value === null ? null : JSON.stringify(value)
  if (old === text) return false
  const top = await tx
    .selectFrom('mirror_row')
    .select((eb) => eb.fn.max('rev').as('rev'))
    .executeTakeFirst()
  const rev = (top?.rev ?? 0) + 1
  await tx
    .insertInto('mirror_row')
    .values({ report, key, rev, value: text })
    .onConflict((c) => c.columns(['report', 'key']).doUpdateSet({ rev, value: text }))
    .execute()
  return true
}
