/** P51: a box whose data is of an earlier day, as after a restore, is online again by itself and says so; a broker that answers nothing is given up. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { langs } from '@homeport/contract/kit/operation.ts'
import { loadIdentity } from '../kit/connection/identity.ts'
import { copyWait, Connection, waitMs } from '../kit/connection/connection.ts'
import { openTestCloud, type TestCloud } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { startStation, type Station } from './start.ts'

let folder: string
let cloud: TestCloud
let box: Station | undefined
let warned: string[]

beforeEach(async () => {
  folder = testFolder()
  warned = []
  cloud = await openTestCloud()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await box?.stop()
  box = undefined
  await cloud.stop()
  clear(folder)
})

async function start(data: string, random = 0): Promise<Station> {
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: join(folder, data), HOMEPORT_CLOUD: cloud.url }
  box = await startStation(
    { ...readStationConfig(env), screenPort: 0 },
    { print: () => {}, warn: (line) => warned.push(line), random: () => random },
  )
  return box
}
const stop = async () => {
  await box?.stop()
  box = undefined
}
const mirrorEpochs = () => cloud.received.flatMap(({ up }) => (up.kind === 'hello' ? [up.mirror_epoch] : []))
/** The last epoch that the cloud knows. */
const seen = (epoch: number) => Object.assign(cloud.connection.epochs, { zh: epoch, en: epoch })
const births = () => cloud.presences.filter(({ online }) => online).map(({ epoch }) => epoch)
const setBack = () => warned.filter((line) => line.startsWith('The cloud has seen a later start of this box'))

it('P51: data of an earlier day goes above the epoch that the cloud has seen, and its rows are sent anew', async () => {
  await start('data')
  await cloud.hello()
  await stop()
  cpSync(join(folder, 'data'), join(folder, 'yesterday'), { recursive: true })
  seen(births().at(-1) ?? 0)
  await start('data')
  await cloud.hello(2)
  await stop()
  expect(new Set(mirrorEpochs()).size).toBe(1)
  expect(setBack()).toEqual([])

  seen(50)
  await start('yesterday')
  await cloud.hello(3)
  expect(births().at(-1)).toBe(51)
  expect(new Set(mirrorEpochs()).size).toBe(2)
  expect(setBack()).toHaveLength(1)
  await stop()
  const renewed = mirrorEpochs().at(-1)
  seen(51)
  await start('yesterday')
  await cloud.hello(4)
  expect(births().at(-1)).toBe(52)
  expect(mirrorEpochs().at(-1)).toBe(renewed)
  expect(new Set(mirrorEpochs()).size).toBe(2)
  expect(setBack()).toHaveLength(1)
})

it.each(langs)('P51: the epoch goes above that of either realm: %s', async (realm) => {
  cloud.connection.epochs[realm] = 7
  await start('data')
  await cloud.hello()
  expect(births().at(-1)).toBe(8)
})

function openConnection(onLine: (isUp: boolean, why: string) => void, random = 0): Connection {
  const connection = new Connection({
    onTooLong: () => {},
    cloud: cloud.url,
    identity: loadIdentity(folder),
    process: { instance: 'A'.repeat(22), previous: '', host: 'box' },
    onDismissed: () => {},
    version: '1',
    now: Date.now,
    random: () => random,
    nextEpoch: async (above) => above + 1,
    onLine,
    answerWithinMs: 200,
  })
  connection.start({ hello: () => ({ kind: 'pair_hint', pair_hint: '' }), onDown: () => {} })
  return connection
}

it.each([
  ['publication', 'the broker did not take the box’s birth'],
  ['subscription', 'the broker did not answer the subscription'],
] as const)('P51: a broker that takes the connection and answers no %s is left, and tried again', async (kind, why) => {
  cloud.connection.silentTo = kind
  const reasons: string[] = []
  const connection = openConnection((isUp, why) => reasons.push(isUp ? 'up' : why))
  await until('it was given up', () => reasons.length > 0)
  expect(reasons[0]).toBe(why)
  cloud.connection.silentTo = ''
  await until('it is up', () => reasons.includes('up'))
  await connection.stop()
})

it('P46: a box whose first line is cut while its second one opens is not up', async () => {
  // One broker knows a box once: the second sign-in ends the first.
  cloud.connection.isApart = true
  const reasons: string[] = []
  const connection = openConnection((isUp, why) => reasons.push(isUp ? 'up' : why))
  await until('it has said something', () => reasons.length > 0)
  expect(new Set(reasons)).toEqual(new Set(['the line was cut']))
  expect(connection.isUp).toBe(false)
  await connection.stop()
})

it('P51: a copy that was refused twice asks less often, and is online within 30 seconds once its owner keeps it', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const waits = () => timers.mock.calls.map(([, ms]) => ms)
  cloud.connection.isCopy = true
  const connection = openConnection(() => {}, 0.123)
  await until('it waits for long', () => waits().includes(copyWait(1, 0.123)))
  expect(waits()).toContain(waitMs(0, 0.123))
  expect(cloud.signs).toHaveLength(2)
  // And some seconds for the connection.
  for (let refusals = 0; refusals < 20; refusals += 1) expect(copyWait(refusals, 1)).toBeLessThanOrEqual(25_000)
  await connection.stop()
})

/** All but the longest that chance allows; no other timer of the box has such a wait. */
const nearlyLongest = 0.987_654
/** ms that the box waits between its tries from now on. */
function waitsFromNow(): () => number[] {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const own = new Set(
    [waitMs, copyWait].flatMap((waitOf) => Array.from({ length: 9 }, (_, count) => waitOf(count, nearlyLongest))),
  )
  return () => timers.mock.calls.flatMap(([, ms]) => (ms !== undefined && own.has(ms) ? [ms] : []))
}
const total = (waits: readonly number[]) => waits.reduce((sum, ms) => sum + ms, 0)

it.each([
  ['a restored box', ['presence_epoch'], 0],
  ['a box of a version that kept neither epoch nor process', ['presence_epoch', 'mirror_epoch', 'instance'], 0],
  ['a cloned box that is alone, while its cloud still holds the connection of the first', [], 1],
])('P51: %s: the waits until it is online are at most 30 seconds', async (_, lost, refused) => {
  await start('data')
  await cloud.hello()
  await stop()
  const db = new DatabaseSync(join(folder, 'data', 'station', 'station.db'))
  for (const key of lost) db.prepare('delete from meta where key = ?').run(key)
  db.close()
  seen(50)
  cloud.connection.isCopy = refused > 0
  const waits = waitsFromNow()
  await start('data', nearlyLongest)
  await until('it was refused', () => waits().length === refused)
  cloud.connection.isCopy = false
  await cloud.hello(2)
  expect(births().at(-1)).toBe(51 + refused)
  expect(waits()).toHaveLength(refused)
  expect(total(waits())).toBeLessThanOrEqual(30_000)
})

it('P51: a box whose birth was not answered: the waits until it is online are at most 30 seconds', async () => {
  cloud.connection.silentTo = 'publication'
  const waits = waitsFromNow()
  const connection = openConnection(() => {}, nearlyLongest)
  await until('it was given up', () => waits().length === 1)
  cloud.connection.silentTo = ''
  await until('it is up', () => connection.isUp)
  // It waits ten seconds for an answer.
  expect(total(waits()) + 10_000).toBeLessThanOrEqual(30_000)
  await connection.stop()
})
