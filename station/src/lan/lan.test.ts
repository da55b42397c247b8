/** The direct socket of an app in the house: who may open it, that both sides prove themselves, what passes, and when it ends (P10, P20, P24, P26, P29). */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { framesRate } from '@homeport/contract/kit/inbound.ts'
import { inboxIdText, socketCutCode, type Sender } from '@homeport/contract/kit/connection.ts'
import { act } from '@homeport/contract/kit/operation.ts'
import { lanAccess, lanPath, lanProofText } from '@homeport/contract/lan.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { migrations } from '../../migrations/all.ts'
import { answer, createAnswerer } from '../kit/connection/answer.ts'
import { openDb, type Db } from '../kit/db.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { householdStore } from '../shared/household.store.ts'
import { loadHousehold, type Household } from '../shared/household.ts'
import { inboxStore } from '../kit/connection/inbox.store.ts'
import { openScreenServer, type ScreenServer } from '../screen/server/server.ts'
import { until } from '../../../testing/until.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { lanFeature, type LanFeature } from './feature.ts'

const devsn = 'AAAAAAAAAAAAAAAA'
const origin = 'http://homeport.example:8700'
const ada: Sender = { user_id: 'u1', role: 'owner', name: 'Ada' }
const ben: Sender = { user_id: 'u2', role: 'member', name: 'Ben' }

const count = act({ name: 'count', once: true, input: z.object({ by: z.number() }), output: z.object({ total: z.number() }) })
const step = act({ name: 'step', input: z.object({}), output: z.object({ total: z.number() }) })
const rule = act({ name: 'rule', needs: 'owner', input: z.object({}), output: z.object({}) })
const key = act({ name: 'key', lifeMs: 300, input: z.object({}), output: z.object({ total: z.number() }) })

let folder: string
let db: Db
let household: Household
let events: ReturnType<typeof createEventBus>
let lan: LanFeature
let server: ScreenServer
let answerer: ReturnType<typeof createAnswerer>
let addresses: string[]
let total = 0

async function openLan(): Promise<void> {
  events = createEventBus()
  household = await loadHousehold(householdStore(db))
  const secretOf = (id: string) => createHmac('sha256', 'the key of the box').update(id).digest('base64url')
  const ports = { devsn, db, events, household, secretOf, cloudNow: Date.now, now: Date.now }
  lan = await lanFeature({
    ...ports,
    addresses: () => addresses,
    onFault: (fault) => {
      throw fault
    },
  })
  const counted = async () => ({ total: (total += 1) })
  const handlers = [
    ...(lan.acts ?? []),
    answer(count, counted),
    answer(step, counted),
    answer(key, counted),
    answer(rule, async () => ({})),
  ]
  answerer = createAnswerer({ devsn, handlers, inbox: inboxStore(db), now: Date.now, onFault: () => {} })
  lan.serve(answerer)
  server = await openScreenServer({
    port: 0,
    webFolder: folder,
    screenOf: async () => undefined,
    renewed: async () => false,
    socketPath: '',
    posterPath: async () => undefined,
    media: async () => {},
    castFrom: () => undefined,
    readerOf: () => undefined,
    download: async () => {},
    opened: (socket) => socket.close(),
    onFault: () => {},
    lan,
  })
}

async function closeLan(): Promise<void> {
  await lan.prepareStop?.()
  await server.stop()
}

async function bind(members: Sender[], sessions?: string[]): Promise<void> {
  await household.replace('en', members)
  events.emit('household', { realms: household.realms(), realm: 'en', sessions })
}

beforeEach(async () => {
  folder = testFolder()
  db = await openDb(join(folder, 'station.db'), migrations)
  addresses = ['192.168.1.5:8701']
  total = 0
  await openLan()
  await bind([ada, ben])
})
afterEach(async () => {
  await closeLan()
  await db.destroy()
  clear(folder)
})

/** By the cloud's relay. */
async function relayed(
  name: string,
  data: unknown,
  { id = randomBytes(8).toString('hex'), ...from }: Sender & { id?: string },
): Promise<FrameIn> {
  return answerer.take({ id, act: name, data, realm: 'en', from, expiresAt: Infinity }, Date.now())
}

const Given = lanAccess.output
async function accessFor(from: Sender, session: string): Promise<z.infer<typeof Given>> {
  return Given.parse((await relayed(lanAccess.name, { origin }, { ...from, session })).data)
}

