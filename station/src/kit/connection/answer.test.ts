/** Handling of acts: once per id, validated by schema, refused with a reply when expired (promise 24). */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { act } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { migrations } from '../../../migrations/all.ts'
import { answer, createAnswerer, type Handler } from './answer.ts'
import { openDb, type Db } from '../db.ts'
import { inboxKeepMs, inboxStore, type InboxStore } from './inbox.store.ts'
import { Refusal } from '../refusal.ts'

const count = act({ name: 'count', once: true, input: z.object({ by: z.number() }), output: z.object({ total: z.number() }) })
const erase = act({ name: 'erase', needs: 'owner', once: true, input: z.object({}), output: z.object({}) })
const look = act({
  name: 'look',
  input: z.object({ url: z._default(z.string(), '') }),
  output: z.object({ task_id: z.string() }),
})

let folder: string
let db: Db
let total = 0
let looks = 0
let now = 1_000_000
const faults: unknown[] = []
let hold: Promise<void> | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(os.tmpdir(), 'homeport-answer-'))
  db = await openDb(join(folder, 'box.db'), migrations)
  total = 0
  looks = 0
  now = 1_000_000
  faults.length = 0
  hold = undefined
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const handlers: Handler[] = [
  answer(count, async ({ by }) => {
    if (by === 13) throw new Refusal(1004)
    if (by === 666) throw new Error('broken')
    if (by === 28) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    // As node:sqlite: SQLITE_FULL, here with the higher bits of an extended code.
    if (by === 13_000) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 | 256 })
    await hold
    total += by
    return { total }
  }),
  answer(look, async () => {
    looks += 1
    return { task_id: 't1' }
  }),
  answer(erase, async () => {
    total = 0
    return {}
  }),
]
const open = (inbox: InboxStore = inboxStore(db)) =>
  createAnswerer({ devsn: 'BOX', handlers, inbox, now: () => now, onFault: (_, fault) => faults.push(fault) })
const requestFor = (id: string, by: unknown = 1, expiresAt = Infinity) => ({
  id,
  act: 'count',
  data: { by },
  realm: 'en' as const,
  expiresAt,
})

it('P24: the same id has one effect and one answer: again, at the same time, and in the next life', async () => {
  const box = open()
  const first = await box.take(requestFor('a'), now)
  expect(first).toEqual({ act: 'count', dev: 'BOX', code: Code.ok, data: { total: 1 }, id: 'a' })
  expect(await box.take(requestFor('a', 99), now)).toEqual(first)
  const both = await Promise.all([box.take(requestFor('b'), now), box.take(requestFor('b'), now)])
  expect(both[0]).toEqual(both[1])
  expect(await open().take(requestFor('a'), now)).toEqual(first)
  expect(total).toBe(2)
})

it('P24: a refusal is an answer too and does not turn into another one later', async () => {
  const first = await open().take(requestFor('a', 13), now)
  expect(first).toMatchObject({ code: TaskCode.limit, data: null })
  expect(await open().take(requestFor('a', 1), now)).toEqual(first)
  expect(total).toBe(0)
})

it('P24: an expired command is dropped with an answer, but the answer of one that was done stays', async () => {
  const box = open()
  expect(await box.take(requestFor('late', 1, now), now)).toMatchObject({ code: Code.noResponse, id: 'late' })
  expect(await box.take({ id: 'l', act: 'look', data: {}, realm: 'en', expiresAt: now - 1 }, now)).toMatchObject({
    code: Code.noResponse,
  })
  expect(total).toBe(0)
  const done = await box.take(requestFor('a', 1, now + 1), now)
  expect(await box.take(requestFor('a', 1, now + 1), now + 1000)).toEqual(done)
})

it('P24: what an earlier life began is finished and answered; after three lives that never answered it is a fault', async () => {
  const inbox = inboxStore(db)
  await inbox.begin(requestFor('a', 5), now)
  for (let life = 0; life < 2; life += 1) await inbox.begin({ ...requestFor('again', 5), realm: 'zh' }, now + 1)
  for (let life = 0; life < 3; life += 1) await inbox.begin(requestFor('poison', 5), now + 2)
  const sent: unknown[] = []
  await open().finishBegun((realm, frame) => sent.push([realm, frame]))
  expect(sent).toEqual([
    ['en', { act: 'count', dev: 'BOX', code: Code.ok, data: { total: 5 }, id: 'a' }],
    ['zh', { act: 'count', dev: 'BOX', code: Code.ok, data: { total: 10 }, id: 'again' }],
    ['en', { act: 'count', dev: 'BOX', code: Code.fault, data: null, id: 'poison' }],
  ])
  expect(await inbox.unfinished()).toEqual([])
  // The words that people typed are not kept longer than they are needed.
  expect(await db.selectFrom('inbox').select('data').distinct().execute()).toEqual([{ data: 'null' }])
})

it('P24: a command that comes again while its first run goes on after a kill shares that run', async () => {
  await inboxStore(db).begin(requestFor('a', 5), now)
  let release = () => {}
  hold = new Promise((resolve) => (release = resolve))
  const box = open()
  const finishing = box.finishBegun(() => {})
  await inboxStore(db).unfinished()
  const again = box.take(requestFor('a', 5), now)
  release()
  await finishing
  expect(await again).toMatchObject({ data: { total: 5 } })
  expect(total).toBe(5)
})

it('remembers for 24 hours', async () => {
  await open().take(requestFor('a'), now)
  now += inboxKeepMs
  await open().take(requestFor('b'), now)
  expect(await inboxStore(db).replyOf('a')).toBeDefined()
  now += 1
  await open().take(requestFor('c'), now)
  expect(await inboxStore(db).replyOf('a')).toBeUndefined()
})

