/** Linking WeChat to an account that is there already, and unlinking it. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bindWechat,
  exportData,
  login,
  logout,
  profile,
  unbindWechat,
  wechatAccount,
  wechatCode,
  wechatCodeLifeMs,
  wechatMiniProgram,
} from '@homeport/contract/account.ts'
import { firstAccount } from '@homeport/contract/first-account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { conversation } from '@homeport/contract/message.ts'
import { createLog } from '../../kit/log.ts'
import { expectCode } from '../../testing/codes.ts'
import { eachCloud } from '../../testing/app-socket.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { startWechat } from '../../../../testing/wechat.ts'

let wechat: Awaited<ReturnType<typeof startWechat>>
let cloud: Awaited<ReturnType<typeof startTestCloud>>
let clock = Date.now()
const lines: string[] = []
beforeAll(async () => {
  wechat = await startWechat()
  const to = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  cloud = await startTestCloud({ wechatUrl: wechat.url }, { now: () => clock, log: createLog('debug', to) })
})
afterAll(async () => {
  await cloud.stop()
  await wechat.stop()
})

let people = 0
async function someone() {
  const name = `someone-${(people += 1)}`
  return { name, proof: { password: `${name}-secret` }, ...(await cloud.signUp(name)) }
}
type Someone = Awaited<ReturnType<typeof someone>>

/** A code of wx.login for the owner of this openid. */
function wxCode(openid: string): string {
  const code = randomUUID()
  wechat.codes.set(code, openid)
  return code
}
const codeOf = async ({ token, proof }: Someone) => (await cloud.ask(wechatCode, proof, { token })).data.code
const link = (bind_code: string, openid: string) => cloud.ask(bindWechat, { code: wxCode(openid), bind_code, agreed: 1 })
const enter = (openid: string) => cloud.ask(wechatMiniProgram, { code: wxCode(openid), agreed: 1 })
const profileOf = (token: string) => cloud.ask(profile, {}, { token })
const wrong = { code: Code.wrongCredentials, data: { field: 'bind_code' } }