type Page = { host?: string; origin?: string; from?: string }
function openSocket(page: Page = {}) {
  const ws = new WebSocket(`ws://127.0.0.1:${server.port}${lanPath}`, {
    localAddress: page.from ?? '127.0.0.1',
    headers: { host: page.host ?? '192.168.1.5:8701', ...(page.origin === '' ? {} : { origin: page.origin ?? origin }) },
  })
  const frames: FrameIn[] = []
  const state = { opened: false, closed: 0, status: 0 }
  ws.on('open', () => (state.opened = true))
  ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  ws.on('close', (code) => (state.closed = code))
  ws.on('unexpected-response', (_, response) => (state.status = response.statusCode ?? 0))
  ws.on('error', () => {})
  const send = (name: string, data: unknown, more: { id?: string; sent_ms?: number } = {}) =>
    ws.send(JSON.stringify({ act: name, data: { devsn, data }, ...more }))
  return {
    ws,
    frames,
    state,
    send,
    request: async (name: string, data: unknown, more: { id?: string; sent_ms?: number } = {}): Promise<FrameIn> => {
      const id = more.id ?? randomBytes(8).toString('hex')
      const before = frames.length
      send(name, data, { ...more, id })
      const reply = () => frames.slice(before).find((frame) => frame.id === id)
      await until(`a reply to ${name}`, () => reply() !== undefined || state.closed !== 0)
      return reply() ?? { act: '', dev: '', code: 0 }
    },
  }
}

async function openedSocket(page: Page = {}) {
  const socket = openSocket(page)
  await until('it is open', () => socket.state.opened || socket.state.status !== 0)
  return socket
}

const proofOf = (secret: string, side: 'box' | 'app', nonces: { appNonce: string; boxNonce: string }) =>
  createHmac('sha256', secret)
    .update(lanProofText(side, { devsn, ...nonces }))
    .digest('base64url')

const Challenge = z.object({ nonce: z.string(), proof: z.string() })
async function logIn(access: { access_id: string; secret: string }, page: Page = {}) {
  const socket = openSocket(page)
  await until('it is open', () => socket.state.opened || socket.state.status !== 0)
  const appNonce = randomBytes(16).toString('hex')
  const challenge = Challenge.parse((await socket.request('login', { access_id: access.access_id, nonce: appNonce })).data)
  const nonces = { appNonce, boxNonce: challenge.nonce }
  const reply = await socket.request('login', { proof: proofOf(access.secret, 'app', nonces) })
  return { ...socket, challenge, nonces, reply }
}

