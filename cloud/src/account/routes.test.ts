import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { firstAccount } from '@homeport/contract/first-account.ts'
import { login, logout, profile, register } from '@homeport/contract/account.ts'
import { listDevices } from '@homeport/contract/device.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { workOf } from '../testing/work.ts'

type TestCloud = Awaited<ReturnType<typeof startTestCloud>>

const agreed = 1 as const

describe('accounts', () => {
  let cloud: TestCloud
  beforeAll(async () => {
    cloud = await startTestCloud()
  })
  afterAll(() => cloud.stop())

  const enter = (username: string, password: string) => cloud.ask(login, { username, password, agreed })

  test('a person registers, reads their profile, signs out, and signs in again', async () => {
    const joined = await cloud.ask(register, { username: '小明 Ming', password: 'a long secret', agreed })
    expect(joined).toMatchObject({
      code: Code.ok,
      data: { user: { username: '小明 Ming', gender: 'private' }, bind: { devices: 0 } },
    })
    const { token } = joined.data
    expect(await cloud.ask(profile, {}, { token })).toMatchObject({ code: Code.ok, data: { username: '小明 Ming' } })
    expect(await cloud.ask(logout, {}, { token })).toEqual({ code: Code.ok, msg: 'ok', data: null })
    expect(await cloud.ask(profile, {}, { token })).toMatchObject({ code: Code.unknownToken })
    expect(await enter('小明 ming', 'a long secret')).toMatchObject({ code: Code.ok })
  })

  test('a taken name is refused, whatever its case', async () => {
    await cloud.signUp('Taken')
    expect(await cloud.ask(register, { username: 'tAKEN', password: 'another secret', agreed })).toMatchObject({
      code: Code.taken,
    })
  })

  test('a name that looks like a taken one is refused', async () => {
    await cloud.signUp('Harbormaster')
    expect(await cloud.ask(register, { username: 'H\u0430rb\u043ermaster', password: 'another secret', agreed })).toMatchObject({
      code: Code.taken,
    })
  })

  test('bad fields are named, in the words of the realm', async () => {
    const bad = { username: 'ab', password: 'a long secret', agreed }
    expect(await cloud.ask(register, bad)).toMatchObject({
      code: Code.invalid,
      msg: 'Use 3 to 15 characters',
      data: { field: 'username', rule: 'name_length' },
    })
    expect(await cloud.ask(register, bad, { lang: 'zh' })).toMatchObject({ code: Code.invalid, msg: '用户名需为 3 至 15 个字符' })
    expect(await cloud.ask(register, { ...bad, username: 'abc<script>' })).toMatchObject({
      data: { field: 'username', rule: 'name_characters' },
    })
    expect(await cloud.ask(register, { ...bad, username: 'abcd', password: '12345' })).toMatchObject({
      data: { field: 'password', rule: 'password_length' },
    })
  })

  test('P7: a wrong password and an unknown name are answered alike, after the same work', async () => {
    await cloud.signUp('known')
    const attempt = async (name: string) => {
      let answer: unknown
      const work = await workOf(/"(users|sessions)"/, async () => (answer = await enter(name, 'not the password')))
      return { answer, work }
    }
    const existing = await attempt('known')
    expect(existing.answer).toEqual({ code: Code.wrongCredentials, msg: 'Wrong username or password', data: null })
    expect(existing.work.statements.length).toBeGreaterThan(0)
    expect(existing.work.hashes).toBe(1)
    expect(await attempt('nobody1')).toEqual(existing)
  })

  test('P9: the commonest passwords of both languages are refused, and one that is the name', async () => {
    for (const password of ['123456', 'Password', 'woaini1314', '5201314', 'taobao', '      ', '１２３４５６']) {
      expect(await cloud.ask(register, { username: 'common', password, agreed }), password).toMatchObject({
        code: Code.invalid,
        data: { field: 'password', rule: 'password_common' },
      })
    }
    expect(await cloud.ask(register, { username: 'sameasname', password: 'SameAsName', agreed })).toMatchObject({
      data: { rule: 'password_common' },
    })
  })

  test('P9: any Unicode is a password, and 32 characters are 32 whatever their bytes', async () => {
    const password = '密码🎬'.repeat(10)
    expect(await cloud.ask(register, { username: 'unicode', password, agreed })).toMatchObject({ code: Code.ok })
    expect(await enter('unicode', password)).toMatchObject({ code: Code.ok })
    expect(await cloud.ask(register, { username: 'unicode2', password: `${password}123`, agreed })).toMatchObject({
      data: { rule: 'password_length' },
    })
  })

  test('P9: fifty logins at once do not stall other calls', async () => {
    const { token } = await cloud.signUp('storm')
    const storm = Promise.all(Array.from({ length: 50 }, () => enter('storm', 'storm-secret')))
    let isOver = false
    const ended = storm.finally(() => (isOver = true))
    for (let round = 0; round < 20; round += 1) {
      expect(await cloud.ask(listDevices, {}, { token })).toMatchObject({ code: Code.ok })
    }
    // Twenty responses came while the logins were still in progress; bench/account measures how fast they are.
    expect(isOver).toBe(false)
    expect((await ended).map(({ code }) => code)).toEqual(Array(50).fill(Code.ok))
  })

  test('P10: tokens have at least 128 bits, are new at each login, and are stored only as hashes', async () => {
    await cloud.signUp('tokens')
    const first = await enter('tokens', 'tokens-secret')
    const second = await enter('tokens', 'tokens-secret')
    expect(first.data.token).not.toBe(second.data.token)
    expect(Buffer.from(first.data.token, 'base64url').length).toBeGreaterThanOrEqual(16)
    const { DatabaseSync } = await import('node:sqlite')
    const file = new DatabaseSync(`${cloud.folder}/cloud/en.db`, { readOnly: true })
    const rows = JSON.stringify([file.prepare('select * from sessions').all(), file.prepare('select * from users').all()])
    file.close()
    expect(rows).toContain('tokens')
    expect(rows).not.toContain(first.data.token)
    expect(rows).not.toContain('tokens-secret')
    expect(rows).toContain('$argon2id$')
  })

  test('no token is 1000, a made-up one 1002', async () => {
    expect(await cloud.ask(profile, {})).toMatchObject({ code: Code.noToken, msg: 'Sign in first' })
    expect(await cloud.ask(profile, {}, { token: 'made-up' })).toMatchObject({ code: Code.unknownToken })
    expect(await cloud.ask(profile, {}, { lang: 'zh' })).toMatchObject({ msg: '请先登录' })
  })

  test('P18: an account, its token and its name of one realm are nothing in the other', async () => {
    const { token } = await cloud.signUp('realms', 'zh')
    expect(await cloud.ask(profile, {}, { token, lang: 'zh' })).toMatchObject({ code: Code.ok })
    expect(await cloud.ask(profile, {}, { token, lang: 'en' })).toMatchObject({ code: Code.unknownToken })
    expect(await enter('realms', 'realms-secret')).toMatchObject({ code: Code.wrongCredentials })
    expect((await cloud.signUp('realms', 'en')).user_id).not.toBe('')
  })
})

