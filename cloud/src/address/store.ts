/** A user's addresses and invoice titles. The default is a row of its own, so that there is never more than one. */
import type { Address, Invoice } from '@homeport/contract/address.ts'
import type { Db, Trx } from '../kit/db.ts'

export type Kind = 'addresses' | 'invoices'
type StoredRow<Row> = Omit<Row, 'is_default'> & { user_id: string; created_at: number }

declare module '../kit/db.ts' {
  interface Tables {
    addresses: StoredRow<Address>
    invoices: StoredRow<Invoice>
    address_defaults: { user_id: string; kind: Kind; id: string }
  }
}

type Slice = { limit: number; offset: number }

/** The default first, then the newest. */
export async function addressesOf(db: Db, userId: string, { limit, offset }: Slice): Promise<Address[]> {
  const chosen = await defaultOf(db, 'addresses', userId)
  const rows = await db
    .selectFrom('addresses')
    .select(['id', 'name', 'area_code', 'phone', 'region', 'detail', 'postcode'])
    .where('user_id', '=', userId)
    .orderBy((row) => row.case().when('id', '=', chosen).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, is_default: row.id === chosen }))
}

export async function invoicesOf(db: Db, userId: string, { limit, offset }: Slice): Promise<Invoice[]> {
  const chosen = await defaultOf(db, 'invoices', userId)
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'type', 'title', 'tax_id', 'bank', 'account', 'address', 'phone'])
    .where('user_id', '=', userId)
    .orderBy((row) => row.case().when('id', '=', chosen).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, is_default: row.id === chosen }))
}

export async function countOf(db: Db, kind: Kind, userId: string): Promise<number> {
  const row = await db
    .selectFrom(kind)
    .where('user_id', '=', userId)
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

/** The chosen default; the oldest if none was chosen or it is gone. '' if the list is empty. */
export async function defaultOf(db: Db, kind: Kind, userId: string): Promise<string> {
  const chosen = await db
    .selectFrom('address_defaults')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const own = await db.selectFrom(kind).select('id').where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
  return (own.find(({ id }) => id === chosen?.id) ?? own[0])?.id ?? ''
}

export async function addAddress(trx: Trx, row: StoredRow<Address>): Promise<void> {
  await trx.insertInto('addresses').values(row).execute()
}

export async function addInvoice(trx: Trx, row: StoredRow<Invoice>): Promise<void> {
  await trx.insertInto('invoices').values(row).execute()
}

/** False if the user has no such entry. */
export async function changeAddress(trx: Trx, userId: string, { id, ...fields }: Omit<Address, 'is_default'>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('addresses')
    .set(fields)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function changeInvoice(trx: Trx, userId: string, { id, ...fields }: Omit<Invoice, 'is_default'>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set(fields)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function remove(trx: Trx, kind: Kind, { user_id, id }: { user_id: string; id: string }): Promise<boolean> {
  const gone = await trx.deleteFrom(kind).where('id', '=', id).where('user_id', '=', user_id).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** False if the user has no such entry. */
export async function setDefault(trx: Trx, kind: Kind, { user_id, id }: { user_id: string; id: string }): Promise<boolean> {
  const own = await trx.selectFrom(kind).select('id').where('id', '=', id).where('user_id', '=', user_id).executeTakeFirst()
  if (!own) return false
  await trx
    .insertInto('address_defaults')
    .values({ user_id, kind, id })
    .onConflict((on) => on.columns(['user_id', 'kind']).doUpdateSet({ id }))
    .execute()
  return true
}

export async function dropAll(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('addresses').where('user_id', '=', userId).execute()
  await trx.deleteFrom('invoices').where('user_id', '=', userId).execute()
  await trx.deleteFrom('address_defaults').where('user_id', '=', userId).execute()
}
