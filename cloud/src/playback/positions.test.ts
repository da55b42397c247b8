/** Resume positions in films, from the box's own frames. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unbindDevice } from '@homeport/contract/device.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { idlePlayer, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { bind, type TestCloud } from '../testing/app-socket.ts'
import { openDb } from '../kit/db.ts'
import { TestBox } from '../testing/box.ts'
import { silent } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { createPositions, type Positions } from './positions.ts'

let cloud: TestCloud
let box: TestBox
let ann: { token: string; user_id: string }
let at = 1_800_000_000_000

beforeEach(async () => {
  cloud = await startTestCloud({}, { now: () => at })
  box = await new TestBox(cloud.url).start()
  ann = await cloud.signUp('ann')
  await bind(cloud, box, ann)
  await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(1)
})
afterEach(async () => {
  await box.stop()
  await cloud.stop()
})

const hour = 3_600_000
const playing = (part: Partial<PlayerInfo> = {}): PlayerInfo => ({
  ...idlePlayer,
  status: 3,
  current_point: 0,
  duration: hour,
  movie_id: 'film',
  path: 'file',
  title: 'Metropolis',
  poster: '',
  quality: '1080p',
  volume: 50,
  sound: 'on',
  screen_id: 'tv',
  screen_name: 'TV',
  user_id: ann.user_id,
  ...part,
})
const closed = (): PlayerInfo =>
  playing({
    status: -1,
    duration: 0,
    movie_id: '',
    path: '',
    title: '',
    quality: '',
    user_id: '',
    screen_id: '',
    screen_name: '',
  })

const push = (info: PlayerInfo, lang: Lang = 'en') =>
  box.send(lang, { kind: 'push', frame: { act: 'player_status', dev: box.devsn, code: Code.ok, data: info } })

/** All rows, as `film position watched`. */
async function written(lang: Lang = 'en'): Promise<string[]> {
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', `${lang}.db`) })
  const rows = await db.selectFrom('film_position').selectAll().orderBy('movie_id').execute()
  await db.destroy()
  return rows.map((row) => `${row.movie_id} ${row.position_ms}${row.is_watched === 1 ? ' watched' : ''}`)
}

test('a pause is kept at once', async () => {
  await push(playing())
  await push(playing({ current_point: 62_000, status: 4 }))
  await expect.poll(() => written()).toEqual(['film 62000'])
})

test('while it plays it is kept every 10 s', async () => {
  await push(playing({ current_point: 1_000 }))
  await expect.poll(() => written()).toEqual(['film 1000'])
  at += 5_000
  await push(playing({ current_point: 6_000 }))
  at += 5_000
  await push(playing({ current_point: 11_000 }))
  await expect.poll(() => written()).toEqual(['film 11000'])
})

test('a closing keeps where the film was by then, though it says no point itself', async () => {
  await push(playing({ current_point: 1_000 }))
  await expect.poll(() => written()).toEqual(['film 1000'])
  at += 3_000
  await push(closed())
  await expect.poll(() => written()).toEqual(['film 4000'])
})

test('the position of a film whose TV disconnected is kept, however long it waits', async () => {
  await push(playing({ current_point: 1_000 }))
  await expect.poll(() => written()).toEqual(['film 1000'])
  at += 5_000
  await push(playing({ status: -1, is_pending: true, current_point: 3_000 }))
  await expect.poll(() => written()).toEqual(['film 3000'])
  at += 55_000
  await push(closed())
  await push(playing({ movie_id: 'next', current_point: 1_000 }))
  await expect.poll(() => written()).toEqual(['film 3000', 'next 1000'])
})

test('another film keeps the place in the first one', async () => {
  await push(playing({ current_point: 1_000 }))
  await expect.poll(() => written()).toEqual(['film 1000'])
  at += 2_000
  await push(playing({ movie_id: 'other', current_point: 0 }))
  await expect.poll(() => written()).toEqual(['film 3000', 'other 0'])
})

