/** The address book: addresses, invoice titles, and which of each is the default one. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = {
    addresses: ['name', 'area_code', 'phone', 'region', 'detail', 'postcode'],
    invoices: ['type', 'title', 'tax_id', 'bank', 'account', 'address', 'phone'],
  }
  for (const [name, columns] of Object.entries(texts)) {
    let table = db.schema
      .createTable(name)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
    for (const column of columns) table = table.addColumn(column, 'text', (one) => one.notNull())
    await table.execute()
    await db.schema.createIndex(`${name}_user`).on(name).columns(['user_id', 'created_at']).execute()
  }
  await db.schema
    .createTable('address_defaults')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('address_defaults_key', ['user_id', 'kind'])
    .execute()
}
