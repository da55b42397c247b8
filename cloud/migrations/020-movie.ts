/** Films of boxes as they last reported them; a column for each way and direction of sorting, so that a page is read from an index. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('films')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('film_id', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('year_up', 'integer', (column) => column.notNull())
    .addColumn('year_down', 'integer', (column) => column.notNull())
    .addColumn('rating_up', 'integer', (column) => column.notNull())
    .addColumn('rating_down', 'integer', (column) => column.notNull())
    .addColumn('poster', 'text', (column) => column.notNull())
    .addColumn('film', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('films_key', ['devsn', 'film_id'])
    .execute()
  for (const by of ['added_at', 'year_up', 'year_down', 'rating_up', 'rating_down'])
    await db.schema.createIndex(`films_by_${by}`).on('films').columns(['devsn', by, 'film_id']).execute()
  // Pictures of films are kept for as long as a film has them.
  await db.schema.createIndex('films_by_poster').on('films').column('poster').execute()
  await db.schema.createIndex('blobs_by_owner').on('blobs').columns(['owner', 'size']).execute()
}
