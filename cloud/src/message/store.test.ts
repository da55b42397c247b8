import { Code } from '@homeport/contract/kit/codes.ts'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import type { Trx } from '../kit/db.ts'
import { Refusal } from '../kit/refusal.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { newId } from '../kit/auth.ts'
import { block, unblock } from '../people/edge.store.ts'
import { unreadOf } from './count.store.ts'
import { closeFor, eraseConversation, eraseReminders, partTwo } from './erase.store.ts'
import { addReminder, readReminder, remindersOf } from './reminder.store.ts'
import { conversationsOf, messagesOf, readAll, send, sendSystemMessage } from './store.ts'

eachDb('messages and reminders', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    await join('ann', 'bob', 'cat')
  })
  afterEach(() => opened.drop())

  const change = <T>(work: (trx: Trx) => Promise<T>) => opened.db.transaction().execute(work)
  async function join(...names: string[]): Promise<void> {
    for (const name of names)
      await change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 1 }))
  }
  const write = (from: string, to: string, { text = 'x', id = newId(), now = 1_000 } = {}) =>
    change((trx) => send(trx, { from, to, id, text }, now))
  const talk = async (userId: string, withId: string, { cursor = '', limit = 9 } = {}) =>
    messagesOf(opened.db, { userId, withId }, { cursor, limit })
  const talks = (userId: string) => conversationsOf(opened.db, userId, { limit: 9, offset: 0 })
  const unread = (userId: string) => unreadOf(opened.db, userId)
  const follows = (by: string, user_id: string) =>
    change((trx) =>
      addReminder(
        trx,
        { user_id, key: `follow:${by}`, kind: 'follow', by_id: by, subject: '', text: '' },
        { id: newId(), now: 1_000 },
      ),
    )
  async function erase(userId: string): Promise<void> {
    await change((trx) => closeFor(trx, userId))
    while (await change((trx) => eraseConversation(trx, userId)));
    while (await change((trx) => eraseReminders(trx, userId)));
  }
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    )

  test('both see the same conversation, each from their own side, newest first and by pages', async () => {
    for (let at = 1; at <= 5; at += 1)
      await write(at % 2 ? 'ann' : 'bob', at % 2 ? 'bob' : 'ann', { text: `m${at}`, now: at * 1000 })
    const first = await talk('ann', 'bob', { limit: 2 })
    expect(first.data.map(({ text, from_me, sent_at }) => [text, from_me, sent_at])).toEqual([
      ['m5', true, 5],
      ['m4', false, 4],
    ])
    const second = await talk('ann', 'bob', { cursor: first.next, limit: 2 })
    const third = await talk('ann', 'bob', { cursor: second.next, limit: 2 })
    expect([...second.data, ...third.data].map(({ text }) => text)).toEqual(['m3', 'm2', 'm1'])
    expect(third.next).toBe('')
    expect((await talk('bob', 'ann', { limit: 1 })).data).toMatchObject([{ text: 'm5', from_me: false }])
    expect(await talks('bob')).toMatchObject({ total: 1, data: [{ with: { user_id: 'ann' }, last: { text: 'm5' }, unread: 3 }] })
    expect((await talk('cat', 'ann')).data).toEqual([])
  })

  test('the same id is the same message: sent twice, also at once, it is there once', async () => {
    const id = newId()
    const sent = await Promise.all([1, 2, 3, 4, 5].map((n) => write('ann', 'bob', { text: `try ${n}`, id })))
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(sent.map(({ message }) => message.text)).size).toBe(1)
    expect((await talk('bob', 'ann')).data).toHaveLength(1)
    expect((await unread('bob')).messages).toBe(1)
    // A message of the other user may have the same id.
    expect((await write('bob', 'ann', { text: 'mine', id })).isNew).toBe(true)
  })

  test('reading a conversation leaves the others unread', async () => {
    await write('ann', 'cat', { text: 'one' })
    await write('bob', 'cat', { text: 'two' })
    await write('bob', 'cat', { text: 'three' })
    expect(await unread('cat')).toEqual({ messages: 3, system: 0, reminders: 0 })
    expect(await change((trx) => readAll(trx, 'cat', 'bob'))).toBe(true)
    expect(await change((trx) => readAll(trx, 'cat', 'bob'))).toBe(false)
    expect(await unread('cat')).toEqual({ messages: 1, system: 0, reminders: 0 })
  })

  test('the system tells each thing once', async () => {
    const welcome = { to: 'ann', id: 'registered-1', text: 'welcome' }
    expect(await change((trx) => sendSystemMessage(trx, welcome, 1_000))).toBe(true)
    expect(await change((trx) => sendSystemMessage(trx, welcome, 2_000))).toBe(false)
    expect(await unread('ann')).toEqual({ messages: 0, system: 1, reminders: 0 })
    expect((await talk('ann', '')).data).toMatchObject([{ text: 'welcome', from_me: false }])
    expect((await talks('ann')).total).toBe(0)
    await change((trx) => readAll(trx, 'ann', ''))
    expect((await unread('ann')).system).toBe(0)
  })

  test('an occasion reminds once, nobody of themselves, and nobody across a block', async () => {
    expect(await follows('ann', 'bob')).toBe(true)
    expect(await follows('ann', 'bob')).toBe(false)
    expect(await follows('bob', 'bob')).toBe(false)
    const list = await remindersOf(opened.db, 'bob', { limit: 9, offset: 0 })
    expect(list).toMatchObject({ total: 1, data: [{ kind: 'follow', by: { user_id: 'ann' }, is_read: false, at: 1 }] })
    expect(await change((trx) => readReminder(trx, 'bob', list.data[0]?.id ?? ''))).toBe(1)
    expect(await change((trx) => readReminder(trx, 'bob', ''))).toBe(0)
    await change((trx) => block(trx, { by: 'bob', user_id: 'cat' }, 1))
    expect(await follows('cat', 'bob')).toBe(false)
    expect(await unread('bob')).toEqual({ messages: 0, system: 0, reminders: 0 })
  })

  test('a block hides the conversation from both and leaves nothing unread; after unblocking it is there again', async () => {
    await write('ann', 'bob', { text: 'hello' })
    await follows('ann', 'bob')
    await change((trx) => block(trx, { by: 'bob', user_id: 'ann' }, 1))
    expect(await change((trx) => partTwo(trx, 'bob', 'ann'))).toEqual(['bob'])
    expect(await unread('bob')).toEqual({ messages: 0, system: 0, reminders: 0 })
    for (const one of ['ann', 'bob']) expect((await talks(one)).total).toBe(0)
    expect(await codeOf(write('ann', 'bob', { text: 'again' }))).toBe(Code.notFound)
    expect(await codeOf(write('bob', 'ann', { text: 'again' }))).toBe(Code.notFound)
    await change((trx) => unblock(trx, { by: 'bob', user_id: 'ann' }))
    expect(await talks('ann')).toMatchObject({ total: 1, data: [{ last: { text: 'hello' } }] })
  })

  test('P36: of one who is erased no message and no reminder is left, with anybody', async () => {
    await write('ann', 'bob', { text: 'a secret of ann' })
    await write('cat', 'bob', { text: 'of cat' })
    await write('bob', 'ann', { text: 'answer' })
    await change((trx) => sendSystemMessage(trx, { to: 'ann', id: 'x', text: 'welcome' }, 1))
    await follows('ann', 'bob')
    await follows('bob', 'ann')
    await erase('ann')
    expect(await unread('bob')).toEqual({ messages: 1, system: 0, reminders: 0 })
    expect(await unread('ann')).toEqual({ messages: 0, system: 0, reminders: 0 })
    expect((await opened.db.selectFrom('messages').select('text').execute()).map(({ text }) => text)).toEqual(['of cat'])
    expect(await opened.db.selectFrom('reminders').selectAll().execute()).toEqual([])
    expect(await codeOf(write('bob', 'ann', { text: 'too late' }))).toBe(Code.notFound)
    expect(await change((trx) => sendSystemMessage(trx, { to: 'ann', id: 'y', text: 'too late' }, 1))).toBe(false)
    expect(await follows('bob', 'ann')).toBe(false)
    expect(await follows('ann', 'bob')).toBe(false)
  })

  test('P30: any accepted text comes back byte for byte', async () => {
    for (const text of ['<script>alert(1)</script>', "'; drop table users; --", '海港 🚢\u200d\n\t行', 'é e\u0301 \u202e"\\%_'])
      expect((await write('ann', 'bob', { text })).message.text).toBe(text)
    expect((await talk('bob', 'ann', { limit: 1 })).data[0]?.text).toBe('é e\u0301 \u202e"\\%_')
  })

  const action = fc.record({
    what: fc.constantFrom('send', 'send', 'send', 'read', 'remind', 'readReminders', 'tell', 'block', 'unblock', 'erase'),
    by: fc.nat(3),
    to: fc.nat(3),
    nth: fc.nat(5),
  })

  test(
    'P40: what is unread equals a recount after any storm of messages, reading, blocks and erasures at once',
    { timeout: 60_000 },
    async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60 }), async (actions) => {
          run += 1
          const people = [0, 1, 2, 3].map((one) => `run${run}-${one}`)
          await join(...people)
          await Promise.all(
            actions.map(async ({ what, by: from, to, nth }) => {
              const [by = '', user_id = ''] = [people[from], people[to]]
              if (what === 'erase') return from === 0 ? erase(by) : undefined
              if (from === to) return
              const id = `message-of-storm-${nth}`
              const work: Record<typeof what, () => Promise<unknown>> = {
                send: () => write(by, user_id, { id }),
                read: () => change((trx) => readAll(trx, by, user_id)),
                remind: () => follows(by, user_id),
                readReminders: () => change((trx) => readReminder(trx, by, '')),
                tell: () => change((trx) => sendSystemMessage(trx, { to: by, id, text: 'x' }, 1)),
                async block() {
                  await change((trx) => block(trx, { by, user_id }, 1))
                  await change((trx) => partTwo(trx, by, user_id))
                },
                unblock: () => change((trx) => unblock(trx, { by, user_id })),
              }
              expect([Code.ok, Code.notFound]).toContain(await codeOf(work[what]()))
            }),
          )
          for (const userId of people) await recount(userId)
        }),
        { numRuns: 25 },
      )
    },
  )

  async function recount(userId: string): Promise<void> {
    const talks = await opened.db.selectFrom('conversations').selectAll().where('user_id', '=', userId).execute()
    for (const { pair, with_id, read_seq, unread: counted, last_seq } of talks) {
      const rows = await opened.db.selectFrom('messages').selectAll().where('pair', '=', pair).orderBy('seq').execute()
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1))
      expect(rows.at(-1)?.seq).toBe(last_seq)
      expect(rows.filter(({ from_id, seq }) => from_id === with_id && seq > read_seq)).toHaveLength(counted)
    }
    const reminders = await opened.db
      .selectFrom('reminders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('is_read', '=', 0)
      .execute()
    const sum = (of: typeof talks) => of.reduce((total, one) => total + one.unread, 0)
    expect(await unread(userId)).toEqual({
      messages: sum(talks.filter(({ with_id }) => with_id !== '')),
      system: sum(talks.filter(({ with_id }) => with_id === '')),
      reminders: reminders.length,
    })
    const blocks = await opened.db.selectFrom('blocks').selectAll().where('by_id', '=', userId).execute()
    for (const wall of blocks) {
      expect(talks.find(({ with_id }) => with_id === wall.user_id)?.unread ?? 0).toBe(0)
      expect(reminders.filter(({ by_id }) => by_id === wall.user_id)).toEqual([])
    }
  }
})