it('names the field and rule of a wrong request, knows unknown acts, keeps a fault to itself, echoes url and task_id', async () => {
  const box = open()
  expect(await box.take(requestFor('a', 'many'), now)).toMatchObject({
    code: Code.invalid,
    data: { field: 'by', rule: 'invalid' },
  })
  expect(await box.take({ ...requestFor('b'), act: 'format' }, now)).toMatchObject({
    code: Code.invalid,
    data: { field: 'act', rule: 'act' },
  })
  expect(await box.take(requestFor('c', 666), now)).toMatchObject({ code: Code.fault, data: null })
  expect(faults).toHaveLength(1)
  expect(
    await box.take({ id: 'd', act: 'look', data: { url: 'http://a' }, realm: 'en', expiresAt: Infinity }, now),
  ).toMatchObject({ url: 'http://a', task_id: 't1' })
})

it('P24: an act without an entry runs once too where it comes again soon, and the box keeps few of their replies', async () => {
  const box = open()
  const ask = (id: string) => box.take({ id, act: 'look', data: {}, realm: 'en', expiresAt: Infinity }, now)
  expect(await ask('a')).toEqual(await ask('a'))
  expect(looks).toBe(1)
  for (let at = 0; at < 64; at += 1) await ask(`other ${at}`)
  await ask('a')
  expect(looks).toBe(66)
})

it('P37: what cannot be looked up or noted in the inbox has no effect, and has one when it comes again', async () => {
  const inbox = inboxStore(db)
  let isBroken = true
  const replyOf = (id: string) => (isBroken ? Promise.reject(new Error('the disk cannot be read')) : inbox.replyOf(id))
  const box = open({ ...inbox, replyOf })
  expect(await box.take(requestFor('a'), now)).toMatchObject({ code: Code.fault })
  expect([total, faults.length]).toEqual([0, 1])
  isBroken = false
  expect(await box.take(requestFor('a'), now)).toMatchObject({ code: Code.ok, data: { total: 1 } })
  const full = open({ ...inbox, begin: () => Promise.reject(new Error('the disk cannot be written')) })
  expect(await full.take(requestFor('b'), now)).toMatchObject({ code: Code.fault })
  expect(total).toBe(1)
})

it('P37: a reply that cannot be kept is told, and told again, without a second effect', async () => {
  const box = open({ ...inboxStore(db), finish: () => Promise.reject(new Error('the disk cannot be written')) })
  const first = await box.take(requestFor('a'), now)
  expect(first).toMatchObject({ code: Code.ok, data: { total: 1 } })
  expect(await box.take(requestFor('a'), now)).toEqual(first)
  expect([total, faults.length]).toEqual([1, 1])
})

it('P15: an act of the owner is refused to another person of the household by the box itself', async () => {
  total = 5
  const ask = (id: string, role: 'owner' | 'member') =>
    open().take({ id, act: 'erase', data: {}, realm: 'en', expiresAt: Infinity, from: { user_id: 'u1', role, name: '' } }, now)
  expect(await ask('a', 'member')).toMatchObject({ code: Code.notAllowed, data: null })
  expect(total).toBe(5)
  expect(await ask('b', 'owner')).toMatchObject({ code: Code.ok })
  expect(total).toBe(0)
})

it.each([28, 13_000])('P50: an act that meets a full data disk is answered with that, and is no fault (%i)', async (by) => {
  const reply = await open().take(requestFor(`full ${by}`, by), now)
  expect(reply).toMatchObject({ code: TaskCode.noSpace, data: { reason: 'no_space' } })
  expect(faults).toEqual([])
})

it('P24: what a kill cut off is finished as the person who sent it, who is forgotten then', async () => {
  const from = { user_id: 'u1', role: 'member', name: 'Ada', session: 's1' } as const
  await inboxStore(db).begin({ ...requestFor('cut'), act: 'whose', realm: 'zh', from }, now)
  const whose = act({ name: 'whose', once: true, input: z.object({}), output: z.object({ user_id: z.string() }) })
  const senders: unknown[] = []
  const handler = answer(whose, async (_, by) => {
    senders.push(by.from)
    return { user_id: by.from?.user_id ?? '' }
  })
  const replies: unknown[] = []
  const next = createAnswerer({ devsn: 'BOX', handlers: [handler], inbox: inboxStore(db), now: () => now, onFault: () => {} })
  await next.finishBegun((_, reply) => replies.push(reply.data))
  expect([senders, replies]).toEqual([[from], [{ user_id: 'u1' }]])
  expect(await db.selectFrom('inbox').select('sender').execute()).toEqual([{ sender: '' }])
})

it.each([
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_CORRUPT_INDEX', 11 | (3 << 8)],
  ['SQLITE_NOTADB', 26],
])('what ends with %s is told as a damaged database, and logged', async (name, errcode) => {
  const broken = act({ name: 'broken', input: z.object({}), output: z.object({}) })
  const run = async () => Promise.reject(Object.assign(new Error(name), { code: 'ERR_SQLITE_ERROR', errcode }))
  const onFault = (_: string, fault: unknown) => faults.push(fault)
  const box = createAnswerer({ devsn: 'BOX', handlers: [answer(broken, run)], inbox: inboxStore(db), now: () => now, onFault })
  const request = { id: 'b', act: 'broken', data: {}, realm: 'en', expiresAt: Infinity } as const
  expect(await box.take(request, now)).toMatchObject({ code: Code.damaged, data: null })
  expect(faults).toMatchObject([{ message: name }])
})
