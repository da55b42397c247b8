/** P49: every call, listener and job of the cloud fails, by a throw and by a rejection: each is told, and the rest goes on. The lists are those of the running cloud. */
import { randomBytes } from 'node:crypto'
import { ReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { calls, events as contractEvents } from '@homeport/contract/all.ts'
import { uploadPicture } from '@homeport/contract/forum.ts'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { until } from '../../../testing/until.ts'
import { silent } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { Route } from '../kit/http/serve.ts'
import type { Feature } from '../shared/feature.ts'
import { bind, TestApp, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { createFeatures } from './features.ts'

const fault = new Error('a fault of a test')
const ways = ['throws', 'rejects'] as const
type Way = (typeof ways)[number]
type Request = Parameters<Route['answer']>[0]

/** The parts that fail now, and how; undefined: none. */
let failing: { part: (name: string) => boolean; way: Way } | undefined
/** Names of all parts that a fault was put into, and of those that failed. */
const parts = new Set<string>()
const failed: string[] = []
let realms: readonly Realm[] = []
let cloud: TestCloud
let connection: Parameters<typeof createFeatures>[0]['connection']
let logged: unknown[] = []

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await cloud.stop()
  failing = undefined
  parts.clear()
  failed.length = 0
})

async function open(): Promise<void> {
  logged = []
  const log = { ...silent, error: (about: { err?: unknown }) => void logged.push(about.err) }
  // NOTE: the cloud uses no more of a log than this.
  cloud = await startTestCloud({}, { log: log as never, features })
}

function features(deps: Parameters<typeof createFeatures>[0]): ReturnType<typeof createFeatures> {
  ;({ realms, connection } = deps)
  const made = createFeatures(deps)
  return { ...made, features: made.features.map((feature, at) => withFaults(feature, String(at))) }
}

function withFaults(feature: Feature, at: string): Feature {
  return {
    ...feature,
    routes:
      feature.routes?.map((route) => ({
        ...route,
        answer: orFail(`call ${route.call.path}`, (request: Request) => route.answer(request)),
      })) ?? [],
    listeners:
      feature.listeners?.map((one, index) => {
        const name = `listener ${one.event.name} ${one.reach} ${at}.${index}`
        // An event that is made up reaches nobody else.
        const handle: typeof one.handle = async (...given) => (failing ? undefined : one.handle(...given))
        return { ...one, event: { ...one.event, data: z.any() }, handle: orFail(name, handle) }
      }) ?? [],
    ...(feature.sweep && { sweep: orFail(`sweep ${at}`, feature.sweep) }),
    stop: stopWithFault(feature, `stop ${at}`),
    ...(feature.onFrame && { onFrame: orFail(`frame ${at}`, feature.onFrame) }),
    ...(feature.onChanges && { onChanges: orFail(`changes ${at}`, feature.onChanges) }),
    ...(feature.onPresence && { onPresence: orFail(`presence ${at}`, feature.onPresence) }),
    ...(feature.consumers && {
      consumers: feature.consumers.map((one) => ({
        ...one,
        read: orFail(`rows ${one.report.name}`, (...rows: Parameters<typeof one.read>) => one.read(...rows)),
      })),
    }),
  }
}

/** Its end is a real one, so that nothing of a test stays. */
function stopWithFault(feature: Feature, name: string): () => Promise<void> {
  const fail = orFail(name, async () => {})
  return async () => {
    await feature.stop?.()
    await fail()
  }
}

function orFail<A extends unknown[], R>(name: string, work: (...given: A) => R): (...given: A) => R {
  parts.add(name)
  return (...given) => {
    if (!failing?.part(name)) return work(...given)
    failed.push(name)
    if (failing.way === 'throws') throw fault
    // NOTE: only what answers a promise is made to reject.
    return Promise.reject(fault) as R
  }
}

const partsOf = (kind: string) => [...parts].filter((name) => name.startsWith(`${kind} `)).toSorted()
const failedOf = (kind: string) => [...new Set(failed)].filter((name) => name.startsWith(`${kind} `)).toSorted()
const isHealthy = async () => (await fetch(`${cloud.url}/healthz`)).ok

