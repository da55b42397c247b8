/** Codes that were sent to phones and e-mail addresses; who has a phone or an address is unique in a realm. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_codes')
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_codes_key', ['target', 'purpose'])
    .execute()
  await db.schema.createIndex('account_codes_expires').on('account_codes').column('expires_at').execute()
  await db.schema
    .createTable('account_sends')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_sends_key', ['key', 'id'])
    .execute()
  await db.schema.createIndex('account_sends_at').on('account_sends').column('sent_at').execute()
  await sql`create unique index users_phone on users (area_code, phone) where phone <> ''`.execute(db)
  await sql`create unique index users_email on users (email) where email <> ''`.execute(db)
}