test('from nine tenths on a film is watched; beginning it anew does not take that away', async () => {
  await push(playing({ current_point: hour * 0.9, status: 4 }))
  await expect.poll(() => written()).toEqual(['film 0 watched'])
  at += 1_000
  await push(playing({ current_point: 0 }))
  at += 1_000
  await push(playing({ current_point: 9_000, status: 4 }))
  await expect.poll(() => written()).toEqual(['film 9000 watched'])
})

test('two screens of a box have their own places; a close without a screen is of both', async () => {
  const other = { screen_id: 'tv-2', movie_id: 'other' }
  await push(playing({ current_point: 1_000 }))
  await push(playing({ ...other, current_point: 2_000 }))
  await expect.poll(() => written()).toEqual(['film 1000', 'other 2000'])
  at += 5_000
  await push(playing({ current_point: 6_000 }))
  await push(playing({ ...other, current_point: 7_000 }))
  await push({ ...closed(), screen_id: 'tv' })
  await expect.poll(() => written()).toEqual(['film 6000', 'other 2000'])
  await push(playing({ current_point: 6_500 }))
  await push(closed())
  await expect.poll(() => written()).toEqual(['film 6500', 'other 7000'])
})

test('a box that goes while it plays leaves the place that it said last', async () => {
  await push(playing({ current_point: 1_000 }))
  await expect.poll(() => written()).toEqual(['film 1000'])
  at += 5_000
  await push(playing({ current_point: 6_000 }))
  box.cut()
  await expect.poll(() => written()).toEqual(['film 6000'])
})

test('a cloud that is stopped writes the last position first; an older one of another process does not overwrite a newer one', async () => {
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', 'en.db') })
  const realm: Realm = { lang: 'en', db, change: (work) => db.transaction().execute((trx) => work(trx, async () => {})) }
  const [old, restarted] = [createPositions({ now: () => at, log: silent }), createPositions({ now: () => at, log: silent })]
  const handler = (by: Positions, info: PlayerInfo) =>
    by.handle(realm, box.devsn, { act: 'player_status', dev: box.devsn, code: Code.ok, data: info })
  handler(old, playing({ current_point: 1_000 }))
  at += 5_000
  handler(old, playing({ current_point: 6_000 }))
  await old.stop()
  expect(await written()).toEqual(['film 6000'])

  handler(old, playing({ current_point: 7_000 }))
  at += 5_000
  handler(restarted, playing({ current_point: 90_000, status: 4 }))
  await restarted.stop()
  await old.stop()
  expect(await written()).toEqual(['film 90000'])
  await db.destroy()
})

test('P18: who started it is said to one realm; the other keeps nothing, nor does a user who is not of the household', async () => {
  const bob = await cloud.signUp('bob')
  await push(playing({ user_id: '', current_point: 5_000, status: 4 }))
  await push(playing({ user_id: bob.user_id, current_point: 5_000, status: 4 }))
  await push(playing({ current_point: 5_000, status: 4 }), 'zh')
  await push(playing({ current_point: 7_000, status: 4 }))
  await expect.poll(() => written()).toEqual(['film 7000'])
  expect(await written('zh')).toEqual([])
})

test('the places go with the binding', async () => {
  await push(playing({ current_point: 5_000, status: 4 }))
  await expect.poll(() => written()).toEqual(['film 5000'])
  await cloud.ask(unbindDevice, { devsn: box.devsn }, ann)
  await expect.poll(() => written()).toEqual([])
})

test('a clock that is set back takes no place away: of a screen that is lost, the last one and what passed since', async () => {
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', 'en.db') })
  const realm: Realm = { lang: 'en', db, change: (work) => db.transaction().execute((trx) => work(trx, async () => {})) }
  const clock = { aheadMs: 8 * hour, passedMs: 0 }
  const now = () => at + clock.aheadMs
  const positions = createPositions({ now, elapsed: () => clock.passedMs, log: silent })
  const take = (info: PlayerInfo) =>
    positions.handle(realm, box.devsn, { act: 'player_status', dev: box.devsn, code: Code.ok, data: info })
  take(playing({ current_point: 600_000, movie_id: 'first' }))
  clock.aheadMs = 0
  clock.passedMs = 3_000
  take(playing({ current_point: 0, movie_id: 'second' }))
  await positions.stop()
  expect(await written()).toContain('first 603000')
  await db.destroy()
})
