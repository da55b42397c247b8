/** Watch here: the browser of one user is a screen for that user alone, let in by a one-time key, and forgotten with its page. */
import { acts } from '@homeport/contract/all.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { PlayQueue } from '@homeport/contract/playback/play-queue.ts'
import { PlayerInfo, playerList } from '@homeport/contract/playback/playback.ts'
import { screenHere, Screens } from '@homeport/contract/playback/screen.ts'
import { screenFieldOf } from '@homeport/contract/shape/film/screen-target.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clear, testFolder } from '../testing/downloads.ts'
import { owner } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { film, filmLibrary, friend, letIn, openTestPage, openTestTv, type TestPage, type TestTv, putFilm } from '../testing/tv.ts'

let folder: string
let box: TestTv

beforeEach(async () => {
  folder = testFolder()
  const path = join(folder, 'metropolis.mp4')
  putFilm(path)
  const file = { ...film(path), id: 'f1', movie_id: 'm1' }
  box = await openTestTv({
    folder,
    films: filmLibrary([folder], [file]),
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

/** Fields of all acts on a screen; each takes those that it knows. */
const onAnyScreen = { movie_id: 'm1', point: 0, key: 'ok', text: 'typed', kbit: 0, speed: 1, minutes: 1, id: 'e1', to: 0 }
const anyAct = { ...onAnyScreen, is_all: true, name: 'Mine', value: 10, size: 100 }

/** One's own browser with a film that plays. */
async function watching(from = owner) {
  const { screen_id, key } = await browser(from)
  const playing = box.act('play', { movie_id: 'm1', target: screen_id }, { from })
  const page = await open(key)
  const { play_id, seq } = await page.word('load')
  page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
  await playing
  return { screen_id, page, play_id }
}

it('P16: no act of the contract that names a screen reaches the own browser of another person, be it the owner of the box', async () => {
  const onScreens = acts.flatMap((act) => (screenFieldOf(act) === undefined ? [] : [{ act, field: screenFieldOf(act) ?? '' }]))
  expect(onScreens.length).toBeGreaterThan(15)
  const { screen_id, page } = await watching(friend)
  await box.act('play_queue_add', { target: screen_id, movie_id: 'm1' }, { from: friend })
  const before = page.words.length
  for (const { act, field } of onScreens)
    expect([act.name, await box.act(act.name, { ...anyAct, [field]: screen_id })]).toMatchObject([
      act.name,
      { code: Code.notFound, data: { reason: 'no_screen' } },
    ])
  // A screen without a name is never the own browser of somebody.
  for (const { act, field } of onScreens.filter(({ field: name }) => name === 'target'))
    await box.act(act.name, { ...anyAct, [field]: '' }).then(({ data }) => expect(JSON.stringify(data)).not.toContain(screen_id))
  const queue = PlayQueue.parse((await box.act('play_queue', { target: screen_id }, { from: friend })).data).queue
  expect(queue).toHaveLength(1)
  expect(page.words.slice(before).filter(({ kind }) => kind !== 'next')).toEqual([])
  expect(PlayerInfo.parse((await box.act('player_status', { target: screen_id }, { from: friend })).data).status).toBe(3)
})

it('P16: what the box tells by itself of an own browser goes to its user alone; of a TV to everybody', async () => {
  box.household([
    { realm: 'en', user_id: 'u1', name: 'Ada', role: 'owner' },
    { realm: 'en', user_id: 'u2', name: 'Ben', role: 'member' },
  ])
  const { screen_id, page } = await watching()
  await box.act('play_queue_add', { target: screen_id, movie_id: 'm1' })
  await box.act('player_set_tracks', { target: screen_id, subtitle_id: '' })
  await box.act('screen_rename', { screen_id, name: 'My phone' })
  page.send({ kind: 'typing', is_open: true, text: '' })
  const hers = () => box.pushed.filter(({ frame }) => JSON.stringify(frame.data).includes(screen_id))
  await until('all kinds were told', () => new Set(hers().map(({ frame }) => frame.act)).size === 4)
  // One of the household leaves, and the screen is forgotten during its film.
  box.part('u1')
  await until('it is forgotten', () => page.find('forgotten') !== undefined)
  expect(hers().findLast(({ frame }) => frame.act === 'player_status')?.frame.data).toMatchObject({ status: -1 })
  expect(hers().filter(({ user_id }) => user_id !== 'u1')).toEqual([])
  const tv = await letIn(box)
  void box.act('play', { movie_id: 'm1' }, { from: friend })
  await tv.word('load')
  await box.act('exit_player', {}, { from: friend })
  const status = box.pushed.findLast(({ frame }) => frame.act === 'player_status')
  expect(status?.user_id).toBeUndefined()
})

it('P16: whoever has the same id in the other realm is another person: no act reaches the browser, no list and no push tells of it', async () => {
  box.bind(['en', 'zh'])
  box.household([
    { realm: 'en', user_id: owner.user_id, name: 'Ada', role: 'owner' },
    { realm: 'zh', user_id: owner.user_id, name: 'Ben', role: 'owner' },
    { realm: 'zh', user_id: 'u9', name: 'Cem', role: 'member' },
  ])
  const { screen_id, page } = await watching()
  const inOtherRealm = (act: string, data: unknown) => box.act(act, data, { realm: 'zh' })
  for (const act of acts) {
    const field = screenFieldOf(act)
    if (field === undefined) continue
    const { code, data } = await inOtherRealm(act.name, { ...anyAct, [field]: screen_id })
    expect([act.name, code, data]).toEqual([act.name, Code.notFound, { reason: 'no_screen' }])
  }
  expect(await inOtherRealm('film_bullet_add', { movie_id: 'm1', text: 'wow' })).toMatchObject({ code: Code.notFound })
  expect(Screens.parse((await inOtherRealm('screen_list', {})).data).data).toEqual([])
  expect(playerList.output.parse((await inOtherRealm('player_list', {})).data).data).toEqual([])
  await box.act('play_queue_add', { target: screen_id, movie_id: 'm1' })
  await box.act('player_set_tracks', { target: screen_id, subtitle_id: '' })
  await box.act('screen_rename', { screen_id, name: 'My phone' })
  page.send({ kind: 'typing', is_open: true, text: '' })
  const notified = (realm: string) =>
    box.pushed.filter((one) => one.realm === realm && JSON.stringify(one.frame.data).includes(screen_id))
  await until('all kinds were told', () => new Set(notified('en').map(({ frame }) => frame.act)).size === 4)
  expect(notified('zh')).toEqual([])
  expect(box.pushed.filter(({ realm, user_id }) => realm === 'en' && user_id === 'u9')).toEqual([])
})

it('P16: a comment without a time is not placed by the browser of another person', async () => {
  const { page } = await watching(friend)
  expect(await box.act('film_bullet_add', { movie_id: 'm1', text: 'wow' })).toMatchObject({ code: Code.notFound })
  expect(await box.act('film_bullet_add', { movie_id: 'm1', text: 'wow' }, { from: friend })).toMatchObject({ code: Code.ok })
  page.close()
})

it('its film ends with its page: nothing plays or waits there seconds later, and the film starts on the TV', async () => {
  const tv = await letIn(box)
  const { screen_id, page } = await watching()
  page.close()
  await until('it is off', async () => (await list()).some((one) => one.screen_id === screen_id && !one.is_online))
  box.clock.aheadMs += 3_000
  box.tick()
  expect(await list()).toHaveLength(2)
  box.clock.aheadMs += 1_000
  box.tick()
  await until('it is forgotten', async () => (await list()).length === 1)
  const { data } = playerList.output.parse((await box.act('player_list', {})).data)
  expect(data).toEqual([])
  void box.act('play', { movie_id: 'm1' })
  await tv.word('load')
})

it('a page that is reloaded at once stays, and its film goes on', async () => {
  const { screen_id, page, play_id } = await watching()
  page.close()
  await until('it is off', async () => (await list()).every(({ is_online }) => !is_online))
  box.clock.aheadMs += 3_000
  box.tick()
  const reloaded = await openTestPage(box.url, { cookie: page.cookie, isHere: true })
  expect(await reloaded.word('load')).toMatchObject({ play_id })
  box.clock.aheadMs += 60_000
  box.tick()
  expect(await list()).toMatchObject([{ screen_id, is_online: true }])
})

it('the app learns that a page never came; what waits for it is dropped with it', async () => {
  const { screen_id } = await browser()
  void box.act('play', { movie_id: 'm1', target: screen_id })
  const waiting = async () => playerList.output.parse((await box.act('player_list', {})).data).data
  await until('it waits', async () => (await waiting()).some(({ is_pending }) => is_pending))
  box.clock.aheadMs += 599_000
  box.tick()
  expect(await list()).toMatchObject([{ screen_id, is_awaited: true }])
  box.clock.aheadMs += 1_000
  box.tick()
  await until('nothing waits', async () => (await waiting()).length === 0)
  expect(await list()).toEqual([])
})

it('who comes again within seconds begins anew: the film of the page before has ended', async () => {
  const { screen_id, page } = await watching()
  page.close()
  await until('it is off', async () => (await list()).every(({ is_online }) => !is_online))
  const { key } = await browser()
  expect(playerList.output.parse((await box.act('player_list', {})).data).data).toEqual([])
  const again = await openTestPage(box.url, { key, cookie: page.cookie, isHere: true })
  await again.word('face', ({ face }) => face === 'inside')
  again.send({ kind: 'play', movie_id: 'm1', point: 1_000 })
  await again.word('load')
  expect(again.words.filter(({ kind }) => kind === 'load')).toMatchObject([{ point: 1_000 }])
  expect((await browser()).screen_id).toBe(screen_id)
  expect(again.find('forgotten')).toBeUndefined()
})

it('a page that came is awaited no longer, and starts the film that it was opened for', async () => {
  const { screen_id, key } = await browser()
  const page = await open(key)
  expect(await list()).toMatchObject([{ screen_id, is_awaited: false }])
  page.send({ kind: 'play', movie_id: 'm1', point: 1_000 })
  expect(await page.word('load')).toMatchObject({ point: 1_000 })
})

it('a phone that slept comes back to its page, within an hour', async () => {
  const { screen_id, page } = await watching()
  page.lose()
  await until('it is off', async () => (await list()).every(({ is_online }) => !is_online))
  box.clock.aheadMs += 3_599_000
  box.tick()
  const back = await openTestPage(box.url, { cookie: page.cookie, isHere: true })
  await back.word('face', ({ face }) => face === 'inside')
  expect(await list()).toMatchObject([{ screen_id, is_online: true }])
  back.lose()
  await until('it is off again', async () => (await list()).every(({ is_online }) => !is_online))
  box.clock.aheadMs += 3_600_000
  box.tick()
  await until('it is forgotten', async () => (await list()).length === 0)
})

it('a page whose screen is gone, or whose key is too old, is told so: it asks nobody for admission', async () => {
  const { page } = await watching()
  const { key } = await browser(friend)
  page.close()
  await until('it is off', async () => (await list()).every(({ is_online }) => !is_online))
  box.clock.aheadMs += 60_000
  box.tick()
  await until('it is forgotten', async () => (await list()).length === 0)
  for (const parts of [{ cookie: page.cookie }, { key }]) {
    const late = await openTestPage(box.url, { ...parts, isHere: true })
    await late.word('forgotten')
    await until('the box closes it', () => late.closedWith() === Code.wrongCredentials)
    expect(late.find('face')).toBeUndefined()
  }
  expect(Screens.parse((await box.act('screen_list', {})).data).waiting).toEqual([])
})

it('is forgotten when its user leaves the household', async () => {
  await open((await browser()).key)
  const bens = await open((await browser(friend)).key)
  box.part('u2')
  await until('the page of the user who left is forgotten', () => bens.find('forgotten') !== undefined)
  expect(await list()).toHaveLength(1)
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
