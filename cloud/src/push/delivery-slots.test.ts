import { expect, test } from 'vitest'
import { createDeliverySlots } from './delivery-slots.ts'

const phone = (name: string, host: string, user_id = name) => ({ token_hash: name, endpoint: `https://${host}/send`, user_id })
const silent = (at: number) => phone(`silent ${at}`, `silent-${at}.example`)

test('P42: one delivery a host, its other names and ports are the same host', () => {
  const slots = createDeliverySlots()
  expect(slots.take(phone('a', 'push.example.net'))).toBe(true)
  for (const host of ['push.example.net', 'x1.example.net', 'example.net:8443']) expect(slots.take(phone('b', host))).toBe(false)
  expect(slots.take(phone('c', 'push.example.org'))).toBe(true)
  slots.release('a', true)
  expect(slots.take(phone('b', 'x1.example.net'))).toBe(true)
})

test('P42: two deliveries an account', () => {
  const slots = createDeliverySlots()
  const taken = ['a', 'b', 'c'].map((name) => slots.take(phone(name, `${name}.example`, 'alice')))
  expect(taken).toEqual([true, true, false])
  expect(slots.take(phone('d', 'd.example', 'bob'))).toBe(true)
})

test('P42: a hundred silent hosts leave room for one that answers, and later for new ones', () => {
  const slots = createDeliverySlots()
  slots.take(phone('good', 'good.example'))
  slots.release('good', true)
  const all = Array.from({ length: 100 }, (_, at) => silent(at))
  const first = all.filter((one) => slots.take(one))
  expect(first).toHaveLength(8)
  expect(slots.take(phone('good', 'good.example'))).toBe(true)
  slots.release('good', true)
  for (const { token_hash } of first) slots.release(token_hash, false)
  // Those that were silent share two slots from now on.
  expect(first.filter((one) => slots.take(one))).toHaveLength(2)
  expect(slots.take(phone('new', 'new.example'))).toBe(true)
})

test('what did not run says nothing about its host, and gives its slot back', () => {
  const slots = createDeliverySlots()
  slots.take(silent(1))
  slots.release('silent 1')
  expect(slots.take(silent(1))).toBe(true)
  expect(slots.take(silent(1))).toBe(false)
})
