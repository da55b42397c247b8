/** Episodes of series and files that cannot be shown, as boxes last reported them; all pictures that films use; entries that a person cleared from their history. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('film_episodes')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('episode_id', 'text', (column) => column.notNull())
    .addColumn('series_id', 'text', (column) => column.notNull())
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer')
    .addColumn('order_key', 'text', (column) => column.notNull())
    .addColumn('episode', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addColumn('keys', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('film_episodes_key', ['devsn', 'episode_id'])
    .execute()
  await db.schema
    .createIndex('film_episodes_by_series')
    .on('film_episodes')
    .columns(['devsn', 'series_id', 'season', 'number'])
    .execute()
  await db.schema.createIndex('film_episodes_by_version').on('film_episodes').columns(['devsn', 'version']).execute()
  await db.schema
    .createTable('unreadable_files')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('unreadable_files_key', ['devsn', 'file_id'])
    .execute()
  await db.schema.createIndex('unreadable_files_by_path').on('unreadable_files').columns(['devsn', 'path', 'file_id']).execute()
  await db.schema
    .createTable('film_pictures')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('blob_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('film_pictures_key', ['devsn', 'owner', 'blob_id'])
    .execute()
  await db.schema.createIndex('film_pictures_by_blob').on('film_pictures').columns(['blob_id', 'devsn']).execute()
  await sql`insert into film_pictures (devsn, owner, blob_id) select devsn, 'film:' || film_id, poster from films where poster <> ''`.execute(
    db,
  )
  await db.schema.dropIndex('films_by_poster').execute()
  await db.schema.alterTable('films').dropColumn('poster').execute()
  await db.schema
    .alterTable('film_total')
    .addColumn('episodes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('film_position')
    .addColumn('is_cleared', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
