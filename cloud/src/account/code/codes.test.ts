/** SMS codes on a complete cloud, with a small gateway that speaks the real protocol. */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  bindPhone,
  cancel,
  changePassword,
  codeLifeMs,
  login,
  loginByCode,
  profile,
  resetPassword,
  sendCode,
  type CodePurpose,
} from '@homeport/contract/account.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { workOf } from '../../testing/work.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
let gateway: Server
let clock = Date.now()
/** The gateway answers once this is resolved. */
let gatewayFree = Promise.resolve()
/** The messages that the gateway has received. */
const sent: { phone: string; code: string; text: string }[] = []

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', async () => {
      await gatewayFree
      const form = new URLSearchParams(body)
      sent.push({ phone: form.get('phone') ?? '', code: form.get('code') ?? '', text: form.get('text') ?? '' })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const address = gateway.address()
  const port = typeof address === 'object' && address ? address.port : 0
  cloud = await startTestCloud(
    { smsUrl: `http://127.0.0.1:${port}/send?key=secret`, trustedProxies: ['127.0.0.1'] },
    { now: () => clock },
  )
})
afterAll(async () => {
  await cloud.stop()
  gateway.close()
})

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const ask = (phone: string, purpose: CodePurpose = 'login', asker: { token?: string } = {}) =>
  cloud.ask(sendCode, { purpose, phone }, asker)
async function codeFor(phone: string, purpose: CodePurpose = 'login', asker: { token?: string } = {}): Promise<string> {
  const came = () => sent.filter((one) => one.phone === phone)
  const before = came().length
  expectCode(await ask(phone, purpose, asker), 'ok')
  await expect.poll(() => came().length, { timeout: 20_000 }).toBe(before + 1)
  return came().at(-1)?.code ?? ''
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const enter = (phone: string, code: string) => cloud.ask(loginByCode, { phone, code, agreed: 1 })

test('a number comes in by its code, and comes back to the same account', async () => {
  const first = await enter('13800000001', await codeFor('13800000001'))
  expectCode(first, 'ok')
  expect(first.data.user).toMatchObject({ phone: '13800000001', area_code: '86', has_password: false })
  expect((await cloud.ask(profile, {}, { token: first.data.token })).data.username).toMatch(/^user_\d{9}$/)
  clock += 61_000
  const again = await enter('13800000001', await codeFor('13800000001'))
  expect(again.data.user.user_id).toBe(first.data.user.user_id)
})

test('P1: a code is accepted once: of 50 parallel submits exactly one wins', async () => {
  const code = await codeFor('13800000002')
  const answers = await Promise.all(Array.from({ length: 50 }, () => enter('13800000002', code)))
  expect(answers.filter((answer) => answer.code === Code.ok)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === Code.wrongCredentials)).toHaveLength(49)
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
  expectCode(await enter('13800000003', code), 'wrongCredentials')
})

test('P3: five wrong codes burn it, and the right one then fails; P4: a new one may be asked for, and works', async () => {
  const code = await codeFor('13800000004')
  for (let tries = 0; tries < 5; tries += 1) expectCode(await enter('13800000004', wrongOf(code)), 'wrongCredentials')
  expectCode(await enter('13800000004', code), 'wrongCredentials')
  clock += 61_000
  expectCode(await enter('13800000004', await codeFor('13800000004')), 'ok')
})

test('P5: a second within a minute is refused with the wait, and the code under way stays good', async () => {
  const code = await codeFor('13800000005')
  const refused = await ask('13800000005')
  expectCode(refused, 'tooMany')
  expect(refused.data.wait).toBeGreaterThan(50)
  expectCode(await enter('13800000005', code), 'ok')
})

test('P5: five an hour and ten a day for a number; of ten at once one passes', async () => {
  const times: number[] = []
  for (let at = 0; at < 16; at += 1) {
    clock += 61_000
    const { code } = await ask('13800000015')
    if (code === Code.ok) times.push(at)
  }
  expect(times).toEqual([0, 1, 2, 3, 4])
  clock += 60 * 60_000
  for (let at = 0; at < 5; at += 1) {
    clock += 61_000
    expectCode(await ask('13800000015'), 'ok')
  }
  clock += 2 * 60 * 60_000
  expectCode(await ask('13800000015'), 'tooMany')
  clock += 24 * 60 * 60_000
  const burst = await Promise.all(Array.from({ length: 10 }, () => ask('13800000015')))
  expect(burst.filter(({ code }) => code === Code.ok)).toHaveLength(1)
  await expect.poll(() => sent.filter(({ phone }) => phone === '13800000015').length, { timeout: 20_000 }).toBe(11)
})

test('P6: a code is bound to its purpose', async () => {
  const { user_id } = (await enter('13800000006', await codeFor('13800000006'))).data.user
  clock += 61_000
  const reset = await codeFor('13800000006', 'reset')
  expectCode(await enter('13800000006', reset), 'wrongCredentials')
  expectCode(await cloud.ask(resetPassword, { phone: '13800000006', code: reset, password: 'a new harbour' }), 'ok')
  clock += 61_000
  const name = (await enter('13800000006', await codeFor('13800000006'))).data.user.username
  const back = await cloud.ask(login, { username: name, password: 'a new harbour', agreed: 1 })
  expect(back.data.user).toMatchObject({ user_id, has_password: true })
})

test('P7: for an unknown number a reset answers as for a known one, and nothing is sent', async () => {
  const before = sent.length
  expect(await ask('13800000099', 'reset')).toEqual({ code: Code.ok, msg: expect.any(String), data: { wait: 60 } })
  const wrong = await cloud.ask(resetPassword, { phone: '13800000099', code: '123456', password: 'a new harbour' })
  const existing = await cloud.ask(resetPassword, { phone: '13800000006', code: '123456', password: 'a new harbour' })
  expect([wrong.code, wrong.msg]).toEqual([existing.code, existing.msg])
  expect(sent).toHaveLength(before)
})

