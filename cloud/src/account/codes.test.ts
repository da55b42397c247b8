/** Codes by SMS on a whole cloud: a small gateway that speaks the real protocol hears them. */
import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeLifeMs, login, loginByCode, profile, resetPassword, sendCode, type CodePurpose } from '@homeport/contract/account.ts'
import { startTestCloud } from '../app/test-cloud.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
let gateway: Server
let clock = Date.now()
const heard: { phone: string; code: string; text: string }[] = []

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      heard.push({ phone: form.get('phone') ?? '', code: form.get('code') ?? '', text: form.get('text') ?? '' })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const address = gateway.address()
  const port = typeof address === 'object' && address ? address.port : 0
  cloud = await startTestCloud({ smsUrl: `http://127.0.0.1:${port}/send?key=secret` }, { now: () => clock })
})
afterAll(async () => {
  await cloud.stop()
  gateway.close()
})

const ask = (phone: string, purpose: CodePurpose = 'login') => cloud.ask(sendCode, { purpose, phone })
async function codeFor(phone: string, purpose: CodePurpose = 'login'): Promise<string> {
  const before = heard.length
  expect((await ask(phone, purpose)).code).toBe(200)
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(before + 1)
  expect(heard.at(-1)?.phone).toBe(phone)
  return heard.at(-1)?.code ?? ''
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const enter = (phone: string, code: string) => cloud.ask(loginByCode, { phone, code, agreed: 1 })

test('a number comes in by its code, and comes back to the same account', async () => {
  const first = await enter('13800000001', await codeFor('13800000001'))
  expect(first.code).toBe(200)
  expect(first.data.user).toMatchObject({ phone: '13800000001', area_code: '86', has_password: false })
  expect((await cloud.ask(profile, {}, { token: first.data.token })).data.username).toMatch(/^user_\d{9}$/)
  clock += 61_000
  const again = await enter('13800000001', await codeFor('13800000001'))
  expect(again.data.user.user_id).toBe(first.data.user.user_id)
})

test('P1: a code is accepted once: of 50 parallel submits exactly one wins', async () => {
  const code = await codeFor('13800000002')
  const answers = await Promise.all(Array.from({ length: 50 }, () => enter('13800000002', code)))
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 4001)).toHaveLength(49)
})

test('P2: it has 6 digits, lives 5 minutes, and is stored only as a salted hash', async () => {
  const code = await codeFor('13800000003')
  expect(code).toMatch(/^\d{6}$/)
  const db = new DatabaseSync(join(cloud.folder, 'cloud', 'en.db'), { readOnly: true })
  const row = JSON.stringify(db.prepare('select * from account_codes where target = ?').get('86 13800000003'))
  db.close()
  expect(row).not.toContain(code)
  expect(row).toMatch(/"salt":"[\w-]{20,}"/)
  clock += codeLifeMs
  expect((await enter('13800000003', code)).code).toBe(4001)
})

test('P3: five wrong codes burn it, and the right one then fails; P4: a new one may be asked for, and works', async () => {
  const code = await codeFor('13800000004')
  for (let tries = 0; tries < 5; tries += 1) expect((await enter('13800000004', wrongOf(code))).code).toBe(4001)
  expect((await enter('13800000004', code)).code).toBe(4001)
  clock += 61_000
  expect((await enter('13800000004', await codeFor('13800000004'))).code).toBe(200)
})

test('P5: a second within a minute is refused with the wait, and the code under way stays good', async () => {
  const code = await codeFor('13800000005')
  const refused = await ask('13800000005')
  expect(refused.code).toBe(4029)
  expect(refused.data.wait).toBeGreaterThan(50)
  expect((await enter('13800000005', code)).code).toBe(200)
})

test('P5: five an hour and ten a day for a number; of ten at once one passes', async () => {
  const times: number[] = []
  for (let at = 0; at < 16; at += 1) {
    clock += 61_000
    const { code } = await ask('13800000015')
    if (code === 200) times.push(at)
  }
  expect(times).toEqual([0, 1, 2, 3, 4])
  clock += 60 * 60_000
  for (let at = 0; at < 5; at += 1) {
    clock += 61_000
    expect((await ask('13800000015')).code).toBe(200)
  }
  clock += 2 * 60 * 60_000
  expect((await ask('13800000015')).code).toBe(4029)
  clock += 24 * 60 * 60_000
  const burst = await Promise.all(Array.from({ length: 10 }, () => ask('13800000015')))
  expect(burst.filter(({ code }) => code === 200)).toHaveLength(1)
  await expect.poll(() => heard.filter(({ phone }) => phone === '13800000015').length, { timeout: 10_000 }).toBe(11)
})

test('P6: a code is bound to its purpose', async () => {
  const { user_id } = (await enter('13800000006', await codeFor('13800000006'))).data.user
  clock += 61_000
  const reset = await codeFor('13800000006', 'reset')
  expect((await enter('13800000006', reset)).code).toBe(4001)
  expect((await cloud.ask(resetPassword, { phone: '13800000006', code: reset, password: 'a new harbour' })).code).toBe(200)
  clock += 61_000
  const name = (await enter('13800000006', await codeFor('13800000006'))).data.user.username
  const back = await cloud.ask(login, { username: name, password: 'a new harbour', agreed: 1 })
  expect(back.data.user).toMatchObject({ user_id, has_password: true })
})

test('P7: for an unknown number a reset answers as for a known one, and nothing is sent', async () => {
  const before = heard.length
  expect(await ask('13800000099', 'reset')).toEqual({ code: 200, msg: expect.any(String), data: { wait: 60 } })
  const wrong = await cloud.ask(resetPassword, { phone: '13800000099', code: '123456', password: 'a new harbour' })
  const known = await cloud.ask(resetPassword, { phone: '13800000006', code: '123456', password: 'a new harbour' })
  expect([wrong.code, wrong.msg]).toEqual([known.code, known.msg])
  expect(heard).toHaveLength(before)
})

test('an account without a password is not entered by an empty or any other one', async () => {
  const { user } = (await enter('13800000007', await codeFor('13800000007'))).data
  expect((await cloud.ask(login, { username: user.username, password: 'anything', agreed: 1 })).code).toBe(4001)
})

test.each([
  [{ phone: '12345678901' }, 'phone', 'phone_format'],
  [{ phone: '138000000' }, 'phone', 'phone_format'],
  [{ area_code: '852', phone: '123' }, 'phone', 'phone_format'],
  [{ email: 'nobody' }, 'email', 'email_format'],
  [{ email: 'one＠example.com，two@example.com' }, 'email', 'email_format'],
  [{ email: 'nul\u0000@example.com' }, 'email', 'email_format'],
  [{}, 'phone', 'one_target'],
])('%j is refused with the field and the rule', async (target, field, rule) => {
  const { code, data } = await cloud.ask(sendCode, { purpose: 'login', ...target })
  expect([code, data]).toEqual([4000, { field, rule }])
})

test('without a gateway the code stands in the outbox file, for the owner of the machine alone', async () => {
  const home = await startTestCloud()
  await home.ask(sendCode, { purpose: 'login', phone: '13900000001' })
  const file = join(home.folder, 'cloud', 'outbox.jsonl')
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 10_000 }).toContain('+86 13900000001')
  const { code } = JSON.parse(await readFile(file, 'utf8'))
  expect((await home.ask(loginByCode, { phone: '13900000001', code, agreed: 1 })).code).toBe(200)
  await home.stop()
})
