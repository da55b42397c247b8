/** Threads with their counters; tags; what a person has with a thread. board_1 to board_3: the way down to the thread's board, 0 below it. */
import { sql, type Kysely } from 'kysely'

/** As wide as the names that follow it, so that one loop adds them all. */
const key: string = 'thread_id'
const texts = ['sender_id', 'author_id', 'title', 'content', 'excerpt', 'tags', 'images', 'place']
const numbers = [
  'board_id',
  'board_1',
  'board_2',
  'board_3',
  'reverse',
  'author_only',
  'notify',
  'last_floor',
  'author_floor',
  'replies',
  'author_replies',
  'open_replies',
  'likes',
  'favorites',
  'views',
  'is_pinned',
  'is_featured',
  'is_locked',
  'is_listed',
  'is_removed',
]
const times = ['created_at', 'active_at', 'edited_at', 'hot']

export async function up(db: Kysely<unknown>): Promise<void> {
  let threads = db.schema.createTable('threads').addColumn(key, 'bigint', (column) => column.primaryKey())
  for (const name of texts) threads = threads.addColumn(name, 'text', (column) => column.notNull())
  for (const name of numbers) threads = threads.addColumn(name, 'integer', (column) => column.notNull())
  for (const name of times) threads = threads.addColumn(name, 'bigint', (column) => column.notNull())
  await threads.execute()
  await db.schema.createIndex('threads_once').on('threads').columns(['author_id', 'sender_id']).unique().execute()
  await db.schema.createIndex('threads_author').on('threads').columns(['author_id', 'thread_id']).execute()
  const isListed = sql<boolean>`is_listed = 1`
  const boards = ['board_1', 'board_2', 'board_3']
  for (const by of ['active_at', 'hot', 'created_at']) {
    await db.schema.createIndex(`threads_all_${by}`).on('threads').columns([by, 'thread_id']).where(isListed).execute()
    for (const board of boards)
      await db.schema
        .createIndex(`threads_${board}_${by}`)
        .on('threads')
        .columns([board, by, 'thread_id'])
        .where(isListed)
        .execute()
  }
  const isUnanswered = sql<boolean>`is_listed = 1 and open_replies = 0`
  for (const [name, where] of [
    ['pinned', sql<boolean>`is_listed = 1 and is_pinned = 1`],
    ['featured', sql<boolean>`is_listed = 1 and is_featured = 1`],
    ['unanswered', isUnanswered],
  ] as const)
    await db.schema.createIndex(`threads_${name}`).on('threads').columns(['created_at', 'thread_id']).where(where).execute()
  for (const board of boards)
    await db.schema
      .createIndex(`threads_${board}_unanswered`)
      .on('threads')
      .columns([board, 'created_at', 'thread_id'])
      .where(isUnanswered)
      .execute()

  await db.schema
    .createTable('thread_people')
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('replies', 'integer', (column) => column.notNull())
    .addColumn('read_floor', 'integer', (column) => column.notNull())
    .addColumn('has_read', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_people_key', ['thread_id', 'user_id'])
    .execute()
  await db.schema.createIndex('thread_people_user').on('thread_people').columns(['user_id', 'thread_id']).execute()

  await db.schema
    .createTable('thread_tags')
    .addColumn('tag_key', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_tags_key', ['tag_key', 'thread_id'])
    .execute()
  await db.schema.createIndex('thread_tags_thread').on('thread_tags').columns(['thread_id']).execute()
  await db.schema
    .createTable('tags')
    .addColumn('tag_key', 'text', (column) => column.primaryKey())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('threads', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('tags_most').on('tags').columns(['threads', 'tag_key']).execute()
}
