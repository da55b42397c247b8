/** Household invitation: the owner's phone receives the pairing code of the box (P19). */
import { householdInvite } from '@homeport/contract/device.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { expect, test } from 'vitest'
import { deviceActs } from './acts.ts'
import { createPairing } from './pairing.ts'

const minute = 60_000

function open() {
  let at = 1_000_000
  const now = () => at
  const pairing = createPairing({ now, isBound: true, onChange: () => {} })
  const handlers = deviceActs({
    stats: { tick: () => {}, status: () => Promise.reject(new Error('unused')), storage: async () => [] },
    info: () => Promise.reject(new Error('unused')),
    pairing,
    now,
    linkOf: (code) => `http://box/#/join?code=${code}`,
  })
  const handler = handlers.find(({ act }) => act.name === householdInvite.name)
  const by = { id: 'a', realm: 'en' as const, expiresAt: Infinity }
  const invite = async (data: object = {}): Promise<Out<typeof householdInvite.output>> =>
    householdInvite.output.parse(await handler?.run(data, by))
  return { pairing, invite, pass: (ms: number) => (at += ms) }
}

test('gives a fresh code of ten minutes with its link and QR, and the same one when it is asked again', async () => {
  const { pairing, invite, pass } = open()
  const first = await invite()
  expect(first.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(first).toMatchObject({ link: `http://box/#/join?code=${first.code}`, left_ms: 10 * minute })
  expect(first.qr.side).toBeGreaterThan(20)
  pass(minute)
  expect(await invite()).toMatchObject({ code: first.code, left_ms: 9 * minute })
  expect(pairing.fits(first.code)).toBe(true)
})

test('says of one that was used, replaced or has run out that it holds no longer, and makes none by that', async () => {
  const { pairing, invite, pass } = open()
  const used = await invite()
  expect(pairing.spend(used.code)).toBe(true)
  expect(await invite({ invite_id: used.invite_id })).toMatchObject({ code: '', left_ms: 0 })
  expect(pairing.code()).toBe('')

  const replaced = await invite()
  pairing.renew()
  expect(await invite({ invite_id: replaced.invite_id })).toMatchObject({ code: '' })

  const old = await invite()
  pass(10 * minute)
  expect(await invite({ invite_id: old.invite_id })).toMatchObject({ code: '' })
})

test('ends the code on show where a new one is asked for', async () => {
  const { pairing, invite } = open()
  const first = await invite()
  const second = await invite({ is_new: true })
  expect(second.code).not.toBe(first.code)
  expect(pairing.fits(first.code)).toBe(false)
  expect(pairing.fits(second.code)).toBe(true)
})
