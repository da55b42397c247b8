/** The film library: films, the files that hold them, and which realm has which picture. Times in ms. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const movie: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('movie_film')
      .addColumn('film_id', 'text', (c) => c.primaryKey())
      .addColumn('group_key', 'text', (c) => c.notNull().unique())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('original_title', 'text', (c) => c.notNull())
      .addColumn('year', 'integer')
      .addColumn('added_at', 'integer', (c) => c.notNull())
      .addColumn('poster', 'text', (c) => c.notNull())
      .addColumn('picture_state', 'text', (c) => c.notNull())
      .addColumn('is_listed', 'integer', (c) => c.notNull())
      .addColumn('changed', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('movie_film_newest').on('movie_film').columns(['is_listed', 'added_at', 'film_id']).execute()
    await db.schema.createIndex('movie_film_changed').on('movie_film').column('changed').execute()
    await db.schema.createIndex('movie_film_pictures').on('movie_film').columns(['picture_state', 'added_at']).execute()

    await db.schema.createIndex('movie_film_poster').on('movie_film').column('poster').execute()

    await db.schema
      .createTable('movie_file')
      .addColumn('file_id', 'text', (c) => c.primaryKey())
      .addColumn('film_id', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull().unique())
      .addColumn('root', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('modified_at', 'integer', (c) => c.notNull())
      .addColumn('inode', 'text', (c) => c.notNull())
      .addColumn('part', 'integer', (c) => c.notNull())
      .addColumn('quality', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('duration_ms', 'integer')
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('video', 'text', (c) => c.notNull())
      .addColumn('audio', 'text', (c) => c.notNull())
      .addColumn('pix_fmt', 'text', (c) => c.notNull())
      .addColumn('container', 'text', (c) => c.notNull())
      .addColumn('subtitles', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('movie_file_film').on('movie_file').column('film_id').execute()
    await db.schema.createIndex('movie_file_inode').on('movie_file').column('inode').execute()
    await db.schema.createIndex('movie_file_state').on('movie_file').columns(['state', 'film_id']).execute()

    await db.schema
      .createTable('movie_picture')
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('poster', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('movie_picture_key', ['realm', 'poster'])
      .execute()
  },
}
