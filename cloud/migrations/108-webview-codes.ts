/** One-time codes by which the page that the mini-program opens signs in. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webview_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().references('sessions.token_hash').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  // A session that is deleted looks for its codes.
  await db.schema.createIndex('webview_codes_session').on('webview_codes').column('token_hash').execute()
}