describe('P29: who may open it', () => {
  it('a page that was given access, under an address of this network; no other page, no other name, no page without an origin', async () => {
    const access = await accessFor(ada, 's1')
    const refused: [Page, number][] = [
      [{ origin: 'http://evil.example' }, 403],
      [{ origin: '' }, 403],
      [{ host: 'rebound.example:8701' }, 403],
    ]
    for (const [page, status] of refused) {
      const socket = openSocket(page)
      await until('it is refused', () => socket.state.status !== 0 || socket.state.opened)
      expect([page, socket.state.status]).toEqual([page, status])
    }
    expect((await logIn(access)).reply).toMatchObject({ act: 'login', code: Code.ok, data: { fd: expect.any(String) } })
  })

  it('on this machine nobody passes without the secret either', async () => {
    const access = await accessFor(ada, 's1')
    const socket = openSocket({ host: `127.0.0.1:${server.port}` })
    await until('it is open', () => socket.state.opened)
    expect(await socket.request('count', { by: 1 })).toMatchObject({ code: Code.wrongCredentials })
    const wrong = await logIn({ ...access, secret: 'another' })
    expect(wrong.reply).toMatchObject({ code: Code.wrongCredentials })
    await until('it is closed', () => wrong.state.closed !== 0)
    expect(total).toBe(0)
  })

  it('the access of one page address is none for another that was given access of its own', async () => {
    const access = await accessFor(ada, 's1')
    const elsewhere = 'http://192.168.1.9:8700'
    await relayed(lanAccess.name, { origin: elsewhere }, { ...ada, session: 's1' })
    const socket = openSocket({ origin: elsewhere })
    await until('it is open', () => socket.state.opened)
    expect(await socket.request('login', { access_id: access.access_id, nonce: 'n' })).toMatchObject({
      code: Code.wrongCredentials,
    })
  })

  it('P43: frames without end close it; 64 KB in all close it before the login, and not after it', async () => {
    const access = await accessFor(ada, 's1')
    const [flooding, talking] = [openSocket(), openSocket()]
    await until('both are open', () => flooding.state.opened && talking.state.opened)
    for (let count = 0; count <= 10 * framesRate.closeAbove; count += 1) flooding.ws.pong()
    for (const _ of [1, 2, 3]) talking.send('step', { filler: 'x'.repeat(30_000) })
    await until('both are closed', () => flooding.state.closed !== 0 && talking.state.closed !== 0)
    const app = await logIn(access)
    for (const _ of [1, 2, 3]) expect((await app.request('step', { filler: 'x'.repeat(30_000) })).code).toBe(Code.ok)
    for (let count = 0; count <= 10 * framesRate.closeAbove; count += 1) app.ws.ping()
    await until('it is closed', () => app.state.closed !== 0)
  })

  it('P43: four sockets of an address may wait for their login: a fifth takes the place of the oldest, and comes in', async () => {
    const access = await accessFor(ada, 's1')
    const waiting: Awaited<ReturnType<typeof openedSocket>>[] = []
    for (let count = 0; count < 4; count += 1) waiting.push(await openedSocket())
    const { state, reply } = await logIn(access)
    expect(reply.code).toBe(Code.ok)
    await until('the oldest is closed', () => waiting[0]?.state.closed !== 0)
    expect(waiting[0]?.state.closed).toBe(4429)
    expect([...waiting.slice(1).map((one) => one.state.closed), state.closed]).toEqual([0, 0, 0, 0])
    for (const { ws } of waiting) ws.terminate()
  })

  it('P43: however many of however many addresses wait, a new one comes in', async () => {
    const access = await accessFor(ada, 's1')
    const waiting: Awaited<ReturnType<typeof openedSocket>>[] = []
    for (let count = 0; count < 32; count += 1) waiting.push(await openedSocket({ from: `127.0.1.${1 + (count >> 2)}` }))
    expect((await logIn(access)).reply.code).toBe(Code.ok)
    await until('the oldest is closed', () => waiting[0]?.state.closed !== 0)
    expect(waiting[0]?.state.closed).toBe(4429)
    expect(waiting.slice(1).every((one) => one.state.closed === 0)).toBe(true)
    for (const { ws } of waiting) ws.terminate()
  })

  it('P43: one access has four sockets: a fifth ends its oldest, none of another access', async () => {
    const access = await accessFor(ada, 's1')
    const other = await logIn(await accessFor(ben, 's2'))
    const own: Awaited<ReturnType<typeof logIn>>[] = []
    for (let count = 0; count < 6; count += 1) own.push(await logIn(access))
    await until('two have ended', () => own.slice(0, 2).every(({ state }) => state.closed !== 0))
    for (const socket of [...own.slice(2), other]) expect(await socket.request('onheadt', {})).toMatchObject({ code: Code.ok })
  })
})

it('the box proves itself first: another machine at its address is recognized', async () => {
  const access = await accessFor(ada, 's1')
  const { challenge, nonces } = await logIn(access)
  expect(challenge.proof).toBe(proofOf(access.secret, 'box', nonces))
  expect(challenge.proof).not.toBe(proofOf(access.secret, 'app', nonces))
})

it('no secret stands in the database, and it is the same one after a restart', async () => {
  const access = await accessFor(ada, 's1')
  const rows = JSON.stringify(await db.selectFrom('lan_access').selectAll().execute())
  expect(rows).toContain(access.access_id)
  expect(rows).not.toContain(access.secret)
  await closeLan()
  await openLan()
  expect(await accessFor(ada, 's1')).toEqual(access)
  expect((await logIn(access)).reply.code).toBe(Code.ok)
})

it('where the cloud runs on the box itself, and for what no app sent, there is no access', async () => {
  expect(await relayed(lanAccess.name, { origin }, ada)).toMatchObject({ code: Code.notFound })
  addresses = []
  expect(await relayed(lanAccess.name, { origin }, { ...ada, session: 's1' })).toMatchObject({ code: Code.notFound })
})

