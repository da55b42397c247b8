/** The next film on a screen: from the queue, then the next episode; a film that plays goes on after a restart of the box. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { PlayerInfo, unattendedMs } from '@homeport/contract/playback/playback.ts'
import { PlayQueue } from '@homeport/contract/playback/play-queue.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OrderedEpisode } from '../playback/resolve-film.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { film, filmLibrary, letIn, openTestPage, openTestTv, type TestPage, type TestTv, putFilm } from '../testing/tv.ts'

const names = ['e1', 'e2', 'e3', 'metropolis', 'sunrise']
let folder: string
let box: TestTv
let page: TestPage

function openBox(): Promise<TestTv> {
  const files = names.map((id) => ({ ...film(join(folder, `${id}.mp4`)), id, movie_id: `m-${id}`, title: id }))
  const loose = film(join(folder, 'Lesson 2.mp4'), { id: 'l2', movie_id: '', title: 'Lesson 2.mp4' })
  const episodes = files.slice(0, 3).map(({ id, movie_id }, at): OrderedEpisode => ({
    movie_id,
    series_id: 'series',
    series_title: 'Harbour',
    title: `Part ${id}`,
    season: 1,
    episode: at + 1,
    duration_ms: 60_000,
    poster: 'still',
    path: id,
  }))
  return openTestTv({
    folder,
    films: {
      ...filmLibrary([folder], files),
      mediaFile: async (url) => (url === 't1/2' ? loose.path : undefined),
      fileAt: async (path) => (path.includes('Lesson') ? { ...loose, path, id: path, title: path.slice(-12) } : undefined),
      episodesInOrder: async (id) => (id === 'series' || episodes.some((one) => one.movie_id === id) ? episodes : []),
    },
  })
}

beforeEach(async () => {
  folder = testFolder()
  for (const name of [...names, 'Lesson 2', 'Lesson 10']) putFilm(join(folder, `${name}.mp4`))
  box = await openBox()
  page = await letIn(box)
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

const info = (data: unknown) => PlayerInfo.parse(data)
const status = async () => info((await box.act('player_status', {})).data)
const queue = async (act = 'play_queue', data: object = {}) => PlayQueue.parse((await box.act(act, data)).data)
const titles = (list: PlayQueue) => list.queue.map(({ title }) => title)
const report = (load: { play_id: string; seq: number }, state: 'playing' | 'paused' | 'ended', point = 0) =>
  page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state, point, volume: 80, sound: 'on' })

/** The next film that the screen gets; it reports that it plays. */
async function loaded(work: () => unknown) {
  const before = page.words.length
  const done = work()
  await until('the page gets a film', () => page.words.slice(before).some(({ kind }) => kind === 'load'))
  const load = await page.word('load')
  report(load, 'playing', load.point)
  await done
  await until('it plays', async () => (await status()).path === load.path)
  return load
}
const play = (movie_id: string) => loaded(() => box.act('play', { movie_id }))

it('plays the queue in its order, then stops; what is added first, moved and removed is so', async () => {
  const first = await play('m-metropolis')
  await queue('play_queue_add', { movie_id: 'm-sunrise' })
  await queue('play_queue_add', { movie_id: 'm-e3' })
  expect(titles(await queue('play_queue_add', { movie_id: 'm-e1', at: 'next' }))).toEqual(['Part e1', 'sunrise', 'Part e3'])
  expect((await status()).next).toMatchObject({ movie_id: 'm-e1', season: 1, episode: 1 })
  expect(await page.word('next', ({ next }) => next?.movie_id === 'm-e1')).toMatchObject({ next: { series_title: 'Harbour' } })
  const { queue: entries } = await queue()
  expect(titles(await queue('play_queue_move', { id: entries[2]?.id, to: 0 }))).toEqual(['Part e3', 'Part e1', 'sunrise'])
  expect(titles(await queue('play_queue_remove', { ids: [entries[0]?.id] }))).toEqual(['Part e3', 'sunrise'])

  const second = await loaded(() => report(first, 'ended', 60_000))
  expect(second.path).toBe('e3')
  expect(titles(await queue())).toEqual(['sunrise'])
  const third = await loaded(() => report(second, 'ended', 60_000))
  expect(third.path).toBe('sunrise')
  report(third, 'ended', 60_000)
  await until('it is over', async () => (await status()).status === -1)
})

