/** Routes of the user's own address book: the id of another user's entry is not found (P16). */
import {
  addresses,
  maxAddresses,
  defaultAddress,
  defaultInvoice,
  invoices,
  removeAddress,
  removeInvoice,
  saveAddress,
  saveInvoice,
} from '@homeport/contract/address.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { checkRegion } from '../shared/region.ts'
import type { Trx } from '../kit/db.ts'
import { Refusal, type Words } from '../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../kit/http/serve.ts'
import { newId } from '../kit/auth.ts'
import {
  addAddress,
  addInvoice,
  addressesOf,
  changeAddress,
  changeInvoice,
  countOf,
  defaultOf,
  invoicesOf,
  remove,
  setDefault,
  type Kind,
} from './store.ts'

const full: Words = {
  en: `You can save up to ${maxAddresses}. Remove one first.`,
  zh: `最多保存 ${maxAddresses} 条，请先删除一条`,
}

export const addressRoutes: readonly Route[] = [
  serve(addresses, async ({ page, limit }, { db, user: { user_id } }) => {
    const data = await addressesOf(db, user_id, { limit, offset: (page - 1) * limit })
    return { data, total: await countOf(db, 'addresses', user_id), page, limit }
  }),
  serve(invoices, async ({ page, limit }, { db, user: { user_id } }) => {
    const data = await invoicesOf(db, user_id, { limit, offset: (page - 1) * limit })
    return { data, total: await countOf(db, 'invoices', user_id), page, limit }
  }),

  serve(saveAddress, async ({ is_default, ...typed }, context) => {
    await checkRegion(typed.region)
    const key = await save(
      context,
      { kind: 'addresses', id: typed.id, is_default },
      {
        add: (trx, own) => addAddress(trx, { ...typed, ...own }),
        change: (trx, userId) => changeAddress(trx, userId, typed),
      },
    )
    return { ...typed, ...key }
  }),
  serve(saveInvoice, async ({ is_default, ...typed }, context) => {
    const key = await save(
      context,
      { kind: 'invoices', id: typed.id, is_default },
      {
        add: (trx, own) => addInvoice(trx, { ...typed, ...own }),
        change: (trx, userId) => changeInvoice(trx, userId, typed),
      },
    )
    return { ...typed, ...key }
  }),

  serve(removeAddress, ({ id }, context) => act(context, (trx, user_id) => remove(trx, 'addresses', { user_id, id }))),
  serve(removeInvoice, ({ id }, context) => act(context, (trx, user_id) => remove(trx, 'invoices', { user_id, id }))),
  serve(defaultAddress, ({ id }, context) => act(context, (trx, user_id) => setDefault(trx, 'addresses', { user_id, id }))),
  serve(defaultInvoice, ({ id }, context) => act(context, (trx, user_id) => setDefault(trx, 'invoices', { user_id, id }))),
]

type Own = { id: string; user_id: string; created_at: number }
type Writes = {
  add: (trx: Trx, own: Own) => Promise<void>
  change: (trx: Trx, userId: string) => Promise<boolean>
}

async function save(
  { realm, user: { user_id }, now }: UserContext,
  { kind, id, is_default }: { kind: Kind; id: string; is_default: boolean },
  { add, change }: Writes,
): Promise<{ id: string; is_default: boolean }> {
  return realm.change(async (trx) => {
    const own = { id: id === '' ? newId() : id, user_id, created_at: now }
    if (id !== '') {
      if (!(await change(trx, user_id))) throw new Refusal(Code.notFound)
    } else {
      if ((await countOf(trx, kind, user_id)) >= maxAddresses) throw new Refusal(Code.tooMany, full)
      await add(trx, own)
    }
    if (is_default) await setDefault(trx, kind, own)
    return { id: own.id, is_default: (await defaultOf(trx, kind, user_id)) === own.id }
  })
}

async function act({ realm, user }: UserContext, work: (trx: Trx, userId: string) => Promise<boolean>): Promise<null> {
  if (!(await realm.change((trx) => work(trx, user.user_id)))) throw new Refusal(Code.notFound)
  return null
}
