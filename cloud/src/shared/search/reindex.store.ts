/** Rows that a migration wants indexed again are taken in steps, each a transaction with its position: a cloud that is ended goes on there. */
import type { Db, Trx } from '../../kit/db.ts'
import { isPostgres } from '../../kit/db/prepared.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** A row for each subject that is not through. position: of the last row that was taken, '' before the first. */
    reindexing: { subject: string; position: string }
  }
}

/** step: takes the rows after a position; returns the next position, undefined at the end. */
export type Reindexer = { subject: string; step: (trx: Trx, position: string) => Promise<string | undefined> }

/** False if nothing is left. The second of two processes waits, and takes the next rows. */
export async function reindexSome(db: Db, { subject, step }: Reindexer): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('reindexing')
      .select('position')
      .where('subject', '=', subject)
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .executeTakeFirst()
    if (!row) return false
    const position = await step(trx, row.position)
    if (position === undefined) await trx.deleteFrom('reindexing').where('subject', '=', subject).execute()
    else await trx.updateTable('reindexing').set({ position }).where('subject', '=', subject).execute()
    return position !== undefined
  })
}
