/** The address book over HTTP, and its rows on both databases. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
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
import { startTestCloud } from '../testing/cloud.ts'
import { eachDb } from '../testing/db.ts'
import { addAddress, addressesOf, defaultOf, dropAll, remove, setDefault } from './store.ts'

const sample = {
  name: '林小满',
  area_code: '86',
  phone: '13800000001',
  region: 'CN-4403',
  detail: '海港路 8 号',
  postcode: '518000',
}
const title = { type: 'enterprise' as const, title: '海港灯（深圳）有限公司', tax_id: '91440300708461136T' }

describe('the address book', () => {
  let cloud: Awaited<ReturnType<typeof startTestCloud>>
  beforeAll(async () => {
    cloud = await startTestCloud()
  })
  afterAll(() => cloud.stop())

  test('the first is the default one; another may be chosen; when that goes, one of the others is', async () => {
    const { token } = await cloud.signUp('booked')
    const [first, second] = [
      (await cloud.ask(saveAddress, { ...sample, name: 'Home' }, { token })).data,
      (
        await cloud.ask(
          saveAddress,
          { ...sample, name: 'Work', area_code: '44', phone: '2079460000', region: 'GB-ENG' },
          { token },
        )
      ).data,
    ]
    const seen = async () =>
      (await cloud.ask(addresses, {}, { token })).data.data.map(({ name, is_default }) => [name, is_default])
    expect([first.is_default, second.is_default]).toEqual([true, false])
    expectCode(await cloud.ask(defaultAddress, { id: second.id }, { token }), 'ok')
    expect(await seen()).toEqual([
      ['Work', true],
      ['Home', false],
    ])
    expect(
      (await cloud.ask(saveAddress, { ...sample, id: first.id, name: 'Home again', is_default: true }, { token })).data,
    ).toEqual({
      ...sample,
      id: first.id,
      name: 'Home again',
      is_default: true,
    })
    expectCode(await cloud.ask(removeAddress, { id: first.id }, { token }), 'ok')
    expect(await seen()).toEqual([['Work', true]])
    expectCode(await cloud.ask(removeAddress, { id: first.id }, { token }), 'notFound')
  })

  test('invoice titles: an enterprise gives its tax ID, a person none; the number is checked and kept in one spelling', async () => {
    const { token } = await cloud.signUp('invoiced')
    const save = (fields: Partial<Parameters<typeof cloud.ask<typeof saveInvoice.input, typeof saveInvoice.output>>[1]>) =>
      cloud.ask(saveInvoice, { ...title, ...fields }, { token })
    expect((await save({ tax_id: '9144 0300-7084 61136t' })).data).toMatchObject({
      tax_id: '91440300708461136T',
      is_default: true,
    })
    expect((await save({ type: 'personal', title: 'Ann', tax_id: '' })).data).toMatchObject({
      type: 'personal',
      tax_id: '',
      bank: '',
    })
    for (const tax_id of ['DE123456789', 'GB 999 9999 73', '110101199003070919X1'])
      expect([tax_id, (await save({ tax_id })).code]).toEqual([tax_id, Code.ok])
    for (const [fields, field, rule] of [
      [{ tax_id: '' }, 'tax_id', 'tax_id_filled'],
      [{ tax_id: '91440300708461137T' }, 'tax_id', 'tax_id'],
      [{ tax_id: 'ABCDEFGHIJ' }, 'tax_id', 'tax_id'],
      [{ title: '   ' }, 'title', 'invoice_title_length'],
      [{ account: '12 €' }, 'account', 'bank_account'],
      [{ phone: 'call me' }, 'phone', 'phone_format'],
      [{ bank: 'x'.repeat(61) }, 'bank', 'bank_length'],
      [{ address: 'a\nb' }, 'address', 'text_characters'],
    ] as const)
      expect(await save(fields)).toMatchObject({ code: Code.invalid, data: { field, rule } })
    const { data } = (await cloud.ask(invoices, {}, { token })).data
    expect(data.length).toBe(5)
    expectCode(await cloud.ask(defaultInvoice, { id: data[1]?.id ?? '' }, { token }), 'ok')
    expectCode(await cloud.ask(removeInvoice, { id: data[1]?.id ?? '' }, { token }), 'ok')
    expect((await cloud.ask(invoices, {}, { token })).data.total).toBe(4)
  })

  test('every field says what is wrong with it, in both languages', async () => {
    const { token } = await cloud.signUp('mistaken', 'zh')
    for (const [fields, field, msg] of [
      [{ name: '' }, 'name', '收件人姓名需为 1 至 30 个字符'],
      [{ phone: '' }, 'phone', '请输入手机号'],
      [{ phone: '12345' }, 'phone', '手机号格式不正确'],
      [{ area_code: 'x' }, 'area_code', '请从列表中选择区号'],
      [{ region: '' }, 'region', '请选择所在地区'],
      [{ region: 'CN-99' }, 'region', '请从列表中选择地区'],
      [{ detail: ' ' }, 'detail', '地址需为 1 至 200 个字符'],
      [{ postcode: '1' }, 'postcode', '邮政编码不正确'],
    ] as const)
      expect(await cloud.ask(saveAddress, { ...sample, ...fields }, { token, lang: 'zh' })).toMatchObject({
        code: Code.invalid,
        msg,
        data: { field },
      })
  })

  test('P16: another person’s entries answer as if they were not there', async () => {
    const ann = await cloud.signUp('ann-book')
    const ben = await cloud.signUp('ben-book')
    const { id } = (await cloud.ask(saveAddress, sample, ann)).data
    const invoice = (await cloud.ask(saveInvoice, title, ann)).data
    expectCode(await cloud.ask(saveAddress, { ...sample, id, name: 'Mine now' }, ben), 'notFound')
    expectCode(await cloud.ask(removeAddress, { id }, ben), 'notFound')
    expectCode(await cloud.ask(defaultAddress, { id }, ben), 'notFound')
    expectCode(await cloud.ask(saveInvoice, { ...title, id: invoice.id }, ben), 'notFound')
    expectCode(await cloud.ask(removeInvoice, { id: invoice.id }, ben), 'notFound')
    expectCode(await cloud.ask(defaultInvoice, { id: invoice.id }, ben), 'notFound')
    expect((await cloud.ask(addresses, {}, ben)).data.total).toBe(0)
    expect((await cloud.ask(addresses, {}, ann)).data.data).toMatchObject([{ id, name: '林小满' }])
  })

  test('there is room for so many; the next is refused in words and nothing is lost', async () => {
    const { token } = await cloud.signUp('hoarder')
    for (let n = 0; n < maxAddresses; n += 1)
      expectCode(await cloud.ask(saveAddress, { ...sample, name: `Place ${n}` }, { token }), 'ok')
    expect(await cloud.ask(saveAddress, sample, { token })).toMatchObject({
      code: Code.tooMany,
      msg: 'You can save up to 20. Remove one first.',
    })
    expect((await cloud.ask(addresses, { limit: 5 }, { token })).data).toMatchObject({ total: 20, limit: 5 })
  })

  test('P30: any accepted text comes back byte for byte, whatever it looks like', async () => {
    const { token } = await cloud.signUp('anytext')
    const { id } = (await cloud.ask(saveAddress, sample, { token })).data
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        "'; drop table x; --",
        ' pad ',
        '👩‍👩‍👧',
        'e\u0301',
        '%00',
        '\u202Eabc',
        '__proto__',
        '{{x}}',
      ),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (name, detail) => {
        const parsed = saveAddress.input.safeParse({ ...sample, id, name, detail })
        const body = JSON.stringify({ ...sample, id, name, detail })
        const response = await fetch(`${cloud.url}/en/forum${saveAddress.path}`, {
          method: 'POST',
          headers: { Token: token, 'Content-Type': 'application/json' },
          body,
        })
        expect(await response.json()).toMatchObject({ code: parsed.success ? Code.ok : Code.invalid })
        const [stored] = (await cloud.ask(addresses, {}, { token })).data.data
        if (parsed.success) expect(stored).toMatchObject({ name, detail })
      }),
      { numRuns: 150 },
    )
  })
})

eachDb('the rows of the address book', (open) => {
  it('there is one default, and what is erased is gone, of this person only', async () => {
    const opened = await open()
    const { db } = opened
    const row = (user_id: string, id: string, created_at: number) => ({ ...sample, id, user_id, created_at })
    await db.transaction().execute(async (trx) => {
      for (const [user, id, at] of [
        ['ann', 'a1', 1],
        ['ann', 'a2', 2],
        ['ann', 'a3', 3],
        ['ben', 'b1', 1],
      ] as const)
        await addAddress(trx, row(user, id, at))
    })
    const idsOf = async (user: string) =>
      (await addressesOf(db, user, { limit: 10, offset: 0 })).map(({ id, is_default }) => (is_default ? `${id}*` : id))
    const change = <T>(work: (trx: Parameters<typeof addAddress>[0]) => Promise<T>) => db.transaction().execute(work)
    expect(await idsOf('ann')).toEqual(['a1*', 'a3', 'a2'])
    expect(await change((trx) => setDefault(trx, 'addresses', { user_id: 'ann', id: 'b1' }))).toBe(false)
    await Promise.all(['a2', 'a3', 'a2'].map((id) => change((trx) => setDefault(trx, 'addresses', { user_id: 'ann', id }))))
    expect((await idsOf('ann')).filter((id) => id.endsWith('*'))).toHaveLength(1)
    await change((trx) => setDefault(trx, 'addresses', { user_id: 'ann', id: 'a3' }))
    expect(await change((trx) => remove(trx, 'addresses', { user_id: 'ben', id: 'a3' }))).toBe(false)
    expect(await change((trx) => remove(trx, 'addresses', { user_id: 'ann', id: 'a3' }))).toBe(true)
    expect(await defaultOf(db, 'addresses', 'ann')).toBe('a1')
    await change((trx) => dropAll(trx, 'ann'))
    expect([await idsOf('ann'), await idsOf('ben')]).toEqual([[], ['b1*']])
    await opened.drop()
  })
})