test('P7: asking for a code is the same work for an unknown number as for a known one, and waits for no gateway', async () => {
  await enter('13800000021', await codeFor('13800000021'))
  const workFor = async (phone: string) => {
    clock += 61_000
    return workOf(/"(users|account_codes|account_sends)"/, async () => expectCode(await ask(phone, 'reset'), 'ok'))
  }
  const before = sent.length
  let release = () => {}
  gatewayFree = new Promise((resolve) => (release = resolve))
  const existing = await workFor('13800000021')
  expect(existing.statements.length).toBeGreaterThan(0)
  expect(await workFor('13800000098')).toEqual(existing)
  // Answered, while the gateway still holds the one that is sent.
  expect(sent).toHaveLength(before)
  release()
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(before + 1)
  clock += 60 * 60_000
})

test('P2: digits are of a secure source: the page’s dice have no say', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const codes = new Set<string>()
  for (const last of [1, 2, 3, 4, 5]) codes.add(await codeFor(`1380000003${last}`))
  expect(codes.size).toBeGreaterThan(3)
})

test('P3: five wrong codes from five addresses burn it too; P4: the owner comes in by password and by a new code', async () => {
  const phone = '13800000041'
  const { token } = (await enter(phone, await codeFor(phone))).data
  clock += 61_000
  await cloud.ask(
    changePassword,
    { proof_code: await codeFor(phone, 'confirm', { token }), new_password: 'a calm harbour' },
    { token },
  )
  const { username } = (await cloud.ask(profile, {}, { token })).data
  clock += 61_000
  const code = await codeFor(phone)
  for (const last of [1, 2, 3, 4, 5])
    expectCode(
      await cloud.ask(loginByCode, { phone, code: wrongOf(code), agreed: 1 }, from(`203.0.113.${last}`)),
      'wrongCredentials',
    )
  expectCode(await enter(phone, code), 'wrongCredentials')
  expectCode(await cloud.ask(login, { username, password: 'a calm harbour', agreed: 1 }), 'ok')
  clock += 61_000
  expectCode(await enter(phone, await codeFor(phone)), 'ok')
})

test('P5: one address asks for twenty an hour, whatever the numbers; who is elsewhere may', async () => {
  const askFrom = (last: number, address: string) =>
    cloud.ask(sendCode, { purpose: 'login', phone: `138000010${String(last).padStart(2, '0')}` }, from(address))
  const codes: number[] = []
  for (let last = 0; last < 25; last += 1) codes.push((await askFrom(last, '198.51.100.1')).code)
  expect(codes).toEqual([...Array<number>(20).fill(Code.ok), ...Array<number>(5).fill(Code.tooMany)])
  expectCode(await askFrom(30, '198.51.100.2'), 'ok')
})

test('P5: a clock that ran two days ahead and was set right keeps nobody waiting for longer than a minute', async () => {
  const twoDays = 2 * 24 * 60 * 60_000
  clock += twoDays
  await codeFor('13800000061')
  clock -= twoDays
  expectCode(await ask('13800000061'), 'ok')
  expectCode(await ask('13800000061'), 'tooMany')
  clock += 61_000
  expectCode(await ask('13800000061'), 'ok')
  clock += 60 * 60_000
})

test('P6: of five purposes each code is accepted for its own and no other', async () => {
  const phone = '13800000051'
  const { token } = (await enter(phone, await codeFor(phone))).data
  clock += 60 * 60_000
  const uses: Record<'login' | 'reset' | 'bind' | 'confirm' | 'cancel', (code: string) => Promise<{ code: number }>> = {
    login: (code) => enter(phone, code),
    reset: (code) => cloud.ask(resetPassword, { phone, code, password: 'a calm harbour' }),
    bind: (code) => cloud.ask(bindPhone, { phone, code, password: 'a calm harbour' }, { token }),
    confirm: (code) => cloud.ask(changePassword, { proof_code: code, new_password: 'a calm harbour' }, { token }),
    cancel: (code) => cloud.ask(cancel, { posts: 'delete', proof_code: code }, { token }),
  }
  // A new password first, so that the other purposes have one; the reset, which ends this token, last.
  for (const purpose of ['confirm', 'login', 'bind', 'cancel', 'reset'] as const) {
    clock += 61_000
    const code = await codeFor(phone, purpose, { token })
    for (const [other, use] of Object.entries(uses))
      if (other !== purpose) expect((await use(code)).code, `${purpose} as ${other}`).toBe(Code.wrongCredentials)
    expect((await uses[purpose](code)).code, purpose).toBe(Code.ok)
  }
})

test('an account without a password is not entered by an empty or any other one', async () => {
  const { user } = (await enter('13800000007', await codeFor('13800000007'))).data
  expectCode(await cloud.ask(login, { username: user.username, password: 'anything', agreed: 1 }), 'wrongCredentials')
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
  expect([code, data]).toEqual([Code.invalid, { field, rule }])
})

test('without a gateway the code is in the outbox file, which only the owner of the machine can read', async () => {
  const home = await startTestCloud()
  await home.ask(sendCode, { purpose: 'login', phone: '13900000001' })
  const file = join(home.folder, 'cloud', 'outbox.jsonl')
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 20_000 }).toContain('+86 13900000001')
  const { code } = JSON.parse(await readFile(file, 'utf8'))
  expectCode(await home.ask(loginByCode, { phone: '13900000001', code, agreed: 1 }), 'ok')
  await home.stop()
})
