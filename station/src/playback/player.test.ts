/** A screen that disconnects during a film: the film keeps its position for a minute, with a test clock. */
import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clear, testFolder } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { by, openTestPlayer, filmFile, type TestPlayer } from '../testing/player.ts'
import type { PlayableFile } from './delivery/delivery.ts'
import { noRooms, portOf } from './player-state.ts'

let folder: string
let file: PlayableFile
let other: PlayableFile
let tv: TestPlayer

beforeEach(async () => {
  folder = testFolder()
  file = filmFile(folder)
  other = filmFile(folder, 'other')
  tv = await openTestPlayer({ folder, library: [file, other] })
})
afterEach(async () => {
  await tv.kill()
  clear(folder)
})

test('a TV that is loaded again goes on where it was, and the phones hear of no break', async () => {
  await tv.begin(file, 60_000)
  tv.pass(10_000)
  tv.leave()
  const before = tv.pushed.length
  tv.pass(4_000)
  await tv.hello()
  expect(tv.load()).toMatchObject({ point: 70_000, is_paused: false, play_id: tv.loads()[0]?.play_id })
  await tv.report(70_000)
  expect(tv.pushed.slice(before).every(({ status }) => status === 3)).toBe(true)
  tv.pass(120_000)
  expect(tv.player.view('en').status).toBe(3)
})

test('away for longer the film waits where it stood, is kept as left there, and goes on within a minute', async () => {
  await tv.begin(file, 60_000)
  tv.pass(10_000)
  tv.leave()
  tv.pass(5_000)
  const waits = {
    status: -1,
    is_pending: true,
    title: 'Metropolis',
    screen_id: 'tv',
    screen_name: 'Living-room TV',
    user_id: 'u1',
  }
  expect(tv.pushed.at(-1)).toMatchObject({ ...waits, current_point: 70_000 })
  expect(tv.player.view('zh')).toMatchObject({ ...waits, user_id: '' })
  expect(tv.points.at(-1)).toBe(70_000)
  tv.pass(54_000)
  await tv.hello()
  expect(tv.load()).toMatchObject({ point: 70_000, play_id: tv.loads()[0]?.play_id })
  await tv.report(70_000)
  expect(tv.pushed.at(-1)).toMatchObject({ status: 3, current_point: 70_000 })
  expect(tv.pushed.at(-1)?.is_pending).toBeUndefined()
})

test('a user’s own browser that is not heard any more is not waited for: its film ends within seconds, and goes on there for its person when it is back', async () => {
  await tv.kill()
  tv = await openTestPlayer({ folder, library: [file], owner: by })
  await tv.begin(file, 60_000)
  tv.pass(10_000)
  tv.leave()
  await until('its point is kept at once', () => tv.points.at(-1) === 70_000)
  tv.pass(5_000)
  expect(tv.player.list('en')).toEqual([])
  expect(tv.pushed.at(-1)).toMatchObject({ status: -1 })
  expect(tv.pushed.some(({ is_pending }) => is_pending === true)).toBe(false)
  const starting = tv.hello({ play_id: tv.load().play_id, path: file.id, point: 72_000, is_paused: true })
  await until('it is loaded anew', () => tv.loads().length === 2)
  expect(tv.load()).toMatchObject({ point: 72_000, is_paused: true })
  await tv.report(72_000, 'paused')
  await starting
  expect(tv.player.playing('tv')?.by).toEqual(by)
})

test('a paused film is paused when its TV is back', async () => {
  await tv.begin(file, 60_000)
  await tv.report(64_000, 'paused')
  tv.leave()
  tv.pass(30_000)
  await tv.hello()
  expect(tv.load()).toMatchObject({ point: 64_000, is_paused: true })
})

test('a page that played on by itself while its network was away is left alone and says where it is', async () => {
  await tv.begin(file, 60_000)
  tv.leave()
  tv.pass(20_000)
  await tv.hello({ play_id: tv.load().play_id, path: 'plain', point: 80_000, is_paused: false })
  expect(tv.loads()).toHaveLength(1)
  expect(tv.pushed.at(-1)).toMatchObject({ status: 3, current_point: 80_000 })
})

test('after a minute it is over, the place is kept, and a TV that comes later gets nothing', async () => {
  await tv.begin(file, 60_000)
  tv.leave()
  tv.pass(60_000)
  expect(tv.pushed.at(-1)).toMatchObject({ status: -1, title: '' })
  expect(tv.pushed.at(-1)?.is_pending).toBeUndefined()
  expect(tv.points.at(-1)).toBe(60_000)
  await tv.hello()
  expect(tv.loads()).toHaveLength(1)
})