describe('P8: wrong passwords', () => {
  test('after ten in 15 minutes the server says how long to wait, for the right one too, and then lets in again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const cloud = await startTestCloud()
    try {
      await cloud.signUp('victim')
      await cloud.signUp('other')
      const enter = (username: string, password: string, headers = {}) =>
        cloud.ask(login, { username, password, agreed }, { headers })
      for (let tried = 0; tried < 10; tried += 1) expectCode(await enter('victim', 'wrong-secret'), 'wrongCredentials')
      const locked = await enter('victim', 'victim-secret')
      expect(locked).toMatchObject({
        code: Code.modal,
        msg: 'Too many wrong tries. Try again in 15 minutes.',
        data: { wait: 900 },
      })
      // The address is counted too, so another account from here waits as well; a forwarded address from an untrusted client is ignored.
      expectCode(await enter('other', 'other-secret'), 'modal')
      expectCode(await enter('other', 'other-secret', { 'X-Forwarded-For': '203.0.113.7' }), 'modal')
      vi.setSystemTime(Date.now() + 15 * 60_000 + 1000)
      expectCode(await enter('victim', 'victim-secret'), 'ok')
    } finally {
      await cloud.stop()
      vi.useRealTimers()
    }
  })

  test('fifty guesses at once are no more than ten guesses and the two under way', async () => {
    const cloud = await startTestCloud()
    try {
      await cloud.signUp('guessed')
      const codes = (
        await Promise.all(
          Array.from({ length: 50 }, () => cloud.ask(login, { username: 'guessed', password: 'wrong-secret', agreed })),
        )
      ).map(({ code }) => code)
      expect(codes.filter((code) => code === Code.wrongCredentials).length).toBeLessThanOrEqual(12)
      expect(codes.filter((code) => code === Code.modal).length).toBeGreaterThanOrEqual(38)
    } finally {
      await cloud.stop()
    }
  })

  test('a proxy that the operator trusts may say whose address it is', async () => {
    const cloud = await startTestCloud({ trustedProxies: ['127.0.0.1'] })
    try {
      await cloud.signUp('behind')
      const from = (address: string, username: string, password: string) =>
        cloud.ask(login, { username, password, agreed }, { headers: { 'X-Forwarded-For': address } })
      for (let tried = 0; tried < 10; tried += 1) await from('203.0.113.7', `nobody${tried}`, 'wrong-secret')
      expectCode(await from('203.0.113.7', 'behind', 'behind-secret'), 'modal')
      expectCode(await from('203.0.113.8', 'behind', 'behind-secret'), 'ok')
    } finally {
      await cloud.stop()
    }
  })
})

describe('registration', () => {
  test('a guest is told whether the next account would be the first of the language, and nothing else of the accounts', async () => {
    const cloud = await startTestCloud()
    const closed = await startTestCloud({ registration: 'closed' })
    const first = async (lang: 'en' | 'zh') => (await cloud.ask(firstAccount, {}, { lang })).data
    try {
      expect(await first('en')).toEqual({ is_first: true, registration: 'open', has_wechat: false })
      await cloud.signUp('somebody')
      await cloud.signUp('somebody else')
      expect(await first('en')).toEqual({ is_first: false, registration: 'open', has_wechat: false })
      expect(await first('zh')).toEqual({ is_first: true, registration: 'open', has_wechat: false })
      expect((await closed.ask(firstAccount, {})).data).toEqual({ is_first: false, registration: 'closed', has_wechat: false })
    } finally {
      await cloud.stop()
      await closed.stop()
    }
  })

  test('is closed where the operator says so, and asks for a pairing code where they say that', async () => {
    const closed = await startTestCloud({ registration: 'closed' })
    const coded = await startTestCloud({ registration: 'code' })
    try {
      const person = { username: 'late', password: 'a long secret', agreed }
      expect(await closed.ask(register, person)).toMatchObject({
        code: Code.notAllowed,
        msg: 'Registration is closed on this server',
      })
      expect(await coded.ask(register, person)).toMatchObject({ code: Code.wrongCredentials })
      expect(await coded.ask(register, { ...person, code: 'ABCD2345' })).toMatchObject({ code: Code.wrongCredentials })
    } finally {
      await closed.stop()
      await coded.stop()
    }
  })
})
