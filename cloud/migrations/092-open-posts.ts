/** A board's posts are those that everybody may see: answers for an author's eyes alone are not counted with them (P17). */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update boards set posts = (select coalesce(sum(1 + threads.open_replies), 0) from threads
    where threads.board_id = boards.board_id and threads.is_listed = 1)`.execute(db)
}
