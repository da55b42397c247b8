/** The codes of sessions serve more than one purpose: besides the sign-in of a page, the link of WeChat to an account. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webview_codes').renameTo('session_codes').execute()
  await db.schema
    .alterTable('session_codes')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('webview'))
    .execute()
}
