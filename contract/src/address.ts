/** The address book: delivery addresses and invoice titles (forum host). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'
import { Limit, Page, page } from './shape/page.ts'
import { AreaCode, homeArea, isPhone } from './shape/field/rule.ts'
import { isTaxId, SingleLine, normalTaxId } from './shape/field/single-line.ts'

/** Limit per kind and account. */
export const maxAddresses = 20

const addressFields = {
  name: SingleLine({ min: 1, max: 30, rule: 'recipient_length' }),
  area_code: z._default(AreaCode, homeArea),
  phone: z.string().check(z.minLength(1, 'phone_filled')),
  /** An id of shape/regions.json. */
  region: z.string().check(z.minLength(1, 'region_filled'), z.maxLength(32, 'region')),
  detail: SingleLine({ min: 1, max: 200, rule: 'address_length' }),
  postcode: z._default(z.string().check(z.regex(/^(?:[A-Za-z0-9][A-Za-z0-9 -]{1,8}[A-Za-z0-9])?$/, 'postcode')), ''),
}

/** Exactly one of a user's addresses is the default. */
export const Address = z.object({ id: z.string(), is_default: z.boolean(), ...addressFields })
export type Address = z.infer<typeof Address>

const paged = z.object({ page: Page, limit: Limit })
const Id = z.string().check(z.minLength(1, 'required'), z.maxLength(64, 'invalid'))
/** id '' creates an entry; 4004 for an id that is not the user's. is_default false leaves the default unchanged. */
const keyFields = { id: z._default(z.string().check(z.maxLength(64, 'invalid')), ''), is_default: z._default(z.boolean(), false) }

/** The default one first, then the newest. */
export const addresses = call({ host: 'forum', path: '/user/address/lists', needs: 'user', input: paged, output: page(Address) })

/** 4029 if there are maxAddresses already. */
export const saveAddress = call({
  host: 'forum',
  path: '/user/address/save',
  needs: 'user',
  input: z
    .object({ ...keyFields, ...addressFields })
    .check(z.refine<{ area_code: string; phone: string }>(isPhone, { error: 'phone_format', path: ['phone'] })),
  output: Address,
})
export const removeAddress = call({
  host: 'forum',
  path: '/user/address/remove',
  needs: 'user',
  input: z.object({ id: Id }),
  output: z.null(),
})
export const defaultAddress = call({
  host: 'forum',
  path: '/user/address/default',
  needs: 'user',
  input: z.object({ id: Id }),
  output: z.null(),
})

export const invoiceTypes = ['personal', 'enterprise'] as const

/** The tax ID is required for an enterprise only; bank and contact fields are optional. */
const invoiceFields = {
  type: z.enum(invoiceTypes),
  title: SingleLine({ min: 1, max: 100, rule: 'invoice_title_length' }),
  tax_id: z.pipe(
    z.pipe(z._default(z.string(), ''), z.transform(normalTaxId)),
    z.string().check(z.refine((text) => text === '' || isTaxId(text), 'tax_id')),
  ),
  bank: z._default(SingleLine({ min: 0, max: 60, rule: 'bank_length' }), ''),
  account: z._default(z.string().check(z.regex(/^(?:[A-Za-z0-9][A-Za-z0-9 -]{3,38}[A-Za-z0-9])?$/, 'bank_account')), ''),
  address: z._default(SingleLine({ min: 0, max: 200, rule: 'address_length' }), ''),
  phone: z._default(z.string().check(z.regex(/^(?:\+?[0-9(][0-9 ()-]{3,18}[0-9])?$/, 'phone_format')), ''),
}

export const Invoice = z.object({ id: z.string(), is_default: z.boolean(), ...invoiceFields })
export type Invoice = z.infer<typeof Invoice>

export const invoices = call({ host: 'forum', path: '/user/invoice/lists', needs: 'user', input: paged, output: page(Invoice) })

export const saveInvoice = call({
  host: 'forum',
  path: '/user/invoice/save',
  needs: 'user',
  input: z.object({ ...keyFields, ...invoiceFields }).check(
    z.refine<{ type: string; tax_id: string }>(({ type, tax_id }) => type === 'personal' || tax_id !== '', {
      error: 'tax_id_filled',
      path: ['tax_id'],
    }),
  ),
  output: Invoice,
})
export const removeInvoice = call({
  host: 'forum',
  path: '/user/invoice/remove',
  needs: 'user',
  input: z.object({ id: Id }),
  output: z.null(),
})
export const defaultInvoice = call({
  host: 'forum',
  path: '/user/invoice/default',
  needs: 'user',
  input: z.object({ id: Id }),
  output: z.null(),
})
