/** Watch here: the browser of one user is a screen for that user alone, let in by a one-time key, and forgotten after a day. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { PlayerInfo, playerList } from '@homeport/contract/playback.ts'
import { screenHere, Screens } from '@homeport/contract/screen.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clear, testFolder } from '../testing/downloads.ts'
import { owner } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { film, friend, letIn, openTestPage, openTestTv, type TestPage, type TestTv, putFilm } from '../testing/tv.ts'

let folder: string
let box: TestTv

beforeEach(async () => {
  folder = testFolder()
  const path = join(folder, 'metropolis.mp4')
  putFilm(path)
  const file = { ...film(path), id: 'f1', movie_id: 'm1' }
  box = await openTestTv({
    folder,
    films: {
      roots: () => [folder],
      fileOf: async (id) => (id === 'f1' ? file : undefined),
      firstFileOf: async (id) => (id === 'm1' ? file : undefined),
    },
  })
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

const list = async (from = owner) => Screens.parse((await box.act('screen_list', {}, { from })).data).data
const browser = async (from = owner) => screenHere.output.parse((await box.act('screen_here', { name: 'iPhone' }, { from })).data)
/** Opens the page with the key, as a browser does that reloads it when it is let in. */
async function open(key: string): Promise<TestPage> {
  const first = await openTestPage(box.url, { key })
  await first.word('admitted')
  first.close()
  const page = await openTestPage(box.url, { cookie: first.cookie })
  await page.word('face', ({ face }) => face === 'inside')
  return page
}

it('lets the user’s browser in once, under the same name as before, and lists it for nobody else', async () => {
  const { screen_id, key, address } = await browser()
  expect(address).toContain('http://')
  await open(key)
  expect(await list()).toMatchObject([{ screen_id, kind: 'here', user_id: 'u1', name: 'iPhone', is_online: true }])
  expect(await list(friend)).toEqual([])
  const again = await openTestPage(box.url, { key, from: '127.0.0.2' })
  await again.word('face', ({ face }) => face === 'digits')
  expect((await browser()).screen_id).toBe(screen_id)
  expect((await browser(friend)).screen_id).not.toBe(screen_id)
})

it('a key ends after a minute', async () => {
  const { key } = await browser()
  box.clock.aheadMs += 60_000
  const page = await openTestPage(box.url, { key })
  await page.word('face', ({ face }) => face === 'digits')
})

it('the film begins there when the page is open; others neither see nor control it, and it is nobody’s default', async () => {
  const tv = await letIn(box)
  const { screen_id, key } = await browser()
  const playing = box.act('play', { movie_id: 'm1', target: screen_id })
  const page = await open(key)
  const { play_id, seq } = await page.word('load')
  page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
  expect(PlayerInfo.parse((await playing).data)).toMatchObject({ screen_id, is_here: true, user_id: 'u1' })
  const listed = async (from = owner) => playerList.output.parse((await box.act('player_list', {}, { from })).data).data
  expect(await listed()).toHaveLength(1)
  expect(await listed(friend)).toEqual([])
  for (const act of ['player_status', 'player_pause', 'exit_player', 'remote_key', 'play'])
    expect(await box.act(act, { target: screen_id, movie_id: 'm1', key: 'ok' }, { from: friend })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'no_screen' },
    })
  expect(PlayerInfo.parse((await box.act('player_status', {}, { from: friend })).data).status).toBe(-1)
  await box.act('remote_key', { key: 'ok' }, { from: friend })
  expect(await tv.word('key')).toMatchObject({ key: 'ok' })
})

it('is forgotten after a day without use, and when its user leaves the household', async () => {
  const page = await open((await browser()).key)
  const bens = await open((await browser(friend)).key)
  box.part('u2')
  await until('the page of the user who left is forgotten', () => bens.find('forgotten') !== undefined)
  page.close()
  await until('it is off', async () => (await list()).every(({ is_online }) => !is_online))
  box.clock.aheadMs += 24 * 3_600_000
  box.tick()
  await until('it is gone', async () => (await list()).length === 0)
})

it('another screen reads the film without a session only while the browser sends it there; a TV sends none', async () => {
  const status = async (url: string) => {
    const response = await fetch(`${box.url}/${url}`)
    await response.arrayBuffer()
    return response.status
  }
  const { screen_id, key } = await browser()
  void box.act('play', { movie_id: 'm1', target: screen_id })
  const page = await open(key)
  const { url, play_id, seq } = await page.word('load')
  page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
  expect(await status(url)).toBe(401)
  page.send({ kind: 'cast', is_on: true })
  await until('the other screen may read it', async () => (await status(url)) === 200)
  expect(await status('media/none')).toBe(401)
  page.send({ kind: 'cast', is_on: false })
  await until('it may not any more', async () => (await status(url)) === 401)
  const tv = await letIn(box)
  void box.act('play', { movie_id: 'm1', target: (await list()).find(({ kind }) => kind !== 'here')?.screen_id })
  const load = await tv.word('load')
  tv.send({ kind: 'cast', is_on: true })
  tv.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state: 'playing', point: 1_000, volume: 80, sound: 'on' })
  await until('the box has heard both', async () => {
    const { data } = playerList.output.parse((await box.act('player_list', {})).data)
    return data.some(({ is_here, current_point }) => !is_here && current_point >= 1_000)
  })
  expect(await status(load.url)).toBe(401)
})
