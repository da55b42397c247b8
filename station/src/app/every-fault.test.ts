/** P49: every act, tick and listener of the box fails, by a throw and by a rejection, and so does its database: each act is answered, and the rest goes on. The lists are those of the running box. */
import { acts } from '@homeport/contract/all.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../testing/until.ts'
import type { Feature } from '../kit/feature.ts'
import type { StationEvents } from '../shared/event-bus.ts'
import { openTestCloud, type TestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { createFeatures } from './features.ts'
import type { Ports } from './ports.ts'
import { startStation, type Station } from './start.ts'
import { startTicking } from './ticker.ts'

const fault = new Error('a fault of a test')
const ways = ['throws', 'rejects'] as const

/** The kind of parts that fails now, and how; undefined: none. */
let failing: { kind: 'act' | 'tick' | 'listener' | 'end'; way: (typeof ways)[number] } | undefined
const parts = new Set<string>()
const failed = new Set<string>()
let folder: string
let cloud: TestCloud
let box: Station
let ports: Ports
let features: readonly Feature[]
/** Lines of the log. */
let logged: string[]

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  logged = []
  // NOTE: the box uses no more of its log's destination than this.
  vi.spyOn(pino, 'destination').mockReturnValue({ write: (line: string) => void logged.push(line) } as never)
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: folder, HOMEPORT_CLOUD: cloud.url, HOMEPORT_PRIVATE_SOURCES: '1' }
  box = await startStation(
    { ...readStationConfig(env), screenPort: 0 },
    { print: () => {}, warn: () => {}, features: featuresWithFaults },
  )
  await cloud.hello()
})
afterEach(async () => {
  failing = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
  await box.stop()
  await cloud.stop()
  clear(folder)
  parts.clear()
  failed.clear()
})

const featuresWithFaults: typeof createFeatures = async (given, announce) => {
  ports = given
  let listeners = 0
  const on = <K extends keyof StationEvents>(name: K, listener: (what: StationEvents[K]) => void) => {
    listeners += 1
    given.events.on(name, orFail(`listener ${name} ${listeners}`, listener))
  }
  const made = await createFeatures({ ...given, events: { ...given.events, on } }, announce)
  features = made.features.map((feature, at) => ({
    ...feature,
    acts:
      feature.acts?.map((one) => ({
        ...one,
        run: orFail(`act ${one.act.name}`, (...by: Parameters<typeof one.run>) => one.run(...by)),
      })) ?? [],
    ...(feature.tick && { tick: orFail(`tick ${at}`, feature.tick) }),
    prepareStop: stopWithFault(feature.prepareStop, `end ${at} first`),
    stop: stopWithFault(feature.stop, `end ${at}`),
    ...(feature.slowTick && { slowTick: orFail(`tick ${at} slow`, feature.slowTick) }),
  }))
  return { ...made, features }
}

/** Its end is a real one, so that nothing of a test stays. */
function stopWithFault(stop: Feature['stop'], name: string): () => Promise<void> {
  const fail = orFail(name, async () => {})
  return async () => {
    await stop?.()
    await fail()
  }
}

function orFail<A extends unknown[], R>(name: string, work: (...given: A) => R): (...given: A) => R {
  parts.add(name)
  return (...given) => {
    if (!failing || !name.startsWith(`${failing.kind} `)) return work(...given)
    failed.add(name)
    if (failing.way === 'throws') throw fault
    // NOTE: only acts, which answer a promise, are made to reject.
    return Promise.reject(fault) as R
  }
}

const partsOf = (kind: string) => [...parts].filter((name) => name.startsWith(`${kind} `)).toSorted()
const boxActs = acts.filter(({ at }) => at === 'box')
const isAlive = async () => (await cloud.act(box.devsn, 'storage_info', {})).code === Code.ok
const isTold = expect.objectContaining({ code: Code.fault, data: null })

/** Faults of a minute of the box's timer. */
function faultsOfAMinute(): unknown[] {
  const faults: unknown[] = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startTicking(features, (one) => faults.push(one))
  vi.advanceTimersByTime(60_000)
  stop()
  vi.useRealTimers()
  return faults
}

