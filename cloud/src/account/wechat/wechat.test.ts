/** Sign-in by WeChat, against a server that speaks its protocol. */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Writable } from 'node:stream'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { profile, wechatMiniProgram } from '@homeport/contract/account.ts'
import { createLog } from '../../kit/log.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { eachCloud } from '../../testing/app-socket.ts'
import { startWechat } from '../../../../testing/wechat.ts'

let wechat: Awaited<ReturnType<typeof startWechat>>
let cloud: Awaited<ReturnType<typeof startTestCloud>>
const lines: string[] = []
beforeAll(async () => {
  wechat = await startWechat()
  const to = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  cloud = await startTestCloud({ wechatUrl: wechat.url }, { log: createLog('debug', to) })
})
afterAll(async () => {
  await cloud.stop()
  await wechat.stop()
})
beforeEach(() => wechat.codes.clear())

const signIn = (code: string, lang: 'en' | 'zh' = 'en') => cloud.ask(wechatMiniProgram, { code, agreed: 1 }, { lang })

test('an unknown WeChat account becomes an account; the next code of it opens the same one', async () => {
  wechat.codes.set('first', 'openid-ann').set('second', 'openid-ann').set('other', 'openid-ben')
  const first = await signIn('first')
  expect(first).toMatchObject({ code: Code.ok, data: { user: { has_password: false, phone: '' } } })
  expect(first.data.user.username).toMatch(/^wx_\d{9}$/)
  expect((await cloud.ask(profile, {}, { token: first.data.token })).data.user_id).toBe(first.data.user.user_id)
  expect((await signIn('second')).data.user.user_id).toBe(first.data.user.user_id)
  expect((await signIn('other')).data.user.user_id).not.toBe(first.data.user.user_id)
})

eachCloud('a new WeChat account', (start) => {
  test('of ten sign-ins at once all open one account', async () => {
    const raced = await start({ wechatUrl: wechat.url })
    for (let n = 0; n < 10; n += 1) wechat.codes.set(`at-once-${raced.port}-${n}`, 'openid-storm')
    wechat.waitFor(10)
    const pending = Array.from({ length: 10 }, (_, n) =>
      raced.ask(wechatMiniProgram, { code: `at-once-${raced.port}-${n}`, agreed: 1 }),
    )
    const answers = await Promise.all(pending)
    wechat.waitFor(1)
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(Code.ok))
    expect(new Set(answers.map(({ data }) => data.user.user_id)).size).toBe(1)
    await raced.stop()
  })
})

test('P18: the two realms know each other’s WeChat accounts not', async () => {
  wechat.codes.set('en-one', 'openid-both').set('zh-one', 'openid-both')
  const { data } = await signIn('en-one')
  expect((await signIn('zh-one', 'zh')).data.user.user_id).not.toBe(data.user.user_id)
})

test('a wrong, a spent and a misshapen code are refused on the field, in words', async () => {
  wechat.codes.set('once', 'openid-once')
  expectCode(await signIn('once'), 'ok')
  for (const code of ['once', 'never-given']) {
    expect(await signIn(code, 'zh')).toEqual({
      code: Code.invalid,
      msg: '微信登录失败，请重试',
      data: { field: 'code', rule: 'wechat_code' },
    })
  }
  expect((await signIn('a b&secret=x')).data).toEqual({ field: 'code', rule: 'wechat_code' })
})

test('the errors of WeChat are distinguished: too often, blocked, busy, wrong settings, nonsense; none of them is a fault of the cloud', async () => {
  const answers = [
    ['{"errcode":45011,"errmsg":"api minute-quota reach limit"}', Code.tooMany],
    ['{"errcode":40226,"errmsg":"code blocked"}', Code.notAllowed],
    ['{"errcode":-1,"errmsg":"system error"}', Code.noResponse],
    ['{"errcode":40125,"errmsg":"invalid appsecret"}', Code.noResponse],
    ['{"session_key":"x"}', Code.noResponse],
    ['<html>', Code.noResponse],
    ['[]', Code.noResponse],
  ] as const
  for (const [raw, code] of answers) {
    wechat.instead.push(raw)
    expect([raw, (await signIn('any')).code]).toEqual([raw, code])
  }
})

test('P43: whatever else comes in place of WeChat’s answer opens no account and is no fault of the cloud', async () => {
  const openids = ['', 5, null, [], {}, '\0', 'a\0b', '\ud800', 'a b', '<script>', '../x', 'é', 'x'.repeat(200_000)]
  const bodies = [
    ...openids.map((openid) => JSON.stringify({ openid })),
    'null',
    '0',
    '"openid"',
    '',
    '\0',
    '<xml><openid>x</openid></xml>',
    '\ufeff<xml/>',
    '{"openid":"x"',
    '{"openid":"x"}}',
    '{"__proto__":{"openid":"x"}}',
    '{"openid":"x","errcode":1e400}',
    '{"openid":"x","errcode":"0"}',
    '['.repeat(200_000),
    `{"openid":${'['.repeat(200_000)}`,
    `{"openid":"x","filler":"${'x'.repeat(1_100_000)}"}`,
  ]
  for (const raw of bodies) {
    wechat.instead.push(raw)
    expect([raw.slice(0, 80), await signIn('any')]).toMatchObject([raw.slice(0, 80), { code: Code.noResponse }])
  }
})

test('P12: neither the secret nor the session key nor the code is in a log, a response or the database', async () => {
  wechat.codes.set('quiet-code', 'openid-quiet')
  const answer = JSON.stringify(await signIn('quiet-code'))
  const file = new DatabaseSync(join(cloud.folder, 'cloud', 'en.db'), { readOnly: true })
  const rows = JSON.stringify(file.prepare('select * from wechat_users').all())
  file.close()
  expect(rows).toContain('openid-quiet')
  for (const text of [answer, lines.join(''), rows])
    for (const word of [wechat.secret, encodeURIComponent(wechat.secret), 'c2Vzc2lvbi1rZXk', 'quiet-code'])
      expect(text).not.toContain(word)
})

test('where it is not set up, where WeChat is away, and where no new accounts are taken, the answer says so', async () => {
  const bare = await startTestCloud({ wechatUrl: undefined })
  expect(await bare.ask(wechatMiniProgram, { code: 'x', agreed: 1 }, { lang: 'zh' })).toMatchObject({
    code: Code.notAllowed,
    msg: '本服务器未开通微信登录',
  })
  await bare.stop()
  const away = await startTestCloud({ wechatUrl: 'http://app:secret@127.0.0.1:9' })
  expectCode(await away.ask(wechatMiniProgram, { code: 'x', agreed: 1 }), 'noResponse')
  await away.stop()
  wechat.codes.set('late', 'openid-late')
  const closed = await startTestCloud({ wechatUrl: wechat.url, registration: 'closed' })
  expectCode(await closed.ask(wechatMiniProgram, { code: 'late', agreed: 1 }), 'notAllowed')
  await closed.stop()
})
