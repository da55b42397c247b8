/** The answers of a player, and what they mean for its film. */
import { expect, it } from 'vitest'
import { filmOf, judge, pointNow, soughtTo, type Answers, type FilmOnDevice } from './film-on-device.ts'
import type { Load } from '../driven/driver-base.ts'

const uri = 'http://192.168.1.2:8701/media/abc'
const given = { uri, startsWithinMs: 6_000 }
const file: Load = {
  kind: 'load',
  play_id: 'p',
  seq: 1,
  url: 'media/abc',
  is_seekable: true,
  offset: 0,
  point: 0,
  duration: 600_000,
  is_paused: false,
  path: 'f',
  title: '',
  poster: '',
  quality: '',
}

/** Each answer comes a second after the one before. */
function judged(load: Load, ...answers: Partial<Answers>[]) {
  let film = filmOf(load, given, 0)
  let what = ''
  answers.forEach((answer, at) => {
    const judgement = judge(film, { state: 'playing', uri, positionMs: undefined, ...answer }, (at + 1) * 1_000)
    film = judgement.film
    what = judgement.what
  })
  return { film, what, point: pointNow(film, answers.length * 1_000) }
}

it('is where the renderer says, in the whole film', () => {
  expect(judged(file, { positionMs: 5_000 })).toMatchObject({ what: 'shown', point: 5_000 })
  expect(judged({ ...file, is_seekable: false, offset: 60_000, stream: 'fmp4' }, { positionMs: 5_000 }).point).toBe(65_000)
})

it('is counted where the renderer does not say it, or always says 0', () => {
  expect(judged(file, {}, {}, {}).point).toBe(2_000)
  const zeros = Array.from({ length: 6 }, () => ({ positionMs: 0 }))
  expect(judged(file, ...zeros).point).toBeGreaterThan(2_000)
})

it('is not where it was before the last seek, for a few seconds', () => {
  const playing = judged(file, { positionMs: 1_000 }).film
  const sought = soughtTo(playing, 300_000, 1_000)
  const after = (positionMs: number, at: number) => pointNow(judge(sought, { state: 'playing', uri, positionMs }, at).film, at)
  expect(after(2_000, 2_000)).toBe(301_000)
  expect(after(300_500, 2_000)).toBe(300_500)
  expect(after(8_000, 9_000)).toBe(8_000)
})

it('ends near its end or at the end of its part, and was stopped anywhere else', () => {
  const stop: Partial<Answers> = { state: 'stopped', positionMs: 0 }
  expect(judged(file, { positionMs: 595_000 }, stop).what).toBe('ended')
  expect(judged({ ...file, end: 300_000 }, { positionMs: 299_000 }, stop).what).toBe('ended')
  expect(judged(file, { positionMs: 300_000 }, stop).what).toBe('shown')
  expect(judged(file, { positionMs: 300_000 }, stop, stop).what).toBe('left')
  expect(judged({ ...file, duration: 0 }, { positionMs: 300_000 }, stop).what).toBe('ended')
})

it('has six seconds to start, and fails at once where the renderer says so', () => {
  const stop: Partial<Answers> = { state: 'stopped' }
  const stops = (length: number) => Array.from({ length }, () => stop)
  expect(judged(file, ...stops(5)).what).toBe('shown')
  expect(judged(file, ...stops(6)).what).toBe('failed')
  expect(judged(file, { state: 'failed' }).what).toBe('failed')
})

it('a converted film that is paused until nobody reads it any more still stands there', () => {
  const converted: Load = { ...file, is_seekable: false, stream: 'fmp4' }
  const stop: Partial<Answers> = { state: 'stopped' }
  expect(judged(converted, {}, { state: 'paused', positionMs: 9_000 }, stop, stop, stop)).toMatchObject({
    what: 'shown',
    point: 9_000,
  })
})

it('another address is another film, whatever the renderer leaves out or writes in its own way', () => {
  const foreign = 'http://192.168.1.9/holiday.mp4'
  expect(judged(file, {}, { uri: foreign }).what).toBe('foreign')
  // A player may still say what it had before.
  expect(judged(file, { uri: foreign }).what).toBe('shown')
  expect(judged(file, ...Array.from({ length: 6 }, () => ({ uri: foreign }))).what).toBe('foreign')
  for (const own of ['', 'NOT_IMPLEMENTED', `${uri}?x=1`, 'x-file-cifs://share'])
    expect(judged(file, { uri: own }).what).toBe('shown')
  expect(judged(file, { uri: foreign, state: 'stopped' }).what).toBe('shown')
})

it('a film from a point, or a paused one, begins so', () => {
  const film: FilmOnDevice = filmOf({ ...file, point: 90_000, is_paused: true }, given, 0)
  expect(film).toMatchObject({ seekTo: 90_000, pauses: true, point: 90_000 })
  expect(filmOf({ ...file, point: 90_000, is_seekable: false, offset: 88_000, stream: 'fmp4' }, given, 0)).toMatchObject({
    point: 88_000,
  })
})
