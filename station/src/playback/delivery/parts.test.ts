/** A film in parts (CD1, CD2) is one film: its length, seeks over the border, the next part at the end of one, and where it is resumed. */
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { by, filmFile, openTestPlayer, type TestPlayer } from '../../testing/player.ts'
import type { PlayableFile } from './delivery.ts'
import { durationOf, partAt, playableFilm, startOf } from './parts.ts'

let folder: string
let cd1: PlayableFile
let cd2: PlayableFile
let tv: TestPlayer

beforeEach(async () => {
  folder = testFolder()
  const part = (id: string, duration_ms: number) => ({ ...filmFile(folder, id), movie_id: 'gladiator', duration_ms })
  cd1 = part('cd1', 600_000)
  cd2 = part('cd2', 400_000)
  tv = await openTestPlayer({ folder, library: [cd1, cd2] })
})
afterEach(async () => {
  await tv.kill()
  clear(folder)
})

describe('the place of a part', () => {
  test.each([
    [0, 'cd1', { from: 0, end: 600_000 }],
    [599_999, 'cd1', { from: 0, end: 600_000 }],
    [600_000, 'cd2', { from: 600_000, end: undefined }],
    [1_000_000, 'cd2', { from: 600_000, end: undefined }],
    [9_000_000, 'cd2', { from: 600_000, end: undefined }],
  ])('at %i ms it is %s', (point, id, expected) => {
    expect(partAt([cd1, cd2], point)).toMatchObject({ file: { id }, ...expected })
  })

  test('an undivided film is one part, whatever is known of its length', () => {
    const file = { ...cd1, duration_ms: null }
    expect(playableFilm(file, [])).toEqual({ file, parts: [file] })
    expect(partAt([file], 5_000)).toEqual({ file, from: 0, end: undefined })
    expect(durationOf([file])).toBe(0)
  })

  test('parts without a known length are no film: each is played alone', () => {
    const unread = { ...cd2, duration_ms: null }
    expect(playableFilm(cd1, [cd1, unread]).parts).toEqual([cd1])
    expect(playableFilm(cd1, [cd1, cd2]).parts).toEqual([cd1, cd2])
  })

  test('a part that is chosen by itself starts the film there', () => {
    expect(startOf(playableFilm(cd2, [cd1, cd2]))).toBe(600_000)
    expect(startOf(playableFilm(cd1, [cd1, cd2]))).toBe(0)
  })
})

test('the phone sees one film of the length of all parts, and the TV the place of the source in it', async () => {
  await tv.begin(cd1, 0)
  expect(tv.load()).toMatchObject({ path: 'cd1', offset: 0, end: 600_000, point: 0, duration: 1_000_000 })
  expect(tv.player.view('en')).toMatchObject({ status: 3, duration: 1_000_000, movie_id: 'gladiator' })
})

test('at the end of a part the next one follows, and the phones hear of no break', async () => {
  await tv.begin(cd1, 590_000)
  tv.pass(9_000)
  const before = tv.pushed.length
  await tv.report(600_000, 'loading')
  await tv.source(600_000)
  expect(tv.load()).toMatchObject({ path: 'cd2', offset: 600_000, point: 600_000, duration: 1_000_000, is_paused: false })
  expect(tv.load().end).toBeUndefined()
  expect(tv.load().play_id).toBe(tv.loads()[0]?.play_id)
  await tv.report(601_000)
  expect(tv.pushed.slice(before)).toMatchObject([{ status: 3, current_point: 601_000, duration: 1_000_000 }])
})

test('the film ends with its last part only, and is then watched', async () => {
  await tv.begin(cd1, 590_000)
  await tv.source(600_000)
  await tv.report(601_000)
  await tv.report(1_000_000, 'ended')
  expect(tv.player.view('en').status).toBe(-1)
  expect(tv.points.at(-1)).toBe(0)
})

test('a seek within a part moves the video, one over the border loads the other part, and back', async () => {
  await tv.begin(cd1, 10_000)
  void tv.player.seek(500_000)
  await expect.poll(() => tv.words.at(-1)).toMatchObject({ kind: 'seek', point: 500_000 })
  const over = tv.player.seek(700_000)
  await expect.poll(() => tv.loads().length).toBe(2)
  expect(tv.load()).toMatchObject({ path: 'cd2', offset: 600_000, point: 700_000 })
  await tv.report(700_000)
  await over
  const back = tv.player.seek(599_000)
  await expect.poll(() => tv.loads().length).toBe(3)
  expect(tv.load()).toMatchObject({ path: 'cd1', offset: 0, end: 600_000, point: 599_000 })
  await tv.report(599_000)
  await back
  expect(tv.player.view('en')).toMatchObject({ current_point: 599_000, path: 'cd1' })
})

test('where one stopped in the second part is kept in the whole film, and is resumed in that part', async () => {
  await tv.begin(cd1, 0)
  await tv.source(650_000)
  await tv.report(650_000)
  await tv.player.exit()
  expect(tv.points.at(-1)).toBe(650_000)
  await tv.begin(cd1, 650_000)
  expect(tv.load()).toMatchObject({ path: 'cd2', offset: 600_000, point: 650_000, duration: 1_000_000 })
})

test('a part that ended while the TV was offline is followed by the next one when it is back', async () => {
  await tv.begin(cd1, 590_000)
  const { play_id } = tv.load()
  tv.leave()
  tv.pass(20_000)
  await tv.hello({ play_id, path: 'cd1', point: 600_000, is_paused: false })
  expect(tv.load()).toMatchObject({ path: 'cd2', point: 600_000 })
})

test('a page that played through a restart of the box goes on in the part where it is', async () => {
  await tv.begin(cd1, 650_000)
  const playing = { play_id: 'other', path: 'cd2', point: 660_000, is_paused: false }
  void tv.hello(playing)
  await expect.poll(() => tv.load().point).toBe(660_000)
  expect(tv.load()).toMatchObject({ path: 'cd2', offset: 600_000, duration: 1_000_000 })
})

test('a play that waits for its TV shows the length of the whole film', async () => {
  tv.leave()
  void tv.player.playOn('tv', { ...playableFilm(cd1, [cd1, cd2]), point: 700_000, by })
  expect(tv.player.view('en')).toMatchObject({ is_pending: true, duration: 1_000_000, current_point: 700_000 })
  void tv.hello()
  await expect.poll(() => tv.loads().length).toBe(1)
  expect(tv.load()).toMatchObject({ path: 'cd2', point: 700_000 })
})

test('a next part that is gone from the disk ends the film with its reason, and what was watched is kept', async () => {
  await tv.begin(cd1, 590_000)
  rmSync(cd2.path)
  await tv.report(600_000, 'loading')
  await expect(tv.source(600_000)).rejects.toMatchObject({ data: { reason: 'no_file' } })
  expect(tv.words.at(-1)).toMatchObject({ kind: 'exit' })
  expect(tv.player.view('en').status).toBe(-1)
  expect(tv.points.at(-1)).toBe(600_000)
})
