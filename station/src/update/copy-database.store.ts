/** A copy of the box's database while it is in use, for trying a version. */
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'

export async function copyDatabase(db: Db, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(db)
}