it('then the next episode follows, for the same person; back leads to the one before', async () => {
  const first = await play('m-e1')
  expect(first).toMatchObject({ title: 'Part e1', series: { title: 'Harbour', season: 1, episode: 1 } })
  await until('what follows is known', async () => (await status()).next !== null)
  expect(await status()).toMatchObject({
    series: { movie_id: 'series', title: 'Harbour', season: 1, episode: 1 },
    next: { movie_id: 'm-e2', season: 1, episode: 2 },
  })
  expect((await queue()).following.map(({ movie_id }) => movie_id)).toEqual(['m-e2', 'm-e3'])
  await loaded(() => report(first, 'ended', 60_000))
  expect(await status()).toMatchObject({ movie_id: 'm-e2', user_id: 'u1' })
  await loaded(() => box.act('player_next', {}))
  expect((await status()).movie_id).toBe('m-e3')
  expect(await box.act('player_next', {})).toMatchObject({ code: Code.notFound, data: { reason: 'no_film' } })
  await loaded(() => box.act('player_next', { back: true }))
  expect((await status()).movie_id).toBe('m-e2')
})

it('an entry that somebody taps plays at once; what was added besides stays, and one that is gone is refused', async () => {
  await play('m-e1')
  await queue('play_queue_add', { movie_id: 'm-metropolis' })
  const { queue: entries, following } = await queue('play_queue_add', { movie_id: 'm-sunrise' })
  await loaded(() => box.act('player_next', { id: entries[1]?.id }))
  expect((await status()).movie_id).toBe('m-sunrise')
  expect(titles(await queue())).toEqual(['metropolis'])
  expect(await box.act('player_next', { id: entries[1]?.id })).toMatchObject({ code: Code.notFound, data: { reason: 'no_film' } })
  await play('m-e1')
  await loaded(() => box.act('player_next', { id: following[1]?.id }))
  expect((await status()).movie_id).toBe('m-e3')
  expect(titles(await queue())).toEqual(['metropolis'])
})

it('a series adds its episodes from one on', async () => {
  await play('m-metropolis')
  const added = await queue('play_queue_add', { movie_id: 'series', from_id: 'm-e2' })
  expect(added.queue.map(({ movie_id }) => movie_id)).toEqual(['m-e2', 'm-e3'])
})

it('after hours without a sign of anybody the TV asks before the next episode, until a key on it or Play on a phone answers', async () => {
  const endsUnattended = async (load: { play_id: string; seq: number }) => {
    box.clock.aheadMs += unattendedMs
    report(load, 'ended', 60_000)
    await page.word('ask', ({ play_id }) => play_id === load.play_id)
    expect(await status()).toMatchObject({ is_asking: true, status: 4 })
  }
  const first = await play('m-e1')
  await endsUnattended(first)
  const second = await loaded(() => page.send({ kind: 'touched', play_id: first.play_id }))
  expect(second.path).toBe('e2')
  expect((await status()).is_asking).toBe(false)
  await endsUnattended(second)
  expect((await loaded(() => box.act('player_resume', {}))).path).toBe('e3')
})

it('the card of the next episode has its still, but not for a person who hides those of unseen episodes', async () => {
  await play('m-e1')
  expect((await page.word('next', ({ next }) => next?.movie_id === 'm-e2')).next?.picture).toBe('still')
  page.words.length = 0
  await box.act('track_set_habit', { hides_unseen: true })
  expect((await page.word('next', ({ next }) => next?.movie_id === 'm-e2')).next?.picture).toBe('')
})

it('a phone and the TV are offered the same; Cancel on a phone takes the card from both, as the sleep timer at the end and the question do', async () => {
  const isOffered = async () => (await status()).plays_next
  const card = async (work: () => unknown, has: boolean) => {
    page.words.length = 0
    await work()
    await page.word('next', ({ next }) => (next !== null) === has)
    await until(`the phone ${has ? 'has' : 'has not'} the card`, async () => (await isOffered()) === has)
  }
  let load = await play('m-e1')
  await until('both have it', isOffered)
  await card(() => box.act('player_sleep', { at_end: true }), false)
  await card(() => box.act('player_sleep', {}), true)
  await card(() => box.act('player_stay', {}), false)
  report(load, 'ended', 60_000)
  await until('it is over', async () => (await status()).status === -1)
  expect(await box.act('player_stay', {})).toMatchObject({ code: Code.notFound, data: { reason: 'no_screen' } })

  load = await play('m-e1')
  await until('both have it again', isOffered)
  box.clock.aheadMs += unattendedMs
  await card(() => report(load, 'playing', 30_000), false)
  await card(() => page.send({ kind: 'touched', play_id: load.play_id }), true)
})

it('a file that belongs to no film is followed by the next one of its folder', async () => {
  const lesson = await loaded(() => box.act('play', { path: 't1/2' }))
  const next = await loaded(() => report(lesson, 'ended', 60_000))
  expect(next.path).toContain('Lesson 10.mp4')
})