test.each(ways)('P49: every call that %s is answered as a bare fault, in both languages, and told', async (way) => {
  await open()
  const { token } = await cloud.signUp('alice')
  failing = { part: (name) => name.startsWith('call '), way }
  for (const call of calls)
    for (const lang of langs) {
      const response = await fetch(`${cloud.url}/${lang}/${call.host}${call.path}`, {
        method: call.method,
        headers: { Source: 'app', Token: lang === 'en' ? token : '' },
        ...(call.method !== 'GET' && { body: new URLSearchParams() }),
      })
      const answer: unknown = await response.json()
      // The files of a call are not read before its token is known.
      const isRefused = call.files !== undefined && call.needs !== 'anyone' && lang === 'zh'
      expect([call.path, answer]).toEqual([
        call.path,
        isRefused
          ? expect.objectContaining({ code: Code.noToken })
          : { code: Code.fault, msg: expect.stringMatching(/.{4}/), data: null },
      ])
    }
  expect(failedOf('call')).toEqual(calls.map(({ path }) => `call ${path}`).toSorted())
  expect(logged.length).toBeGreaterThanOrEqual(failed.length)
  expect(await isHealthy()).toBe(true)
  failing = undefined
  expect((await cloud.signUp('ben')).token).not.toBe('')
})

test.each(ways)('P49: every listener that %s is told, and what happens later is heard', async (way) => {
  await open()
  const realm = realms[0]
  const names = partsOf('listener')
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    failing = { part: (other) => other === name, way }
    const event = contractEvents.find((one) => one.name === name.split(' ')[1])
    await realm?.change(async (_, emit) => event && emit(event, {}))
    await until(`it is told of ${name}`, () => failed.includes(name) && logged.includes(fault))
    logged.length = 0
  }
  expect(await isHealthy()).toBe(true)
})

test.each(ways)('P49: every sweep that %s is told, and the others have their turn', async (way) => {
  failing = { part: (name) => name.startsWith('sweep '), way }
  await open()
  await until('all had their turn', () => failed.length >= realms.length * partsOf('sweep').length)
  expect(failedOf('sweep')).toEqual(partsOf('sweep'))
  expect(logged.filter((one) => one === fault)).toHaveLength(failed.length)
  expect(await isHealthy()).toBe(true)
})

test('P49: what is told of boxes reaches every feature, each of which throws, and boxes are answered', async () => {
  await open()
  const alice = await cloud.signUp('alice')
  const box = await new TestBox(cloud.url).start()
  await bind(cloud, box, alice)
  failing = { part: (name) => /^(frame|changes|presence) /.test(name), way: 'throws' }
  await box.send('en', { kind: 'push', frame: { act: playerStatus.name, dev: box.devsn, code: Code.ok, data: {} } })
  await box.send('en', { kind: 'changes', user_id: alice.user_id })
  const others = [...partsOf('frame'), ...partsOf('changes')].toSorted()
  await until('every feature was told', () => [...failedOf('frame'), ...failedOf('changes')].toSorted().join() === others.join())
  await box.stop()
  const perRealm = realms.length * partsOf('presence').length
  const notified = () => failed.filter((name) => name.startsWith('presence ')).length
  await until('every feature was told for each realm that it went', () => notified() === perRealm)
  await box.start()
  await until('and that it came', () => notified() === 2 * perRealm)
  const app = await new TestApp(cloud.url).login(alice.token, box.devsn)
  expect(await app.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.ok })
  app.close()
  await box.stop()
  expect(await isHealthy()).toBe(true)
})

test.each(ways)('P49: rows at which a feature %s are told, and taken when they come again', async (way) => {
  await open()
  const alice = await cloud.signUp('alice')
  const box = await new TestBox(cloud.url).start()
  await bind(cloud, box, alice)
  await until('the cloud asks for rows', () => box.receivedOf('mirror_from', 'en').length > 0)
  const mirror = (report: string) =>
    box.send('en', {
      kind: 'mirror',
      epoch: box.mirrorEpoch,
      first: true,
      rev: 1,
      rows: [{ report, key: 'none', rev: 1, value: null }],
    })
  const reports = partsOf('rows').map((name) => name.slice('rows '.length))
  expect(reports.length).toBeGreaterThan(3)
  failing = { part: (name) => name.startsWith('rows '), way }
  for (const report of reports) {
    await mirror(report)
    await until('it failed, and was told', () => failed.includes(`rows ${report}`) && logged.includes(fault))
    logged.length = 0
  }
  failing = undefined
  for (const report of reports) await mirror(report)
  await until('they are taken', () => box.receivedOf('mirror_ack', 'en').length >= reports.length)
  await box.stop()
  expect(await isHealthy()).toBe(true)
})

