/**
 * What people are found by: the beginnings of what they are called, and their words (SQLite: FTS5; PostgreSQL: tsvector). Whoever comes, is called otherwise or goes is
 * noted by the database itself, whatever wrote it; who is here already is noted now.
 */
import { PostgresAdapter, sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // Looked up by their beginning: their order is that of their letters' numbers, whatever the server's language.
  const key = isPostgres ? sql`text collate "C"` : 'text'
  await db.schema
    .createTable('people_stale')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .execute()
  await db.schema
    .createTable('people_nos')
    .addColumn('no', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('people_names')
    .addColumn('key', key, (column) => column.notNull())
    .addColumn('no', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_names_key', ['key', 'no'])
    .execute()
  await db.schema.createIndex('people_names_no').on('people_names').columns(['no', 'key']).execute()
  if (isPostgres) {
    await sql`create table people_words (no integer primary key, words tsvector not null)`.execute(db)
    await sql`create index people_words_words on people_words using gin (words) with (fastupdate = off)`.execute(db)
    // An update, not nothing: who takes the note while the name is being changed waits, and reads the new one.
    await sql`create function note_person() returns trigger language plpgsql set search_path from current as $$ begin
      insert into people_stale (user_id) values (new.user_id) on conflict (user_id) do update set user_id = excluded.user_id;
      return null;
    end $$`.execute(db)
    await sql`create trigger people_come after insert on users for each row execute function note_person()`.execute(db)
    await sql`create trigger people_renamed after update on users for each row
      when (old.username <> new.username or old.nickname <> new.nickname) execute function note_person()`.execute(db)
  } else {
    await sql`create virtual table people_words using fts5 (words, detail = none, prefix = '1 2 3',
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'")`.execute(db)
    // P36: what is erased leaves the index at once, not at its next merge.
    await sql`insert into people_words (people_words, rank) values ('secure-delete', 1)`.execute(db)
    await sql`create trigger people_come after insert on users
      begin insert or ignore into people_stale (user_id) values (new.user_id); end`.execute(db)
    await sql`create trigger people_renamed after update of username, nickname on users
      when old.username <> new.username or old.nickname <> new.nickname
      begin insert or ignore into people_stale (user_id) values (new.user_id); end`.execute(db)
  }
  await sql`insert into people_stale (user_id) select user_id from users where username <> ''`.execute(db)
}
