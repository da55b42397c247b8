/** Data export of the user's address book. */
import { maxAddresses } from '@homeport/contract/address.ts'
import type { Exporter } from '../kit/exporter.ts'
import { addressesOf, invoicesOf } from './store.ts'

const all = { limit: maxAddresses * 2, offset: 0 }

export const addressExporter: Exporter = {
  name: 'address',
  of: async (db, userId) => ({ addresses: await addressesOf(db, userId, all), invoices: await invoicesOf(db, userId, all) }),
}
