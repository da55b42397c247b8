import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel, changePassword, exportData, register } from '@homeport/contract/account.ts'
import { Notice, unread } from '@homeport/contract/device.ts'
import {
  conversation,
  conversations,
  messageMax,
  readMessages,
  readReminders,
  notifications,
  sendMessage,
} from '@homeport/contract/message.ts'
import { block, follow, unblock } from '@homeport/contract/people.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startTestCloud } from '../testing/cloud.ts'
import { bind, TestApp, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'
import { newId } from '../kit/auth.ts'

let cloud: TestCloud
let anna: { token: string; user_id: string }
let bert: { token: string; user_id: string }
beforeAll(async () => {
  cloud = await startTestCloud()
  anna = await cloud.signUp('anna')
  bert = await cloud.signUp('bert')
})
afterAll(() => cloud.stop())

type TestUser = { token: string }
const write = (from: TestUser, to: string, { text = 'x', id = newId() } = {}) => cloud.ask(sendMessage, { to, id, text }, from)
const unreadOf = async (user: TestUser) => (await cloud.ask(unread, {}, user)).data

test('who registers is welcomed by the system, in the language of the realm', async () => {
  await expect.poll(() => unreadOf(anna)).toEqual({ messages: 0, system: 1, reminders: 0, devices: [] })
  const { data } = await cloud.ask(conversation, {}, anna)
  expect(data).toMatchObject({
    with: null,
    next: '',
    data: [{ from_me: false, text: expect.stringContaining('Welcome to Homeport') }],
  })
  const zhang = await cloud.signUp('zhang', 'zh')
  const ofZhang = () => cloud.ask(conversation, {}, { ...zhang, lang: 'zh' })
  await expect.poll(async () => (await ofZhang()).data.data[0]?.text).toContain('欢迎来到 Homeport')
  expectCode(await cloud.ask(readMessages, {}, anna), 'ok')
  expect((await unreadOf(anna)).system).toBe(0)
})

test('a changed password and a pending cancellation are announced by a system message', async () => {
  const dora = await cloud.signUp('dora')
  await cloud.ask(changePassword, { password: 'dora-secret', new_password: 'another secret' }, dora)
  await cloud.ask(cancel, { posts: 'delete', password: 'another secret' }, dora)
  const texts = async () => (await cloud.ask(conversation, {}, dora)).data.data.map(({ text }) => text.slice(0, 40))
  await expect
    .poll(texts)
    .toEqual([
      'Your account will be deleted in 7 days. ',
      'Your password was changed and all other ',
      'Welcome to Homeport. Pair your box on th',
    ])
})

test('a message comes to the other once, however often it is sent', async () => {
  const id = newId()
  const answers = await Promise.all([1, 2, 3].map(() => write(anna, bert.user_id, { text: ' Hello <b>bert</b>\n', id })))
  for (const { code, data } of answers) {
    expect(code).toBe(Code.ok)
    expect(data).toMatchObject({ id, text: ' Hello <b>bert</b>\n', from_me: true })
  }
  expect((await cloud.ask(conversations, {}, bert)).data).toMatchObject({
    total: 1,
    data: [{ with: { username: 'anna' }, last: { id, from_me: false }, unread: 1 }],
  })
  expect((await cloud.ask(conversation, { with: anna.user_id }, bert)).data.data).toHaveLength(1)
  expect((await unreadOf(bert)).messages).toBe(1)
  await cloud.ask(readMessages, { with: anna.user_id }, bert)
  expect((await unreadOf(bert)).messages).toBe(0)
})

test('what cannot be sent is refused by the name of its field', async () => {
  const wrong = [
    [{ to: bert.user_id, id: newId(), text: ' \n ' }, 'text', 'message_filled'],
    [{ to: bert.user_id, id: newId(), text: 'x'.repeat(messageMax + 1) }, 'text', 'message_length'],
    [{ to: bert.user_id, id: newId(), text: 'a\0b' }, 'text', 'text_unkeepable'],
    [{ to: bert.user_id, id: 'short', text: 'x' }, 'id', 'invalid'],
    [{ to: '', id: newId(), text: 'x' }, 'to', 'required'],
    [{ to: anna.user_id, id: newId(), text: 'x' }, 'to', 'oneself'],
  ] as const
  for (const [input, field, rule] of wrong)
    expect(await cloud.ask(sendMessage, input, anna)).toMatchObject({ code: Code.invalid, data: { field, rule } })
  expectCode(await write(anna, bert.user_id, { text: '🚢'.repeat(messageMax) }), 'ok')
  expectCode(await cloud.ask(conversation, { with: bert.user_id, cursor: '1; drop' }, anna), 'invalid')
})

test('P16: an unknown user and one across a block give the same answer, from both sides', async () => {
  const carl = await cloud.signUp('carl')
  await write(carl, bert.user_id)
  await cloud.ask(block, { user_id: carl.user_id }, bert)
  for (const [user, other] of [
    [carl, bert.user_id],
    [bert, carl.user_id],
    [bert, 'nobody'],
  ] as const) {
    expect(await write(user, other)).toMatchObject({ code: Code.notFound, msg: 'Not found' })
    expect(await cloud.ask(conversation, { with: other }, user)).toMatchObject({ code: Code.notFound, msg: 'Not found' })
    expectCode(await cloud.ask(readMessages, { with: other }, user), 'ok')
  }
  expect((await cloud.ask(conversations, {}, carl)).data.total).toBe(0)
  await cloud.ask(unblock, { user_id: carl.user_id }, bert)
  expect((await cloud.ask(conversations, {}, carl)).data.total).toBe(1)
  expectCode(await cloud.ask(readReminders, { id: 'not-mine' }, carl), 'notFound')
})

test('too many messages in a minute are refused in words; other calls go on', async () => {
  const [eve, finn] = [await cloud.signUp('evelyn'), await cloud.signUp('finn')]
  for (let sent = 0; sent < 60; sent += 1) expectCode(await write(eve, finn.user_id), 'ok')
  expect(await write(eve, finn.user_id)).toMatchObject({
    code: Code.tooMany,
    msg: 'You’re sending messages too fast. Wait a moment and try again.',
  })
  expect((await unreadOf(finn)).messages).toBe(60)
})

test('a new follower becomes a notification; open apps get the unread counts and the state of their boxes', async () => {
  const box = await new TestBox(cloud.url).start()
  await bind(cloud, box, bert)
  const app = await new TestApp(cloud.url).login(bert.token, box.devsn)
  await cloud.ask(follow, { user_id: bert.user_id }, anna)
  const counts = (reminders: number, messages: number) =>
    app.frame(({ act, data }) => {
      const { unread } = act === 'notice' ? Notice.parse(data) : {}
      return unread?.reminders === reminders && unread.messages === messages
    })
  await counts(1, 1)
  const list = (await cloud.ask(notifications, {}, bert)).data
  expect(list).toMatchObject({ total: 1, data: [{ kind: 'follow', by: { username: 'anna' }, is_read: false }] })
  await Promise.all(Array.from({ length: 20 }, () => write(anna, bert.user_id)))
  await counts(1, 21)
  await cloud.ask(readReminders, { id: list.data[0]?.id ?? '' }, bert)
  await counts(0, 21)
  expect(await unreadOf(bert)).toEqual({ messages: 21, system: 1, reminders: 0, devices: [{ devsn: box.devsn, online: 1 }] })
  app.close()
  await box.stop()
})

test('P36: seven days after a cancellation nothing of the person is left in people, messages and reminders, though the cloud was down', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-erase-'))
  const before = await startTestCloud({ dataFolder })
  const [gone, stays] = [await before.signUp('gone-soon'), await before.signUp('stays')]
  for (const [by, user_id] of [
    [gone, stays.user_id],
    [stays, gone.user_id],
  ] as const)
    await before.ask(follow, { user_id }, by)
  await before.ask(sendMessage, { to: stays.user_id, id: newId(), text: 'I live in Harbour Lane 5' }, gone)
  await before.ask(cancel, { posts: 'delete', password: 'gone-soon-secret' }, gone)
  await before.stop()

  const after = await startTestCloud({ dataFolder }, { now: () => Date.now() + 8 * 24 * 60 * 60_000 })
  await expect.poll(async () => (await after.ask(conversations, {}, stays)).data.total).toBe(0)
  await expect.poll(async () => (await after.ask(unread, {}, stays)).data).toMatchObject({ messages: 0, reminders: 0 })
  expectCode(await after.ask(follow, { user_id: gone.user_id }, stays), 'notFound')
  await after.stop()
  const file = new DatabaseSync(join(dataFolder, 'cloud', 'en.db'), { readOnly: true })
  const rows = (table: string) => file.prepare(`select * from ${table}`).all()
  expect(JSON.stringify(rows('messages'))).not.toContain('Harbour')
  expect(JSON.stringify(['follows', 'reminders', 'conversations'].map(rows))).not.toContain(gone.user_id)
  expect(rows('person_counts')).toContainEqual({ user_id: stays.user_id, fans: 0, follows: 0, is_gone: 0 })
  file.close()
  await rm(dataFolder, { recursive: true })
  expectCode(await cloud.ask(register, { username: 'gone-soon', password: 'a new secret', agreed: 1 }), 'ok')
})

test('P12: the file of one’s own data has what one wrote and whom one follows, and nothing that others wrote', async () => {
  const [gina, hugo] = [await cloud.signUp('gina'), await cloud.signUp('hugo')]
  await cloud.ask(follow, { user_id: hugo.user_id }, gina)
  await write(gina, hugo.user_id, { text: 'mine to keep' })
  await write(hugo, gina.user_id, { text: 'his own words' })
  const file = JSON.stringify((await cloud.ask(exportData, {}, gina)).data)
  for (const part of ['mine to keep', '"to":"hugo"', 'Welcome to Homeport', '"follows":[{"username":"hugo"'])
    expect(file).toContain(part)
  expect(file).not.toContain('his own words')
})
