/** The rows that the cloud mirrors, each with the revision of its last change; a deleted row stays as a tombstone. */
import type { MirrorRow } from '@homeport/contract/kit/link.ts'
import type { Db } from './db.ts'

export type MirrorStore = ReturnType<typeof mirrorStore>

export function mirrorStore(db: Db) {
  return {
    /** Writes a changed row under the next revision; false where nothing changed. value null deletes. */
    async put(report: string, key: string, value: unknown): Promise<boolean> {
      const text = value === null ? null : JSON.stringify(value)
      return db.transaction().execute(async (tx) => {
        const old = await tx
          .selectFrom('mirror_row')
          .select('value')
          .where('report', '=', report)
          .where('key', '=', key)
          .executeTakeFirst()
        if (old ? old.value === text : text === null) return false
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
      })
    },
    /** Rows after a revision, oldest change first. */
    async after(rev: number, limit: number): Promise<MirrorRow[]> {
      const rows = await db.selectFrom('mirror_row').selectAll().where('rev', '>', rev).orderBy('rev').limit(limit).execute()
      return rows.map((row) => ({ ...row, value: row.value === null ? null : JSON.parse(row.value) }))
    },
    async keysOf(report: string): Promise<string[]> {
      const rows = await db
        .selectFrom('mirror_row')
        .select('key')
        .where('report', '=', report)
        .where('value', 'is not', null)
        .execute()
      return rows.map((row) => row.key)
    },
  }
}
