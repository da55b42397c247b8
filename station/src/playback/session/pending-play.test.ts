/** A pending play is a row of the box's database: it survives restarts, for ten minutes by the clock. */
import { rmSync } from 'node:fs'
import { pendingPlayMs } from '@homeport/contract/playback/playback.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { by, filmFile, openTestPlayer, type TestPlayer } from '../../testing/player.ts'
import type { PlayableFile } from '../delivery/delivery.ts'

let folder: string
let file: PlayableFile
let other: PlayableFile
let tv: TestPlayer

beforeEach(async () => {
  folder = testFolder()
  file = filmFile(folder)
  other = filmFile(folder, 'other')
  tv = await openTestPlayer({ folder, library: [file, other], isOn: false })
})
afterEach(async () => {
  await tv.kill()
  clear(folder)
})

/** Play for a TV that is admitted and offline. */
async function want(request: PlayableFile, point: number, isPaused = false): Promise<void> {
  const before = tv.pushed.length
  void tv.player.playOn('tv', { file: request, parts: [request], point, by, isPaused })
  await expect.poll(() => tv.pushed.length).toBeGreaterThan(before)
}
async function restart({ downMs = 0, library = [file, other], screen = 'tv' } = {}): Promise<void> {
  await tv.kill()
  tv = await openTestPlayer({ folder, library, screen, startAt: tv.now() + downMs, isOn: false })
}
const waiting = () => tv.player.view('en')
const nothing = { status: -1, title: '', screen_id: '' }

test('a user’s own browser is waited for as long as its key is good', async () => {
  await tv.kill()
  tv = await openTestPlayer({ folder, library: [file], isOn: false, owner: by })
  await want(file, 70_000)
  tv.pass(59_000)
  expect(tv.player.list('en')).toMatchObject([{ is_pending: true, is_here: true }])
  tv.pass(1_000)
  expect(tv.player.list('en')).toEqual([])
})

test('killed and started again the box waits on, and its TV gets the film, paused or not, where it was wanted', async () => {
  await want(file, 70_000, true)
  await restart({ downMs: 60_000 })
  expect(waiting()).toMatchObject({ is_pending: true, status: -1, title: 'Metropolis', current_point: 70_000, user_id: 'u1' })
  expect(tv.player.view('zh')).toMatchObject({ is_pending: true, title: 'Metropolis', user_id: '' })
  void tv.hello()
  await expect.poll(() => tv.loads().length).toBe(1)
  expect(tv.load()).toMatchObject({ path: 'plain', point: 70_000, is_paused: true })
  await tv.report(70_000)
  expect(waiting()).toMatchObject({ status: 3, user_id: 'u1' })
  await restart()
  expect(waiting()).toMatchObject(nothing)
})

test('ten minutes are ten minutes, however often the box is started again', async () => {
  await want(file, 0)
  tv.pass(pendingPlayMs - 60_000)
  await restart({ downMs: 59_000 })
  tv.pass(999)
  expect(waiting().is_pending).toBe(true)
  tv.pass(1)
  expect(waiting()).toMatchObject(nothing)
  expect(tv.pushed.at(-1)).toMatchObject({ ...nothing, screen_id: 'tv' })
  await expect.poll(tv.rows).toEqual([])
})

test('what ran out while the box was down is given up, and a TV that comes gets nothing', async () => {
  await want(file, 0)
  await restart({ downMs: pendingPlayMs })
  expect(waiting()).toMatchObject(nothing)
  expect(await tv.rows()).toEqual([])
  await tv.hello()
  expect(tv.loads()).toEqual([])
})

test('a clock that was set back makes it wait no longer than ten minutes', async () => {
  await want(file, 0)
  await restart({ downMs: -900_000 })
  tv.pass(pendingPlayMs)
  expect(waiting()).toMatchObject(nothing)
})

test('a later wish for the same TV takes the place of the one before, also in the database', async () => {
  await want(file, 1_000)
  await want(other, 2_000)
  expect(await tv.rows()).toHaveLength(1)
  await restart()
  expect(waiting()).toMatchObject({ path: 'other', current_point: 2_000 })
})

test('Stop is answered once the database has forgotten it', async () => {
  await want(file, 0)
  await tv.player.exit()
  expect(await tv.rows()).toEqual([])
})

test('a film whose file is gone when its TV comes is dropped: the TV hears why, the phones that nothing waits', async () => {
  await want(file, 0)
  await restart()
  rmSync(file.path)
  await expect(tv.hello()).rejects.toMatchObject({ data: { reason: 'no_file' } })
  expect(tv.loads()).toEqual([])
  expect(tv.pushed.at(-1)).toMatchObject({ ...nothing, screen_id: 'tv' })
  await expect.poll(tv.rows).toEqual([])
})

test('a film that the box knows no more, or whose TV was removed, waits no longer after a start', async () => {
  await want(file, 0)
  rmSync(file.path)
  await restart({ library: [other] })
  expect(waiting()).toMatchObject(nothing)
  expect(await tv.rows()).toEqual([])
  await want(other, 0)
  await restart({ screen: 'another' })
  expect(waiting()).toMatchObject(nothing)
  expect(await tv.rows()).toEqual([])
})

test('a TV that goes again while its film is looked up finds it waiting when it is back', async () => {
  await want(file, 5_000)
  const begun = tv.hello()
  tv.leave()
  await begun
  expect(tv.loads()).toEqual([])
  expect(waiting().is_pending).toBe(true)
  void tv.hello()
  await expect.poll(() => tv.loads().length).toBe(1)
  expect(tv.load().point).toBe(5_000)
})

test('a film that stands while its TV is away for a minute is no row: started again the box waits for nothing, and a page that played on by itself tells it where', async () => {
  await tv.kill()
  tv = await openTestPlayer({ folder, library: [file], startAt: tv.now() })
  await tv.begin(file, 60_000)
  tv.leave()
  tv.pass(10_000)
  expect(waiting().is_pending).toBe(true)
  expect(tv.points.at(-1)).toBe(60_000)
  expect(await tv.rows()).toEqual([])
  await restart()
  expect(waiting()).toMatchObject(nothing)
  void tv.hello({ play_id: 'p1', path: 'plain', point: 80_000, is_paused: false })
  await expect.poll(() => tv.loads().length).toBe(1)
  expect(tv.load()).toMatchObject({ path: 'plain', point: 80_000 })
})
