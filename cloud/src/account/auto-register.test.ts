/** New accounts on a cloud that takes them with an invitation only: by password, by a phone's code and by WeChat, against a box that shows a code. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginByCode, register, sendCode, wechatMiniProgram } from '@homeport/contract/account.ts'
import { firstAccount } from '@homeport/contract/first-account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { TestBox } from '../testing/box.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { startWechat } from '../../../testing/wechat.ts'

const agreed = 1 as const
const box = { code: 'ABCD2345' }
let wechat: Awaited<ReturnType<typeof startWechat>>
let cloud: Awaited<ReturnType<typeof startTestCloud>>
let shown: TestBox
let clock = Date.now()

beforeAll(async () => {
  wechat = await startWechat()
  cloud = await startTestCloud({ registration: 'code', wechatUrl: wechat.url }, { now: () => clock })
  shown = new TestBox(cloud.url)
  shown.code = box.code
  await shown.start()
})
afterAll(async () => {
  await shown.stop()
  await cloud.stop()
  await wechat.stop()
})

async function codesOf(phone: string): Promise<string[]> {
  const text = await readFile(join(cloud.folder, 'cloud', 'outbox.jsonl'), 'utf8').catch(() => '')
  const entries: { to: string; code: string }[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return entries.filter(({ to }) => to.endsWith(phone)).map(({ code }) => code)
}

async function send(phone: string, invitation?: string) {
  clock += 61_000
  return cloud.ask(sendCode, { purpose: 'login', phone, ...(invitation === undefined ? {} : { invitation }) })
}

const refused = { code: Code.wrongCredentials, data: { field: 'invitation' } }

test('a guest is told so before anything is sent', async () => {
  expect((await cloud.ask(firstAccount, {})).data).toEqual({ is_first: true, registration: 'code', has_wechat: true })
})

test('P7: a phone’s code comes to a new number with a right invitation only, and the answer is the same', async () => {
  const answers = [await send('13900000001'), await send('13900000002', 'WXYZ6789'), await send('13900000003', box.code)]
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await expect.poll(() => codesOf('13900000003')).toHaveLength(1)
  expect([await codesOf('13900000001'), await codesOf('13900000002')]).toEqual([[], []])
})

test('the code opens an account with the invitation; without it, or with a wrong one, that is named and the code stays good', async () => {
  const phone = '13900000004'
  await send(phone, box.code)
  await expect.poll(() => codesOf(phone)).toHaveLength(1)
  const [code = ''] = await codesOf(phone)
  expect(await cloud.ask(loginByCode, { phone, code, agreed })).toMatchObject(refused)
  expect(await cloud.ask(loginByCode, { phone, code, agreed, invitation: 'WXYZ6789' })).toMatchObject(refused)
  const entered = await cloud.ask(loginByCode, { phone, code, agreed, invitation: box.code })
  expect(entered).toMatchObject({ code: Code.ok, data: { user: { phone } } })
  // A person who has an account needs no invitation.
  await send(phone)
  await expect.poll(() => codesOf(phone)).toHaveLength(2)
  const again = await cloud.ask(loginByCode, { phone, code: (await codesOf(phone))[1] ?? '', agreed })
  expect(again.data.user.user_id).toBe(entered.data.user.user_id)
})

test('WeChat and a password open an account with it too', async () => {
  wechat.codes.set('one', 'openid-new').set('two', 'openid-new').set('three', 'openid-new')
  expect(await cloud.ask(wechatMiniProgram, { code: 'one', agreed })).toMatchObject(refused)
  expect(await cloud.ask(wechatMiniProgram, { code: 'two', agreed, invitation: box.code })).toMatchObject({ code: Code.ok })
  expect(await cloud.ask(wechatMiniProgram, { code: 'three', agreed })).toMatchObject({ code: Code.ok })
  const person = { username: 'guest', password: 'a calm harbour', agreed }
  expect(await cloud.ask(register, person)).toMatchObject({ code: Code.wrongCredentials, data: { field: 'code' } })
  expect(await cloud.ask(register, { ...person, code: box.code })).toMatchObject({ code: Code.ok })
})
