/** Bullet comments of the household over its films. time_ms: position in the film; created_at in ms. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const filmBullets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('film_bullet')
      .addColumn('bullet_id', 'text', (c) => c.primaryKey())
      .addColumn('movie_id', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('time_ms', 'integer', (c) => c.notNull())
      .addColumn('color', 'text', (c) => c.notNull())
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('created_at', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('film_bullet_movie').on('film_bullet').columns(['movie_id', 'time_ms']).execute()
  },
}
