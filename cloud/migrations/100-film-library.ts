/** What films are filtered, sorted and searched by lies beside them as text, read into memory per box; each change of a box's films has a number. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const by of ['added_at', 'year_up', 'year_down', 'rating_up', 'rating_down'])
    await db.schema.dropIndex(`films_by_${by}`).execute()
  for (const by of ['year_up', 'year_down', 'rating_up', 'rating_down'])
    await db.schema.alterTable('films').dropColumn(by).execute()
  await db.schema
    .alterTable('films')
    .addColumn('facts', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('films')
    .addColumn('keys', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('films')
    .addColumn('detail', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .alterTable('films')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('films_by_version').on('films').columns(['devsn', 'version']).execute()
  await db.schema
    .alterTable('film_total')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`update films set version = 1`.execute(db)
}
