/** The search of SQLite knows the boards of each thread: within one it reads what stands there, not all hits to leave out the others. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`create virtual table thread_words_by_board using fts5 (title, whole, boards, detail = column, prefix = '1 2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'")`.execute(db)
  await sql`insert into thread_words_by_board (rowid, title, whole, boards)
    select words.rowid, words.title, words.whole, 'ʘ' || threads.board_1 || ' ʘ' || threads.board_2 || ' ʘ' || threads.board_3
    from thread_words as words join threads on threads.thread_id = words.rowid`.execute(db)
  await sql`drop table thread_words`.execute(db)
  await sql`alter table thread_words_by_board rename to thread_words`.execute(db)
  // P36: what is erased leaves the index at once, not at its next merge.
  await sql`insert into thread_words (thread_words, rank) values ('secure-delete', 1)`.execute(db)
}
