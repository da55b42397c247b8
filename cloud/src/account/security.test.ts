/** Changes of password, phone and e-mail on a complete cloud; codes are read from the outbox file, as on a server without a gateway. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bindEmail,
  cancel,
  bindPhone,
  changePassword,
  endSession,
  login,
  profile,
  resetPassword,
  sendCode,
  sessions,
  type CodePurpose,
} from '@homeport/contract/account.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { TestApp } from '../testing/app-socket.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
let clock = Date.now()
beforeAll(async () => {
  cloud = await startTestCloud({}, { now: () => clock })
})
afterAll(() => cloud.stop())

const enter = async (username: string, password = `${username}-secret`) =>
  await cloud.ask(
    login,
    { username, password, agreed: 1 },
    { headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' } },
  )
const isIn = async (token: string) => (await cloud.ask(profile, {}, { token })).code
async function codeFor(target: { phone: string } | { email: string }, purpose: CodePurpose, token?: string): Promise<string> {
  const to = 'phone' in target ? target.phone : target.email
  const entries = async (): Promise<{ to: string; code: string; purpose: string }[]> =>
    (await readFile(join(cloud.folder, 'cloud', 'outbox.jsonl'), 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const own = async () => (await entries()).filter((one) => one.to.endsWith(to) && one.purpose === purpose)
  const before = (await own()).length
  clock += 61_000
  expectCode(await cloud.ask(sendCode, { purpose, ...target }, token === undefined ? {} : { token }), 'ok')
  await expect.poll(async () => (await own()).length, { timeout: 20_000 }).toBe(before + 1)
  return (await own()).at(-1)?.code ?? ''
}

test('P10, P11: a new password wants the old one, ends every other token and not this one', async () => {
  const { token } = await cloud.signUp('keyholder')
  const other = (await enter('keyholder')).data.token
  expectCode(
    await cloud.ask(changePassword, { password: 'wrong one', new_password: 'a calm harbour' }, { token }),
    'wrongCredentials',
  )
  expect((await cloud.ask(changePassword, { new_password: 'a calm harbour' }, { token })).data).toEqual({
    field: 'password',
    rule: 'password_filled',
  })
  expect((await cloud.ask(changePassword, { password: 'keyholder-secret', new_password: 'password' }, { token })).data).toEqual({
    field: 'new_password',
    rule: 'password_common',
  })
  expect(await isIn(other)).toBe(Code.ok)
  expect(
    (await cloud.ask(changePassword, { password: 'keyholder-secret', new_password: 'a calm harbour' }, { token })).code,
  ).toBe(200)
  expect([await isIn(token), await isIn(other)]).toEqual([Code.ok, Code.endedElsewhere])
  expectCode(await enter('keyholder'), 'wrongCredentials')
  expectCode(await enter('keyholder', 'a calm harbour'), 'ok')
})

test('P10: a phone and an e-mail are bound by a code to them and the password, and end the other tokens', async () => {
  const { token } = await cloud.signUp('binder')
  const other = (await enter('binder')).data.token
  const proof = { password: 'binder-secret' }
  const code = await codeFor({ phone: '13700000001' }, 'bind', token)
  const bound = await cloud.ask(bindPhone, { phone: '13700000001', code, ...proof }, { token })
  expect(bound.data).toMatchObject({ phone: '13700000001', area_code: '86' })
  expect([await isIn(token), await isIn(other)]).toEqual([Code.ok, Code.endedElsewhere])
  const again = await codeFor({ email: 'binder2@example.com' }, 'bind', token)
  expect((await cloud.ask(bindEmail, { email: 'Binder2@Example.com', code: again, ...proof }, { token })).data.email).toBe(
    'binder2@example.com',
  )
})

test('two spellings of a domain are one address: the code to one binds the other, and a second account is refused', async () => {
  const { token } = await cloud.signUp('speller')
  const proof = { password: 'speller-secret' }
  const code = await codeFor({ email: 'ida@xn--bcher-kva.example' }, 'bind', token)
  expectCode(await cloud.ask(sendCode, { purpose: 'bind', email: 'Ida@bücher.example' }, { token }), 'tooMany')
  const bound = await cloud.ask(bindEmail, { email: 'ida@BÜCHER。example', code, ...proof }, { token })
  expect(bound.data.email).toBe('ida@bücher.example')
  const { token: second } = await cloud.signUp('respeller')
  const another = await codeFor({ email: 'ida@xn--bcher-kva.example' }, 'bind', second)
  const taken = await cloud.ask(
    bindEmail,
    { email: 'ida@bücher.example', code: another, password: 'respeller-secret' },
    { token: second },
  )
  expectCode(taken, 'taken')
})

test.each(['a..b@x.example', 'a@x-.example', 'a@localhost'])(
  'a code to %s is refused at once, naming the field',
  async (email) => {
    const refused = await cloud.ask(sendCode, { purpose: 'reset', email })
    expect(refused).toMatchObject({ code: Code.invalid, data: { field: 'email', rule: 'email_format' } })
  },
)

test('a number that another account has is refused, and nothing changes', async () => {
  const first = await cloud.signUp('firstone')
  const second = await cloud.signUp('secondone')
  const bind = async (name: string, token: string) =>
    cloud.ask(
      bindPhone,
      { phone: '13700000002', code: await codeFor({ phone: '13700000002' }, 'bind', token), password: `${name}-secret` },
      { token },
    )
  expectCode(await bind('firstone', first.token), 'ok')
  expectCode(await bind('secondone', second.token), 'taken')
  expect((await cloud.ask(profile, {}, { token: second.token })).data.phone).toBe('')
})

test('P11: a code to the account’s own phone proves it too; one for another purpose or number does not', async () => {
  const { token } = await cloud.signUp('prover')
  const bindCode = await codeFor({ phone: '13700000003' }, 'bind', token)
  expect((await cloud.ask(bindPhone, { phone: '13700000003', code: bindCode, password: 'prover-secret' }, { token })).code).toBe(
    200,
  )
  const foreign = await codeFor({ phone: '13700000004' }, 'bind', token)
  expectCode(
    await cloud.ask(changePassword, { proof_code: foreign, new_password: 'a calm harbour' }, { token }),
    'wrongCredentials',
  )
  const own = await codeFor({ phone: '13700000003' }, 'confirm', token)
  expectCode(await cloud.ask(changePassword, { proof_code: own, new_password: 'a calm harbour' }, { token }), 'ok')
})

test('P11: a user sees their sessions, ends one, then all others; P16: another’s are as if they did not exist', async () => {
  const { token } = await cloud.signUp('watchful')
  const phone = (await enter('watchful')).data.token
  const tablet = (await enter('watchful')).data.token
  const list = async () => (await cloud.ask(sessions, {}, { token })).data
  expect((await list()).total).toBe(3)
  expect((await list()).data.map(({ client }) => client).filter((name) => name === 'Chrome, Android')).toHaveLength(2)
  expect((await list()).data.filter(({ is_current }) => is_current)).toHaveLength(1)
  const stranger = await cloud.signUp('stranger')
  const [theirs] = (await cloud.ask(sessions, {}, { token: stranger.token })).data.data
  expectCode(await cloud.ask(endSession, { id: theirs?.id ?? '' }, { token }), 'notFound')
  const other = (await list()).data.find(({ is_current }) => !is_current)
  expectCode(await cloud.ask(endSession, { id: other?.id ?? '' }, { token }), 'ok')
  expect([await isIn(phone), await isIn(tablet)].toSorted()).toEqual([Code.endedElsewhere, Code.ok].toSorted())
  expectCode(await cloud.ask(endSession, {}, { token }), 'ok')
  expect([await isIn(token), await isIn(phone), await isIn(tablet)]).toEqual([Code.ok, Code.endedElsewhere, Code.endedElsewhere])
  expect(await isIn(stranger.token)).toBe(Code.ok)
})

test('codes for a change from inside want a token, and go to the account’s own number only', async () => {
  const { token } = await cloud.signUp('insider')
  const ask = (purpose: CodePurpose, phone: string, asker?: string) =>
    cloud.ask(sendCode, { purpose, phone }, asker === undefined ? {} : { token: asker })
  for (const purpose of ['bind', 'confirm', 'cancel'] as const) expectCode(await ask(purpose, '13700000021'), 'noToken')
  const code = await codeFor({ phone: '13700000021' }, 'bind', token)
  await cloud.ask(bindPhone, { phone: '13700000021', code, password: 'insider-secret' }, { token })
  const stranger = await cloud.signUp('outsider')
  clock += 61_000
  const sent = async () => (await readFile(join(cloud.folder, 'cloud', 'outbox.jsonl'), 'utf8')).split('"confirm"').length
  const before = await sent()
  expectCode(await ask('confirm', '13700000021', stranger.token), 'ok')
  // Outbox writes are queued: when the next code is there, this one has been written.
  await codeFor({ phone: '13700000022' }, 'login')
  expect(await sent()).toBe(before)
})

test('P1: a change that is refused spends no code, and one that is made spends both', async () => {
  const { token } = await cloud.signUp('twocodes')
  const phone = '13700000031'
  await cloud.ask(bindPhone, { phone, code: await codeFor({ phone }, 'bind', token), password: 'twocodes-secret' }, { token })
  const own = await codeFor({ phone }, 'confirm', token)
  const code = await codeFor({ phone: '13700000032' }, 'bind', token)
  const change = (code: string) => cloud.ask(bindPhone, { phone: '13700000032', code, proof_code: own }, { token })
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await change(wrong)).toMatchObject({ code: Code.wrongCredentials, data: { field: 'code' } })
  const both = await Promise.all([change(code), change(code), change(code)])
  expect(both.map(({ code }) => code).toSorted()).toEqual([Code.ok, Code.wrongCredentials, Code.wrongCredentials])
  expect(await change(code)).toMatchObject({ code: Code.wrongCredentials, data: { field: 'proof_code' } })
  clock += 60 * 60_000
  const proof_code = await codeFor({ phone: '13700000032' }, 'confirm', token)
  const email = 'twocodes@example.com'
  const mailCode = await codeFor({ email }, 'bind', token)
  expectCode(await cloud.ask(bindEmail, { email, code: mailCode, proof_code }, { token }), 'ok')
  expectCode(await cloud.ask(changePassword, { proof_code, new_password: 'a calm harbour' }, { token }), 'wrongCredentials')
})

test('P10: each change of who may come in closes the others’ open sockets, and leaves one’s own', async () => {
  const { token } = await cloud.signUp('socketed')
  const proof = { password: 'socketed-secret' }
  const phone = '13700000041'
  const changes: Record<string, () => Promise<{ code: number }>> = {
    phone: async () => cloud.ask(bindPhone, { phone, code: await codeFor({ phone }, 'bind', token), ...proof }, { token }),
    email: async () => {
      const email = 'socketed@example.com'
      return cloud.ask(bindEmail, { email, code: await codeFor({ email }, 'bind', token), ...proof }, { token })
    },
    'one sign-in': async () => {
      const { data } = (await cloud.ask(sessions, {}, { token })).data
      return cloud.ask(endSession, { id: data.find(({ is_current }) => !is_current)?.id ?? '' }, { token })
    },
    'all others': () => cloud.ask(endSession, {}, { token }),
    cancellation: () => cloud.ask(cancel, { posts: 'delete', ...proof }, { token }),
    password: () => cloud.ask(changePassword, { ...proof, new_password: 'a calm harbour' }, { token }),
  }
  const own = await new TestApp(cloud.url).login(token)
  for (const [name, change] of Object.entries(changes)) {
    // 75 s of silence would close it too, and the clock advances by 61 s with each code.
    expect(await own.ask('onheadt', {}), name).toMatchObject({ code: Code.ok })
    const other = await new TestApp(cloud.url).login((await enter('socketed')).data.token)
    expect(other.fd, name).not.toBe('')
    expect((await change()).code, name).toBe(Code.ok)
    await expect.poll(() => other.closedBy, { message: name }).toBe(4403)
  }
  expect(await own.ask('onheadt', {})).toMatchObject({ code: Code.ok })
  clock += 61_000
  const code = await codeFor({ phone }, 'reset')
  const last = await new TestApp(cloud.url).login(token)
  expectCode(await cloud.ask(resetPassword, { phone, code, password: 'a new harbour' }), 'ok')
  await expect.poll(() => last.closedBy).toBe(4403)
})

test('a forgotten password is set anew by phone, then by e-mail; the old one is of no use, and every sign-in ends', async () => {
  const { token } = await cloud.signUp('forgetful')
  const [phone, email] = ['13700000061', 'Forgetful@Example.com']
  const password = 'forgetful-secret'
  expectCode(await cloud.ask(bindPhone, { phone, code: await codeFor({ phone }, 'bind', token), password }, { token }), 'ok')
  const boundBy = await codeFor({ email: email.toLowerCase() }, 'bind', token)
  expectCode(await cloud.ask(bindEmail, { email, code: boundBy, password }, { token }), 'ok')
  const resets = [
    ['a third harbour 9', async () => ({ phone, code: await codeFor({ phone }, 'reset') })],
    ['the last harbour 10', async () => ({ email, code: await codeFor({ email: email.toLowerCase() }, 'reset') })],
  ] as const
  let before = password
  let signedIn = [token, (await enter('forgetful', before)).data.token]
  for (const [next, proof] of resets) {
    expectCode(await cloud.ask(resetPassword, { ...(await proof()), password: next }), 'ok')
    for (const one of signedIn) expect(await isIn(one)).toBe(Code.endedElsewhere)
    expectCode(await enter('forgetful', before), 'wrongCredentials')
    signedIn = [(await enter('forgetful', next)).data.token]
    expect(await isIn(signedIn[0] ?? '')).toBe(Code.ok)
    before = next
  }
})

test('P11: no change of who may come in passes without a proof, nor by a proof that is wrong', async () => {
  const { token } = await cloud.signUp('unproved')
  const phone = '13700000051'
  const email = 'unproved@example.com'
  const codes = { phone: await codeFor({ phone }, 'bind', token), email: await codeFor({ email }, 'bind', token) }
  const changes = [
    (proof: object) => cloud.ask(changePassword, { new_password: 'a calm harbour', ...proof }, { token }),
    (proof: object) => cloud.ask(bindPhone, { phone, code: codes.phone, ...proof }, { token }),
    (proof: object) => cloud.ask(bindEmail, { email, code: codes.email, ...proof }, { token }),
    (proof: object) => cloud.ask(cancel, { posts: 'delete', ...proof }, { token }),
  ]
  for (const change of changes) {
    expect(await change({})).toMatchObject({ code: Code.invalid, data: { field: 'password', rule: 'password_filled' } })
    expect(await change({ password: 'a guess' })).toMatchObject({ code: Code.wrongCredentials, data: { field: 'password' } })
    expect(await change({ proof_code: '123456' })).toMatchObject({ code: Code.wrongCredentials, data: { field: 'proof_code' } })
  }
  const { data } = await cloud.ask(profile, {}, { token })
  expect(data).toMatchObject({ phone: '', email: '', erase_at: null })
  expectCode(await enter('unproved'), 'ok')
})