test('P10, P11: a code that wants the password links the WeChat of who types it, which signs in to that account from then on', async () => {
  const ann = await someone()
  const other = (await cloud.ask(login, { username: ann.name, ...ann.proof, agreed: 1 })).data.token
  expect((await profileOf(ann.token)).data.wechat_since).toBe(null)
  expectCode(await cloud.ask(wechatCode, { password: 'not mine' }, { token: ann.token }), 'wrongCredentials')
  const code = await codeOf(ann)
  expect(code).toMatch(/^[\dA-HJKMNP-TV-Z]{8}$/)
  expect((await cloud.ask(wechatAccount, { bind_code: code })).data).toEqual({ username: ann.name, nickname: ann.name })

  const linked = await link(` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase(), 'openid-ann')
  expect(linked).toMatchObject({
    code: Code.ok,
    data: { user: { user_id: ann.user_id, wechat_since: Math.floor(clock / 1000) } },
  })
  expect((await profileOf(linked.data.token)).data.username).toBe(ann.name)
  expectCode(await profileOf(ann.token), 'ok')
  expectCode(await profileOf(other), 'endedElsewhere')
  expect((await enter('openid-ann')).data.user.user_id).toBe(ann.user_id)
  const exported = await cloud.ask(exportData, {}, { token: ann.token })
  expect(exported.data.data['account']).toMatchObject({ wechat_since: clock })
  await expect
    .poll(async () => JSON.stringify(await cloud.ask(conversation, { with: '' }, { token: ann.token })))
    .toContain('WeChat was linked to your account')
})

test('a code is good once, for ten minutes, until the next one, and as long as the session that asked for it', async () => {
  const ben = await someone()
  const replaced = await codeOf(ben)
  const late = await codeOf(ben)
  expect(await link(replaced, 'openid-ben')).toMatchObject(wrong)
  clock += wechatCodeLifeMs - 1
  expectCode(await cloud.ask(wechatAccount, { bind_code: late }), 'ok')
  clock += 1
  expect(await cloud.ask(wechatAccount, { bind_code: late })).toMatchObject(wrong)
  expect(await link(late, 'openid-ben')).toMatchObject(wrong)
  const orphan = await codeOf(ben)
  await cloud.ask(logout, {}, { token: ben.token })
  expect(await link(orphan, 'openid-ben')).toMatchObject(wrong)
  expect((await cloud.ask(wechatAccount, { bind_code: 'short' })).data).toEqual({ field: 'bind_code', rule: 'bind_code' })

  const cid = await someone()
  const code = await codeOf(cid)
  expectCode(await link(code, 'openid-cid'), 'ok')
  expect(await link(code, 'openid-another')).toMatchObject(wrong)
})

eachCloud('a code for WeChat', (start) => {
  test('of ten who bring it at once exactly one is linked', async () => {
    const raced = await start({ wechatUrl: wechat.url })
    const { token } = await raced.signUp('racer')
    const { code } = (await raced.ask(wechatCode, { password: 'racer-secret' }, { token })).data
    const inputs = Array.from({ length: 10 }, (_, at) => ({ code: wxCode(`raced-${raced.port}-${at}`), bind_code: code }))
    const answers = await Promise.all(inputs.map((input) => raced.ask(bindWechat, { ...input, agreed: 1 })))
    expect(answers.map((one) => one.code).sort()).toEqual([Code.ok, ...Array<number>(9).fill(Code.wrongCredentials)])
    await raced.stop()
  })
})

test('a WeChat of another account is refused with what to do, the code stays good; an account has one WeChat', async () => {
  const taken = (await enter('openid-taken')).data
  const dan = await someone()
  const code = await codeOf(dan)
  const refused = await link(code, 'openid-taken')
  expectCode(refused, 'taken')
  expect(refused.msg).toContain('Unlink it there or delete that account')
  expect((await enter('openid-taken')).data.user.user_id).toBe(taken.user.user_id)
  expect((await profileOf(dan.token)).data.wechat_since).toBe(null)
  expectCode(await link(code, 'openid-dan'), 'ok')
  const again = await cloud.ask(wechatCode, dan.proof, { token: dan.token })
  expect(again).toMatchObject({ code: Code.taken, msg: 'This account is linked to WeChat already. Unlink it first.' })
})

test('P10, P11: unlinking wants the password, ends the other tokens, and that WeChat begins anew', async () => {
  const eve = await someone()
  const { token } = (await link(await codeOf(eve), 'openid-eve')).data
  expectCode(await cloud.ask(unbindWechat, { password: 'not mine' }, { token: eve.token }), 'wrongCredentials')
  const { data } = await cloud.ask(unbindWechat, eve.proof, { token: eve.token })
  expect(data).toMatchObject({ user_id: eve.user_id, wechat_since: null })
  expectCode(await profileOf(token), 'endedElsewhere')
  expectCode(await profileOf(eve.token), 'ok')
  expectCode(await cloud.ask(unbindWechat, eve.proof, { token: eve.token }), 'notFound')
  expect((await enter('openid-eve')).data.user.user_id).not.toBe(eve.user_id)
})

test('the only way to sign in to an account is not unlinked', async () => {
  const { token } = (await enter('openid-only')).data
  expect(await cloud.ask(unbindWechat, {}, { token })).toMatchObject({
    code: Code.notAllowed,
    msg: 'WeChat is the only way to sign in to this account. Set a password or add a mobile number first.',
  })
  expect((await profileOf(token)).data.wechat_since).not.toBe(null)
})

test('P4, P8: after ten wrong codes an address waits, and signs in by password all the same', async () => {
  const guessed = await startTestCloud({ wechatUrl: wechat.url })
  const { token } = await guessed.signUp('fay')
  for (let n = 0; n < 10; n += 1) expectCode(await guessed.ask(wechatAccount, { bind_code: `0000000${n}` }), 'wrongCredentials')
  const { code } = (await guessed.ask(wechatCode, { password: 'fay-secret' }, { token })).data
  expectCode(await guessed.ask(bindWechat, { code: wxCode('openid-fay'), bind_code: code, agreed: 1 }), 'modal')
  expectCode(await guessed.ask(login, { username: 'fay', password: 'fay-secret', agreed: 1 }), 'ok')
  await guessed.stop()
})

test('P18: a code of one realm is none in the other', async () => {
  const code = await codeOf(await someone())
  expect(await cloud.ask(wechatAccount, { bind_code: code }, { lang: 'zh' })).toMatchObject({ code: Code.wrongCredentials })
})

test('P12: the code stands in no log, and in the database as a hash', async () => {
  const code = await codeOf(await someone())
  expectCode(await cloud.ask(wechatAccount, { bind_code: code }), 'ok')
  const file = new DatabaseSync(join(cloud.folder, 'cloud', 'en.db'), { readOnly: true })
  const rows = JSON.stringify(file.prepare('select * from session_codes').all())
  file.close()
  expect(rows).toContain('"purpose":"wechat"')
  for (const text of [lines.join(''), rows]) expect(text).not.toContain(code)
})

test('whether a server has WeChat is told; one without gives no code', async () => {
  expect((await cloud.ask(firstAccount, {})).data.has_wechat).toBe(true)
  const bare = await startTestCloud({ wechatUrl: undefined })
  expect((await bare.ask(firstAccount, {})).data.has_wechat).toBe(false)
  const { token } = await bare.signUp('bare')
  expectCode(await bare.ask(wechatCode, { password: 'bare-secret' }, { token }), 'notAllowed')
  await bare.stop()
})
