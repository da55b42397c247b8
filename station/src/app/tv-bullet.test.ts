/** Bullet comments over a film: kept by the box, shown on the screen, removed by their author or the owner. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { FilmBullet, filmBullets } from '@homeport/contract/playback/film-bullet.ts'
import { bulletMax } from '@homeport/contract/shape/film/bullet.ts'
import { PlayHabit } from '@homeport/contract/shape/film/track.ts'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { film, filmLibrary, friend, letIn, openTestTv, type TestPage, type TestTv, putFilm } from '../testing/tv.ts'

let folder: string
let box: TestTv
let page: TestPage

beforeEach(async () => {
  folder = testFolder()
  const path = join(folder, 'metropolis.mp4')
  putFilm(path)
  const file = { ...film(path), id: 'f1', movie_id: 'm1' }
  box = await openTestTv({
    folder,
    films: filmLibrary([folder], [file]),
  })
  page = await letIn(box)
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

const add = (text: string, more: { id?: string; time_ms?: number; from?: typeof friend } = {}) => {
  const { from, ...data } = more
  return box.act('film_bullet_add', { movie_id: 'm1', text, ...data }, from && { from })
}
const list = async () => filmBullets.output.parse((await box.act('film_bullets', { movie_id: 'm1' })).data).data
const wait = () => (box.clock.aheadMs += 3_000)

async function play(): Promise<void> {
  const playing = box.act('play', { movie_id: 'm1' })
  const { play_id, seq } = await page.word('load')
  page.send({ kind: 'report', play_id, seq, state: 'paused', point: 12_000, volume: 80, sound: 'on' })
  await playing
}

it('a comment is shown at once where the film plays, and again when it is played', async () => {
  expect(await add('too early')).toMatchObject({ code: Code.notFound, data: { reason: 'no_screen' } })
  await play()
  expect(await page.word('bullets', ({ is_new }) => !is_new)).toMatchObject({ data: [] })
  expect(FilmBullet.parse((await add('灯塔 🌊')).data)).toMatchObject({ time_ms: 12_000, author: 'Ada', is_mine: true })
  const shown = await page.word('bullets', ({ is_new }) => is_new)
  expect(shown.data).toMatchObject([{ text: '灯塔 🌊', time_ms: 12_000, color: '#ffffff', mode: 'roll', is_mine: true }])
  await play()
  expect(await page.word('bullets', ({ is_new, data }) => !is_new && data.length === 1)).toBeTruthy()
})

it('are off until one is written: then who wrote it, and who watches the film, see them, until they switch them off', async () => {
  await play()
  expect(await page.word('bullets_shown')).toMatchObject({ are_shown: false })
  page.words.length = 0
  await add('the first', { from: friend })
  expect(await page.word('bullets_shown')).toMatchObject({ are_shown: true })
  const shown = async (from?: typeof friend) =>
    PlayHabit.parse((await box.act('track_habit', {}, from && { from })).data).shows_bullets
  expect([await shown(), await shown(friend)]).toEqual([true, true])
  await box.act('track_set_habit', { shows_bullets: false })
  await page.word('bullets_shown', ({ are_shown }) => !are_shown)
  wait()
  await add('the second', { from: friend })
  expect([await shown(), await shown(friend)]).toEqual([false, true])
})

it('are shown by the habit of who plays the film: changed on the phone at once, and kept when they are switched on the TV', async () => {
  await box.act('track_set_habit', { shows_bullets: true })
  await play()
  expect(await page.word('bullets_shown')).toMatchObject({ are_shown: true })
  page.words.length = 0
  await box.act('track_set_habit', { shows_bullets: false }, { from: friend })
  await box.act('track_set_habit', { shows_bullets: false, second_subtitle_language: 'en' })
  expect(await page.word('bullets_shown')).toMatchObject({ are_shown: false })
  expect(page.words.filter(({ kind }) => kind === 'bullets_shown')).toHaveLength(1)
  page.words.length = 0
  await play()
  expect(await page.word('bullets_shown')).toMatchObject({ are_shown: false })
  const { play_id } = await page.word('load')
  page.send({ kind: 'bullets', play_id, are_shown: true })
  const habit = async (from?: typeof friend) => (await box.act('track_habit', {}, from && { from })).data
  await until('it is kept', async () => PlayHabit.parse(await habit()).shows_bullets)
  expect(await habit()).toMatchObject({ second_subtitle_language: 'en', plays_next: true })
  expect(await habit(friend)).toMatchObject({ shows_bullets: false, second_subtitle_language: '' })
})

it('one in three seconds a person; a repeat of an id is the same comment', async () => {
  const id = 'b'.repeat(20)
  const first = await add('one', { id, time_ms: 1 })
  expect(await add('two', { time_ms: 2 })).toMatchObject({ code: Code.tooMany })
  expect((await add('one again', { id, time_ms: 1 })).data).toEqual(first.data)
  expect((await add('three', { time_ms: 3, from: friend })).code).toBe(Code.ok)
  wait()
  expect((await add('four', { time_ms: 4 })).code).toBe(Code.ok)
  expect((await list()).map(({ text, author, is_mine }) => [text, author, is_mine])).toEqual([
    ['one', 'Ada', true],
    ['three', 'Ben', false],
    ['four', 'Ada', true],
  ])
})

it('is removed by its author or the owner, and leaves the screen', async () => {
  await play()
  const own = FilmBullet.parse((await add('of Ada', { time_ms: 5 })).data)
  const bens = FilmBullet.parse((await add('of Ben', { time_ms: 6, from: friend })).data)
  expect((await box.act('film_bullet_remove', { id: own.id }, { from: friend })).code).toBe(Code.notAllowed)
  expect((await box.act('film_bullet_remove', { id: bens.id })).code).toBe(Code.ok)
  expect((await box.act('film_bullet_remove', { id: bens.id })).code).toBe(Code.notFound)
  const remaining = await page.word('bullets', ({ is_new, data }) => !is_new && data.length === 1)
  expect(remaining.data.map(({ text }) => text)).toEqual(['of Ada'])
  expect((await list()).map(({ text }) => text)).toEqual(['of Ada'])
})

it('P30: any accepted text comes back byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: bulletMax }), async (text) => {
      wait()
      const reply = await add(text, { time_ms: 7 })
      if (reply.code === Code.invalid) return
      const { id } = FilmBullet.parse(reply.data)
      expect((await list()).find((one) => one.id === id)?.text).toBe(text)
    }),
    { numRuns: 60 },
  )
  wait()
  const odd = '<script>alert(1)</script> ‮ "\\" é'
  await add(odd, { time_ms: 8 })
  expect((await list()).map(({ text }) => text)).toContain(odd)
})