test('P49: a frame of an app whose answer fails is answered as a fault, and the socket goes on', async () => {
  await open()
  const { token } = await cloud.signUp('alice')
  const app = await new TestApp(cloud.url).open()
  const db = realms.find(({ lang }) => lang === 'en')?.db
  if (!db) throw new Error('no realm')
  const broken = vi.spyOn(db, 'selectFrom').mockImplementation(() => {
    throw fault
  })
  expect(await app.ask('login', { token })).toMatchObject({ code: Code.fault, data: null })
  broken.mockRestore()
  expect(await app.ask('login', { token })).toMatchObject({ code: Code.ok })
  app.close()
})

test.each(ways)('P49: every end of a feature that %s is told, and the others end', async (way) => {
  await open()
  failing = { part: (name) => name.startsWith('stop '), way }
  await cloud.stop()
  expect(partsOf('stop').length).toBeGreaterThan(10)
  expect(failedOf('stop')).toEqual(partsOf('stop'))
  expect(logged.filter((one) => one === fault)).toHaveLength(failed.length)
  await expect(fetch(`${cloud.url}/healthz`)).rejects.toThrow()
})

test('P49: ten minutes of timers while database and bus fail are told, and leave nothing to the last net', async () => {
  const unheard: unknown[] = []
  const onUnheard = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', onUnheard)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open()
  for (const { db } of realms)
    for (const method of ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'transaction'] as const)
      vi.spyOn(db, method).mockImplementation(() => {
        throw fault
      })
  const beats = vi.spyOn(connection.bus, 'publish').mockImplementation(() => {
    throw fault
  })
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  expect(beats.mock.calls.length).toBeGreaterThan(100)
  await until('all that the timers began is told', () => logged.filter((one) => one === fault).length > 100)
  vi.useRealTimers()
  vi.restoreAllMocks()
  expect(await isHealthy()).toBe(true)
  process.off('unhandledRejection', onUnheard)
  expect(unheard).toEqual([])
})

test('P49: a picture whose disk fails after its first bytes is cut, told, and shown the next time', async () => {
  await open()
  const { token } = await cloud.signUp('alice')
  const noise = await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(noise)]), 'a.jpg')
  const sent = await fetch(`${cloud.url}/en/${uploadPicture.host}${uploadPicture.path}`, {
    method: 'POST',
    headers: { Source: 'app', Token: token },
    body,
  })
  const { id } = z.object({ data: uploadPicture.output }).parse(await sent.json()).data
  const show = () => fetch(`${cloud.url}/en/forum/picture/${id}`)
  const whole = (await (await show()).arrayBuffer()).byteLength
  expect(whole).toBeGreaterThan(100_000)
  const read = Reflect.get(ReadStream.prototype, '_read')
  let reads = 0
  vi.spyOn(ReadStream.prototype, '_read').mockImplementation(function (this: ReadStream, size: number) {
    reads += 1
    if (reads === 2) this.destroy(fault)
    else read.call(this, size)
  })
  const response = await show()
  await expect(response.arrayBuffer()).rejects.toThrow()
  await until('it is told', () => logged.includes(fault))
  vi.restoreAllMocks()
  expect((await (await show()).arrayBuffer()).byteLength).toBe(whole)
  expect(await isHealthy()).toBe(true)
})

test('P49: a picture that cannot be read is a fault that nobody keeps, and others are shown', async () => {
  await open()
  const { token } = await cloud.signUp('alice')
  const ids: string[] = []
  for (const background of ['#36c', '#c63']) {
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(image)]), 'a.png')
    const url = `${cloud.url}/en/${uploadPicture.host}${uploadPicture.path}`
    const response = await fetch(url, { method: 'POST', headers: { Source: 'app', Token: token }, body })
    ids.push(z.object({ data: uploadPicture.output }).parse(await response.json()).data.id)
  }
  const [broken, whole] = ids
  const files = await readdir(cloud.folder, { recursive: true })
  const file = join(cloud.folder, files.find((one) => one.includes(`${broken}.`)) ?? '')
  const show = async (id: string | undefined) => {
    const response = await fetch(`${cloud.url}/en/forum/picture/${id}`)
    await response.arrayBuffer().catch(() => undefined)
    return [
      response.status,
      response.headers.get('content-type')?.split(';')[0],
      response.headers.get('cache-control')?.includes('immutable') ?? false,
    ]
  }
  await rm(file)
  expect(await show(broken)).toEqual([500, 'application/json', false])
  await mkdir(file)
  expect(await show(broken)).toEqual([500, 'application/json', false])
  expect(await show(whole)).toEqual([200, 'image/webp', true])
  expect(logged.length).toBeGreaterThan(1)
  expect(await isHealthy()).toBe(true)
})
