/** Sign-in of the page that the mini-program opens. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  endSession,
  login,
  loginByWebview,
  logout,
  profile,
  sessions,
  webviewCode,
  webviewCodeLifeMs,
} from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createLog } from '../kit/log.ts'
import { eachCloud, TestApp } from '../testing/app-socket.ts'
import { startTestCloud } from '../testing/cloud.ts'

let clock: number
let cloud: Awaited<ReturnType<typeof startTestCloud>>
let ann: { token: string; user_id: string }
const lines: string[] = []
beforeEach(async () => {
  clock = Date.now()
  lines.length = 0
  const to = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  cloud = await startTestCloud({}, { now: () => clock, log: createLog('debug', to) })
  ann = await cloud.signUp('ann')
})
afterEach(() => cloud.stop())

const codeFor = async (token: string) => (await cloud.ask(webviewCode, {}, { token })).data.code
const enter = (code: string, token?: string) => cloud.ask(loginByWebview, { code }, { token })
const wrong = { code: Code.wrongCredentials, data: { field: 'code' } }

test('a code opens a session of its own for its user, once', async () => {
  const code = await codeFor(ann.token)
  const { data, code: answered } = await enter(code)
  expect([answered, data.user.user_id]).toEqual([Code.ok, ann.user_id])
  expect(data.token).not.toBe(ann.token)
  expect((await cloud.ask(profile, {}, { token: data.token })).data.username).toBe('ann')
  expect(await enter(code)).toMatchObject(wrong)
  await cloud.ask(logout, {}, { token: data.token })
  expect((await cloud.ask(profile, {}, { token: ann.token })).code).toBe(Code.ok)
})

eachCloud('a code', (start) => {
  test('of ten who bring it at once exactly one enters', async () => {
    const raced = await start()
    const { token } = await raced.signUp('racer')
    const { code } = (await raced.ask(webviewCode, {}, { token })).data
    const answers = await Promise.all(Array.from({ length: 10 }, () => raced.ask(loginByWebview, { code }, {})))
    expect(answers.map((one) => one.code).sort()).toEqual([Code.ok, ...Array<number>(9).fill(Code.wrongCredentials)])
    await raced.stop()
  })
})

test('it is accepted for a minute', async () => {
  const [early, late] = [await codeFor(ann.token), await codeFor(ann.token)]
  clock += webviewCodeLifeMs - 1
  expect((await enter(early)).code).toBe(Code.ok)
  clock += 1
  expect(await enter(late)).toMatchObject(wrong)
})

test.each(['', 'x'.repeat(5_000), 'a b&c=%00', '密码', '../..', "' or 1=1 --"])('%j is refused on the field', async (code) => {
  expect(await enter(code)).toMatchObject(
    code === '' ? { code: Code.invalid, data: { field: 'code', rule: 'code_filled' } } : wrong,
  )
})

test('P18: a code of one realm opens nothing in the other', async () => {
  const code = await codeFor(ann.token)
  expect(await cloud.ask(loginByWebview, { code }, { lang: 'zh' })).toMatchObject({ ...wrong, msg: '验证码错误或已过期' })
})

test('P10: it dies with the session that requested it, whether that signed out or was ended', async () => {
  const signedOut = (await enter(await codeFor(ann.token))).data.token
  const first = await codeFor(signedOut)
  await cloud.ask(logout, {}, { token: signedOut })
  expect(await enter(first)).toMatchObject(wrong)
  const ended = (await enter(await codeFor(ann.token))).data.token
  const second = await codeFor(ended)
  await cloud.ask(endSession, { id: '' }, { token: ann.token })
  expect(await enter(second)).toMatchObject(wrong)
})

test('a page that comes again replaces its session, and its sockets close', async () => {
  const first = (await enter(await codeFor(ann.token))).data.token
  const app = await new TestApp(cloud.url).login(first)
  const second = (await enter(await codeFor(ann.token), first)).data.token
  await expect.poll(() => app.closedBy).toBeDefined()
  expect((await cloud.ask(profile, {}, { token: first })).code).toBe(Code.unknownToken)
  expect((await cloud.ask(sessions, {}, { token: second })).data.total).toBe(2)
  // A wrong code ends nothing.
  expect(await enter('nonsense', second)).toMatchObject(wrong)
  expect((await cloud.ask(profile, {}, { token: second })).code).toBe(Code.ok)
})

test('P4, P8: after ten wrong codes an address waits, also with the right one; sign-in by password does not', async () => {
  for (let tries = 0; tries < 10; tries += 1) expect(await enter(`wrong-${tries}`)).toMatchObject(wrong)
  const refused = await enter(await codeFor(ann.token))
  expect(refused).toMatchObject({ code: Code.modal, data: { wait: expect.any(Number) } })
  expect((await cloud.ask(login, { username: 'ann', password: 'ann-secret', agreed: 1 })).code).toBe(Code.ok)
})

test('codes are given sixty times an hour', async () => {
  for (let n = 0; n < 60; n += 1) await codeFor(ann.token)
  expect((await cloud.ask(webviewCode, {}, { token: ann.token })).code).toBe(Code.tooMany)
})

test('P2, P12: the code is in no log and not in the database', async () => {
  const code = await codeFor(ann.token)
  await enter(`${code.slice(0, -1)}_`)
  const file = new DatabaseSync(join(cloud.folder, 'cloud', 'en.db'), { readOnly: true })
  const rows = JSON.stringify(file.prepare('select * from session_codes').all())
  file.close()
  expect(rows).toMatch(/code_hash/)
  for (const text of [rows, lines.join('')]) expect(text).not.toContain(code.slice(0, -1))
})