describe('acts', () => {
  it('P24: one that came by both ways has one effect and one reply, whichever came first', async () => {
    const { request } = await logIn(await accessFor(ada, 's1'))
    const asBox = (id: string) =>
      createHash('sha256')
        .update(inboxIdText('en', ada.user_id, id))
        .digest()
        .subarray(0, 16)
        .toString('base64url')
    expect(await request('count', { by: 1 }, { id: 'one' })).toMatchObject({ code: Code.ok, data: { total: 1 } })
    expect(await relayed('count', { by: 1 }, { ...ada, id: asBox('one') })).toMatchObject({ data: { total: 1 } })
    expect(await relayed('count', { by: 1 }, { ...ada, id: asBox('two') })).toMatchObject({ data: { total: 2 } })
    expect(await request('count', { by: 1 }, { id: 'two' })).toMatchObject({ id: 'two', data: { total: 2 } })
    // One that the inbox does not keep.
    expect(await request('step', {}, { id: 'three' })).toMatchObject({ data: { total: 3 } })
    expect(await relayed('step', {}, { ...ada, id: asBox('three') })).toMatchObject({ data: { total: 3 } })
    expect(total).toBe(3)
  })

  it('what only the owner may is refused to a member', async () => {
    const owner = await logIn(await accessFor(ada, 's1'))
    const member = await logIn(await accessFor(ben, 's2'))
    expect(await owner.request('rule', {})).toMatchObject({ code: Code.ok })
    expect(await member.request('rule', {})).toMatchObject({ code: Code.notAllowed })
  })

  it('P26: a key that was held up on its way has no effect', async () => {
    const { request } = await logIn(await accessFor(ada, 's1'))
    expect(await request('key', {}, { sent_ms: 10_000 })).toMatchObject({ code: Code.ok })
    expect(await request('key', {}, { sent_ms: 9_600 })).toMatchObject({ code: Code.noResponse })
    expect(total).toBe(1)
  })

  it('of another box, of no known name, and too deep ones are refused in words', async () => {
    const { ws, frames, request } = await logIn(await accessFor(ada, 's1'))
    expect(await request('unheard_of', {})).toMatchObject({ code: Code.invalid, data: { field: 'act' } })
    const deep = JSON.parse('['.repeat(9) + ']'.repeat(9))
    expect(await request('count', deep)).toMatchObject({ code: Code.invalid, data: { rule: 'too_deep' } })
    ws.send(JSON.stringify({ act: 'count', id: 'x', data: { devsn: 'BBBBBBBBBBBBBBBB', data: { by: 1 } } }))
    await until('an answer', () => frames.some(({ id }) => id === 'x'))
    expect(frames.find(({ id }) => id === 'x')).toMatchObject({ code: Code.notBound })
    ws.send('no frame')
    await until('an answer', () => frames.some(({ act: name }) => name === ''))
    expect(await request('onheadt', {})).toMatchObject({ code: Code.ok })
    expect(total).toBe(0)
  })
})

it('pushes reach the open apps of their realm, none that has not logged in', async () => {
  const one = await logIn(await accessFor(ada, 's1'))
  const other = openSocket()
  await until('it is open', () => other.state.opened)
  const frame = { act: 'download_status', dev: devsn, code: Code.ok, data: {} }
  lan.push('zh', frame)
  lan.push('en', { ...frame, task_id: 'T' })
  await until('it has come', () => one.frames.some(({ task_id }) => task_id === 'T'))
  await other.request('onheadt', {})
  expect(one.frames.filter(({ act: name }) => name === frame.act)).toHaveLength(1)
  expect(other.frames.filter(({ act: name }) => name === frame.act)).toEqual([])
})

it('P16: a push to one user reaches the apps of that user only', async () => {
  const hers = await logIn(await accessFor(ada, 's1'))
  const his = await logIn(await accessFor(ben, 's2'))
  const frame = { act: 'player_status', dev: devsn, code: Code.ok, data: {} }
  lan.push('en', { ...frame, task_id: 'hers' }, ada.user_id)
  lan.push('en', { ...frame, task_id: 'everybody' })
  const heard = ({ frames }: typeof hers) => frames.flatMap(({ task_id }) => task_id ?? [])
  await until('the last has come', () => [hers, his].every((one) => heard(one).includes('everybody')))
  expect([heard(hers), heard(his)]).toEqual([['hers', 'everybody'], ['everybody']])
})

describe('it ends', () => {
  it('P20: with the binding, and cannot be opened again', async () => {
    const access = await accessFor(ben, 's2')
    const { state } = await logIn(access)
    await bind([ada])
    await until('it is closed', () => state.closed !== 0)
    expect(state.closed).toBe(socketCutCode)
    expect(await db.selectFrom('lan_access').selectAll().execute()).toEqual([])
  })

  it('P10: with the sign-in that it was given to, and no other', async () => {
    const first = await logIn(await accessFor(ada, 's1'))
    const second = await logIn(await accessFor(ada, 's2'))
    await bind([ada, ben], ['s2'])
    await until('the first is closed', () => first.state.closed !== 0)
    expect(await second.request('onheadt', {})).toMatchObject({ code: Code.ok })
    await bind([ada, ben])
    expect(await second.request('onheadt', {})).toMatchObject({ code: Code.ok })
  })
})

it('a user keeps at most twenty: the oldest gives way', async () => {
  for (let n = 1; n <= 21; n += 1) await accessFor(ada, `s${n}`)
  const rows = await db.selectFrom('lan_access').select('session').execute()
  expect(rows).toHaveLength(20)
  expect(rows.map(({ session }) => session)).not.toContain('s1')
})
