/** Several screens and several people: each screen has its own film and state, and a film of somebody else is replaced only on purpose. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { PlayerInfo, playerList } from '@homeport/contract/playback/playback.ts'
import { join } from 'node:path'
import { Screens } from '@homeport/contract/playback/screen.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clear, testFolder } from '../testing/downloads.ts'
import { owner } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { film, filmLibrary, friend, letIn, openTestTv, type TestPage, type TestTv, putFilm } from '../testing/tv.ts'

let folder: string
let box: TestTv
let pages: [TestPage, TestPage]
let ids: [string, string]

beforeEach(async () => {
  folder = testFolder()
  const files = ['metropolis', 'sunrise'].map((id) => {
    const path = join(folder, `${id}.mp4`)
    putFilm(path)
    return { ...film(path), id, movie_id: `m-${id}`, title: id }
  })
  box = await openTestTv({
    folder,
    films: filmLibrary([folder], files),
  })
  pages = [await letIn(box), await letIn(box)]
  const list = Screens.parse((await box.act('screen_list', {})).data)
  const [first, second] = list.data.map(({ screen_id }) => screen_id)
  ids = [first ?? '', second ?? '']
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

const info = (data: unknown) => PlayerInfo.parse(data)
const pushed = () => box.pushed.filter(({ frame }) => frame.act === 'player_status').map(({ frame }) => info(frame.data))
const report = (page: TestPage, load: { play_id: string; seq: number }, at: { state: 'playing' | 'paused'; point: number }) =>
  page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, volume: 80, sound: 'on', ...at })

async function play(
  at: 0 | 1,
  movie_id: string,
  { from = owner, ...more }: { from?: typeof friend; is_replacing?: boolean } = {},
) {
  const page = pages[at]
  const before = page.words.length
  const answer = box.act('play', { movie_id, target: ids[at], ...more }, { from })
  await until('the page gets its film', () => page.words.slice(before).some(({ kind }) => kind === 'load'))
  const load = await page.word('load')
  report(page, load, { state: 'playing', point: 0 })
  expect((await answer).code).toBe(Code.ok)
  return load
}

it('each screen has its own film: acts go to the one that is named, else to the one used last', async () => {
  const first = await play(0, 'm-metropolis')
  await play(1, 'm-sunrise')
  const listed = playerList.output.parse((await box.act('player_list', {})).data).data
  expect(listed.map(({ screen_id, title }) => [screen_id, title])).toEqual([
    [ids[1], 'sunrise'],
    [ids[0], 'metropolis'],
  ])
  const pausing = box.act('player_pause', { target: ids[0] })
  const { seq } = await pages[0].word('pause')
  report(pages[0], { ...first, seq }, { state: 'paused', point: 4_000 })
  expect(info((await pausing).data)).toMatchObject({ screen_id: ids[0], status: 4, title: 'metropolis' })
  expect(pages[1].find('pause')).toBeUndefined()
  expect(info((await box.act('player_status', {})).data)).toMatchObject({ screen_id: ids[1], status: 3 })

  await box.act('remote_key', { target: ids[0], key: 'left' })
  await pages[0].word('key', ({ key }) => key === 'left')
  expect(pages[1].find('key')).toBeUndefined()

  await box.act('exit_player', { target: ids[0] })
  expect(pushed().at(-1)).toMatchObject({ screen_id: ids[0], status: -1, title: '' })
  expect(info((await box.act('player_status', { target: ids[1] })).data)).toMatchObject({ status: 3, title: 'sunrise' })
})

it('a TV that gets another name during its film has it at once: in what the apps are told, in every later report, and in a refusal', async () => {
  const load = await play(0, 'm-metropolis')
  const before = pushed().length
  await box.act('screen_rename', { screen_id: ids[0], name: 'Bedroom TV' })
  expect(pushed().slice(before)).toMatchObject([{ screen_id: ids[0], screen_name: 'Bedroom TV', status: 3 }])
  report(pages[0], load, { state: 'paused', point: 2_000 })
  await until('its report is told', () => pushed().at(-1)?.status === 4)
  expect(pushed().at(-1)?.screen_name).toBe('Bedroom TV')
  const refusal = await box.act('play', { movie_id: 'm-sunrise', target: ids[0] }, { from: friend })
  expect(refusal).toMatchObject({ code: Code.taken, data: { screen_name: 'Bedroom TV' } })
})

it('somebody else’s film is replaced only on purpose, and everybody hears by whom, on the TV too', async () => {
  await play(0, 'm-metropolis')
  expect(pushed().at(-1)).toMatchObject({ user_id: 'u1', user_name: 'Ada', change: { kind: 'play', user_name: 'Ada' } })
  const refusal = await box.act('play', { movie_id: 'm-sunrise', target: ids[0] }, { from: friend })
  expect(refusal).toMatchObject({ code: Code.taken, data: { user_name: 'Ada', title: 'metropolis' } })
  expect(info((await box.act('player_status', {})).data).title).toBe('metropolis')
  // A free screen asks nothing, and one's own film neither.
  await play(1, 'm-sunrise', { from: friend })
  await play(1, 'm-metropolis', { from: friend })
  const { by } = await play(0, 'm-sunrise', { is_replacing: true, from: friend })
  expect(by).toBe('Ben')
  expect(pushed().at(-1)).toMatchObject({ screen_id: ids[0], user_id: 'u2', user_name: 'Ben', title: 'sunrise' })
})

it('who paused is said for five seconds, the id only in that person’s realm', async () => {
  box.bind(['en', 'zh'])
  const load = await play(0, 'm-metropolis')
  const pausing = box.act('player_pause', {}, { from: friend })
  const { seq } = await pages[0].word('pause')
  report(pages[0], { ...load, seq }, { state: 'paused', point: 4_000 })
  expect(info((await pausing).data).change).toMatchObject({ kind: 'pause', user_id: 'u2', user_name: 'Ben' })
  const elsewhere = info((await box.act('player_status', {}, { realm: 'zh' })).data)
  expect(elsewhere.change).toMatchObject({ kind: 'pause', user_id: '', user_name: 'Ben' })
  expect(elsewhere).toMatchObject({ user_id: '', user_name: 'Ada' })
  box.clock.aheadMs += 5_000
  expect(info((await box.act('player_status', {})).data).change).toBe(null)
})

it('speed and sleep timer are of the screen that is named; the position advances at that speed', async () => {
  const load = await play(0, 'm-metropolis')
  await play(1, 'm-sunrise')
  const faster = box.act('player_speed', { target: ids[0], speed: 1.5 })
  const { seq } = await pages[0].word('speed')
  report(pages[0], { ...load, seq }, { state: 'playing', point: 10_000 })
  expect(info((await faster).data)).toMatchObject({ screen_id: ids[0], speed: 1.5 })
  box.clock.aheadMs += 2_000
  const { current_point } = info((await box.act('player_status', { target: ids[0] })).data)
  expect(current_point).toBeGreaterThanOrEqual(13_000)
  expect(current_point).toBeLessThan(14_000)

  const asleep = info((await box.act('player_sleep', { target: ids[0], minutes: 30 })).data)
  expect(asleep.sleep_ms).toBeGreaterThan(29 * 60_000)
  expect(await pages[0].word('sleep')).toMatchObject({ play_id: load.play_id })
  expect(info((await box.act('player_status', { target: ids[1] })).data).sleep_ms).toBe(0)
  expect(info((await box.act('player_sleep', { target: ids[0], at_end: true })).data).sleep_ms).toBe(-1)
  expect(info((await box.act('player_sleep', { target: ids[0] })).data).sleep_ms).toBe(0)
})