test('what waits for its TV is given up by Stop, by another film and with the TV itself', async () => {
  await tv.begin(file, 60_000)
  tv.leave()
  tv.pass(10_000)
  await tv.player.exit()
  expect(tv.player.view('en')).toMatchObject({ status: -1, title: '' })
  await tv.hello()
  expect(tv.loads()).toHaveLength(1)

  const again = tv.player.playOn('tv', { file, parts: [file], point: 1_000, by })
  await expect.poll(() => tv.loads().length).toBe(2)
  await tv.report(1_000)
  await again
  tv.leave()
  tv.pass(10_000)
  void tv.player.playOn('tv', { file: other, parts: [other], point: 0, by })
  void tv.hello()
  await expect.poll(() => tv.load().path).toBe('other')
  await tv.report(0)
  tv.leave()
  tv.pass(10_000)
  tv.player.gone('tv', 'forgotten')
  expect(tv.player.view('en')).toMatchObject({ status: -1, title: '' })
  expect(tv.timers().filter(({ at }) => at > tv.now() + 10_000)).toEqual([])
})

test('what is pressed while its TV connects again waits for it, and is refused where the TV stays away', async () => {
  await tv.begin(file, 60_000)
  tv.leave()
  const paused = tv.player.pause()
  tv.pass(3_000)
  await tv.hello({ play_id: tv.load().play_id, path: 'plain', point: 63_000, is_paused: false })
  await expect.poll(() => tv.words.at(-1)).toMatchObject({ kind: 'pause' })
  await expect.poll(() => (tv.pass(1_000), tv.timers().length)).toBe(0)
  await paused
  tv.leave()
  const resumed = tv.player.resume().catch((error: unknown) => error)
  tv.pass(6_000)
  expect(await resumed).toMatchObject({ data: { reason: 'no_screen' } })
  expect(await tv.player.resume().catch((error: unknown) => error)).toMatchObject({ data: { reason: 'no_screen' } })
})

test('a film that a restarted box cannot read at once is tried again, and a TV whose film cannot go on leaves it', async () => {
  const playing = { play_id: 'before', path: 'plain', point: 42_000, is_paused: false }
  rmSync(file.path)
  const first = tv.hello(playing).catch((error: unknown) => error)
  await expect.poll(() => tv.timers().length).toBeGreaterThan(0)
  writeFileSync(file.path, 'film')
  tv.pass(5_000)
  await expect.poll(() => tv.loads().length).toBe(1)
  expect(tv.load()).toMatchObject({ path: 'plain', point: 42_000 })
  await tv.report(42_000)
  await first
  await tv.player.exit()
  rmSync(file.path)
  const second = tv.hello(playing).catch((error: unknown) => error)
  await expect.poll(() => tv.timers().length).toBeGreaterThan(0)
  tv.pass(5_000)
  expect(await second).toMatchObject({ data: { reason: 'no_file' } })
  expect(tv.words.at(-1)).toEqual({ kind: 'exit', play_id: 'before' })
})

test('a TV that is back without its film, which is gone meanwhile, plays nothing', async () => {
  await tv.begin(file, 60_000)
  tv.leave()
  tv.pass(10_000)
  rmSync(file.path)
  expect(await tv.hello().catch((error: unknown) => error)).toMatchObject({ data: { reason: 'no_file' } })
  expect(tv.pushed.at(-1)).toMatchObject({ status: -1, title: '' })
  expect(tv.points.at(-1)).toBe(60_000)
})

test('a TV for which another film waited that is gone meanwhile does not count as playing the one before', async () => {
  await tv.begin(file, 60_000)
  tv.leave()
  tv.pass(10_000)
  const waiting = tv.player.playOn('tv', { file: other, parts: [other], point: 0, by }).catch((error: unknown) => error)
  rmSync(other.path)
  await tv.hello().catch((error: unknown) => error)
  expect(await waiting).toMatchObject({ data: { reason: 'no_file' } })
  expect(tv.player.view('en')).toMatchObject({ status: -1, title: '' })
})

test('a film whose next one cannot be looked up ends all the same', async () => {
  await tv.kill()
  const faults: unknown[] = []
  tv = await openTestPlayer({ folder, library: [file], onFault: (fault) => faults.push(fault) })
  const fault = new Error('the database is locked')
  tv.player.state.rooms = { ...noRooms, follow: () => Promise.reject(fault) }
  await tv.begin(file, 60_000)
  await tv.report(600_000, 'ended')
  await expect.poll(() => faults).toEqual([fault])
  expect(tv.player.view('en').status).toBe(-1)
})

test('of two pages of one TV the newer one counts while the older one closes', () => {
  const page = () => ({
    screen_id: 'tv',
    can: [],
    lang: 'en' as const,
    send: () => true,
    isFree: () => true,
    lacks: [],
    isSeekless: false,
    playsAll: false,
    isLocal: false,
  })
  const newer = page()
  expect(portOf({ stages: () => [page(), newer] }, 'tv')).toBe(newer)
})
