/** How many films each box has: counting a large library for each page costs more than the page. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('film_total')
    .addColumn('devsn', 'text', (column) => column.primaryKey())
    .addColumn('total', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into film_total (devsn, total) select devsn, count(*) from films group by devsn`.execute(db)
}
