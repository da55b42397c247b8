/**
 * What the search reads: each thread's words, cut by ourselves (SQLite: FTS5; PostgreSQL: tsvector), the words that there are, each with itself less one letter for
 * forgiving a typo, and who looked for what lately.
 */
import { PostgresAdapter, sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // Words are looked up by their beginning: their order is that of their letters' numbers, whatever the server's language.
  const word = isPostgres ? sql`text collate "C"` : 'text'
  if (isPostgres) {
    await sql`create table thread_words (thread_id bigint primary key, title tsvector not null, whole tsvector not null)`.execute(
      db,
    )
    await sql`create index thread_words_title on thread_words using gin (title) with (fastupdate = off)`.execute(db)
    await sql`create index thread_words_whole on thread_words using gin (whole) with (fastupdate = off)`.execute(db)
  } else {
    await sql`create virtual table thread_words using fts5 (title, whole, detail = column, prefix = '1 2 3',
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'")`.execute(db)
    // P36: what is erased leaves the index at once, not at its next merge.
    await sql`insert into thread_words (thread_words, rank) values ('secure-delete', 1)`.execute(db)
  }
  await db.schema
    .createTable('search_words')
    .addColumn('word', word, (column) => column.primaryKey())
    .addColumn('threads', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('search_forms')
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_forms_key', ['form', 'word'])
    .execute()
  await db.schema.createIndex('search_forms_word').on('search_forms').column('word').execute()
  await db.schema
    .createTable('searches')
    .addColumn('query_key', 'text', (column) => column.notNull())
    .addColumn('board_id', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('searches_key', ['query_key', 'board_id', 'user_id'])
    .execute()
  await db.schema.createIndex('searches_lately').on('searches').columns(['board_id', 'at']).execute()
  await db.schema.createIndex('searches_user').on('searches').column('user_id').execute()
}