it('nothing follows where a person wants none: by the TV, or by a sleep timer', async () => {
  const first = await play('m-e1')
  page.send({ kind: 'stay', play_id: first.play_id })
  report(first, 'ended', 60_000)
  await until('it is over', async () => (await status()).status === -1)
  const second = await play('m-e1')
  await box.act('player_sleep', { at_end: true })
  report(second, 'ended', 60_000)
  await until('it is over', async () => (await status()).status === -1)
})

it('no episode begins by itself for a person who has switched that off; what people queued does, and the next one at a press', async () => {
  const first = await play('m-e1')
  await page.word('next', ({ next }) => next?.movie_id === 'm-e2')
  page.words.length = 0
  expect((await box.act('track_set_habit', { plays_next: false })).data).toMatchObject({
    plays_next: false,
    shows_bullets: false,
    hides_unseen: false,
  })
  expect((await page.word('next')).next).toBeNull()
  expect((await status()).next).toMatchObject({ movie_id: 'm-e2' })
  await queue('play_queue_add', { movie_id: 'm-sunrise' })
  const queued = await loaded(() => report(first, 'ended', 60_000))
  expect(queued.path).toBe('sunrise')
  const second = await play('m-e2')
  report(second, 'ended', 60_000)
  await until('it is over', async () => (await status()).status === -1)
  await play('m-e2')
  await loaded(() => box.act('player_next', {}))
  expect((await status()).movie_id).toBe('m-e3')
})

it('after a restart of the box and of the TV the film goes on where it was, for the same person, with its queue', async () => {
  const load = await play('m-metropolis')
  await queue('play_queue_add', { movie_id: 'm-sunrise' })
  report(load, 'playing', 20_000)
  await until('the box knows', async () => (await status()).current_point >= 20_000)
  page.close()
  await box.stop()
  box = await openBox()
  page = await openTestPage(box.url, { cookie: page.cookie })
  const again = await page.word('load')
  expect(again.path).toBe('metropolis')
  expect(again.point).toBeGreaterThanOrEqual(20_000)
  report(again, 'playing', again.point)
  await until('it plays', async () => (await status()).path === 'metropolis')
  expect(await status()).toMatchObject({ user_id: 'u1', user_name: 'Ada' })
  expect(titles(await queue())).toEqual(['sunrise'])
  // Stopped, it does not come back.
  await box.act('exit_player', {})
  page.close()
  await box.stop()
  box = await openBox()
  page = await openTestPage(box.url, { cookie: page.cookie })
  await page.word('face', ({ face }) => face === 'inside' || face === 'code')
  expect((await status()).status).toBe(-1)
  expect(page.find('load')).toBeUndefined()
})

it('a sleep timer goes on after a restart of the box with what is left; if it is over meanwhile, the film comes back paused', async () => {
  const restart = async (aheadMs: number, playing: Parameters<typeof openTestPage>[1] = {}) => {
    page.close()
    await box.stop()
    box = await openBox()
    box.clock.aheadMs = aheadMs
    page = await openTestPage(box.url, { cookie: page.cookie, ...playing })
    const again = await page.word('load')
    report(again, again.is_paused ? 'paused' : 'playing', again.point)
    return again
  }
  const load = await play('m-metropolis')
  report(load, 'playing', 20_000)
  await box.act('player_sleep', { minutes: 30 })
  const goesOn = await restart(4 * 60_000)
  expect(goesOn.is_paused).toBe(false)
  const { left_ms } = await page.word('sleep')
  expect(left_ms).toBeGreaterThan(24 * 60_000)
  expect(left_ms).toBeLessThanOrEqual(26 * 60_000)
  await until('the phone sees it', async () => (await status()).sleep_ms > 24 * 60_000)
  // The page played on by itself while the box was away for half an hour.
  const still = { play_id: goesOn.play_id, path: goesOn.path, point: 30_000, is_paused: false }
  const asleep = await restart(34 * 60_000, { playing: still })
  expect(asleep).toMatchObject({ is_paused: true, point: 30_000 })
  await until('it is paused', async () => (await status()).status === 4)
  expect((await status()).sleep_ms).toBe(0)
  // It was taken: the next restart pauses nothing.
  await box.act('player_sleep', { at_end: true })
  report(asleep, 'playing', 30_000)
  await until('it plays', async () => (await status()).status === 3)
  expect((await restart(34 * 60_000, { playing: { ...still, play_id: asleep.play_id } })).is_paused).toBe(false)
  expect((await status()).sleep_ms).toBe(-1)
})