function breakDatabase(): void {
  for (const way of ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'transaction'] as const)
    vi.spyOn(ports.db, way).mockImplementation(() => {
      throw fault
    })
}

test.each(ways)('P49: every act that %s is answered as a fault, and the box goes on', async (way) => {
  failing = { kind: 'act', way }
  const answers = await Promise.all(boxActs.map(({ name }) => cloud.act(box.devsn, name, {})))
  expect(answers.map((one) => [one.act, one])).toEqual(boxActs.map(({ name }) => [name, isTold]))
  expect([...failed].toSorted()).toEqual(boxActs.map(({ name }) => `act ${name}`).toSorted())
  for (const { name } of boxActs)
    expect(
      logged.filter((line) => line.includes(`"act":"${name}"`) && line.includes(fault.message)),
      name,
    ).toHaveLength(1)
  failing = undefined
  expect(await isAlive()).toBe(true)
})

test('P49: every act whose answers are kept is answered as a fault while the database fails', async () => {
  const onceActs = boxActs.filter(({ once }) => once)
  expect(onceActs.length).toBeGreaterThan(5)
  breakDatabase()
  const answers = await Promise.all(onceActs.map(({ name }) => cloud.act(box.devsn, name, {})))
  expect(answers.map((one) => [one.act, one])).toEqual(onceActs.map(({ name }) => [name, isTold]))
  vi.restoreAllMocks()
  expect(await isAlive()).toBe(true)
})

test('P49: every tick throws, is told each time, and keeps none from its turn', async () => {
  failing = { kind: 'tick', way: 'throws' }
  const slow = partsOf('tick').filter((name) => name.endsWith(' slow')).length
  const faults = faultsOfAMinute()
  expect([...failed].toSorted()).toEqual(partsOf('tick'))
  expect(faults).toEqual(Array.from({ length: 60 * (partsOf('tick').length - slow) + 2 * slow }, () => fault))
  failing = undefined
  expect(await isAlive()).toBe(true)
})

test('P49: a minute of ticks while the database fails rejects nothing that nobody hears', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  breakDatabase()
  faultsOfAMinute()
  // An act is answered after what the ticks began has failed.
  await cloud.act(box.devsn, 'storage_info', {})
  vi.restoreAllMocks()
  expect(await isAlive()).toBe(true)
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})

test('P49: every listener throws, the others hear the event, and the box goes on', async () => {
  const names = partsOf('listener')
  expect(names.length).toBeGreaterThan(10)
  failing = { kind: 'listener', way: 'throws' }
  for (const name of new Set(names.map((one) => one.split(' ')[1])))
    // NOTE: no listener of a feature reads it.
    ports.events.emit(name as 'line', { isUp: true, why: '' })
  expect([...failed].toSorted()).toEqual(names)
  expect(logged.filter((line) => line.includes(fault.message)).length).toBeGreaterThanOrEqual(names.length)
  failing = undefined
  expect(await isAlive()).toBe(true)
  await until('it is still linked', () => box.isConnected())
})

test('P49: a pairing while the database fails is answered as a fault, and its code stays good', async () => {
  const pair = async (id: string) => {
    const before = cloud.received.length
    await cloud.send(box.devsn, 'en', {
      kind: 'pair',
      id,
      code: box.pairing()?.code ?? '',
      from: { user_id: 'u', role: 'owner', name: 'Ann' },
    })
    return cloud.reply(id, before)
  }
  breakDatabase()
  expect(await pair('first')).toEqual(isTold)
  vi.restoreAllMocks()
  expect(await pair('second')).toMatchObject({ code: Code.ok })
})

test.each(ways)('P49: every end of a feature that %s is told, and the others end', async (way) => {
  failing = { kind: 'end', way }
  await box.stop()
  expect(partsOf('end').length).toBeGreaterThan(20)
  expect([...failed].toSorted()).toEqual(partsOf('end'))
  expect(logged.filter((line) => line.includes(fault.message))).toHaveLength(failed.size)
  await expect(ports.db.selectFrom('meta').selectAll().execute()).rejects.toThrow()
})
