/** The mirrored rows, each with the revision of its last change; a deleted row stays as a tombstone. */
import type { MirrorRow } from '@homeport/contract/kit/connection.ts'
import type { Db } from '../db.ts'

declare module '../db.ts' {
  interface Tables {
    mirror_row: { report: string; key: string; rev: number; value: string | null }
  }
}

export type MirrorStore = ReturnType<typeof mirrorStore>

/** Rows per statement, limited by SQLite. */
const rowsAtOnce = 200

export function mirrorStore(db: Db) {
  return {
    /** Writes changed rows with the next revisions; false if nothing changed. A null value deletes. */
    putMany(report: string, rows: ReadonlyMap<string, unknown>): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const keys = [...rows.keys()]
        const before = new Map<string, string | null>()
        for (let at = 0; at < keys.length; at += rowsAtOnce) {
          const some = await tx
            .selectFrom('mirror_row')
            .select(['key', 'value'])
            .where('report', '=', report)
            .where('key', 'in', keys.slice(at, at + rowsAtOnce))
            .execute()
          for (const { key, value } of some) before.set(key, value)
        }
        const values = new Map([...rows].map(([key, value]) => [key, value === null ? null : JSON.stringify(value)]))
        return write(tx, { report, values, before })
      })
    },
    /** Makes these the only rows of a report; unchanged rows keep their revision. values: JSON. */
    replaceAll(report: string, values: ReadonlyMap<string, string>): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const stored = await tx.selectFrom('mirror_row').select(['key', 'value']).where('report', '=', report).execute()
        const before = new Map(stored.map((row) => [row.key, row.value]))
        const gone = [...before.keys()].filter((key) => !values.has(key)).map((key): [string, null] => [key, null])
        return write(tx, { report, values: new Map<string, string | null>([...values, ...gone]), before })
      })
    },
    /** Rows after a revision, oldest change first. */
    async after(rev: number, limit: number): Promise<MirrorRow[]> {
      const rows = await db.selectFrom('mirror_row').selectAll().where('rev', '>', rev).orderBy('rev').limit(limit).execute()
      return rows.map((row) => ({ ...row, value: row.value === null ? null : JSON.parse(row.value) }))
    },
  }
}

type Change = { report: string; values: ReadonlyMap<string, string | null>; before: ReadonlyMap<string, string | null> }

async function write(tx: Db, { report, values, before }: Change): Promise<boolean> {
  const top = await tx
    .selectFrom('mirror_row')
    .select((eb) => eb.fn.max('rev').as('rev'))
    .executeTakeFirst()
  let rev = top?.rev ?? 0
  const changed = [...values]
    .filter(([key, value]) => (before.get(key) ?? null) !== value)
    .map(([key, value]) => ({ report, key, value, rev: (rev += 1) }))
  for (let at = 0; at < changed.length; at += rowsAtOnce) {
    await tx
      .insertInto('mirror_row')
      .values(changed.slice(at, at + rowsAtOnce))
      .onConflict((on) =>
        on.columns(['report', 'key']).doUpdateSet((eb) => ({ rev: eb.ref('excluded.rev'), value: eb.ref('excluded.value') })),
      )
      .execute()
  }
  return changed.length > 0
}
