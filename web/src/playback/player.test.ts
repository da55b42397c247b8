/** The player's state between two messages of the box. */
import type { PlayerInfo } from '@homeport/contract/playback.ts'
import { expect, test } from 'vitest'
import { formatClock } from '../kit/format.ts'
import { handClock } from '../testing/clock.ts'
import { aPlayer } from '../testing/samples.ts'
import { createPlayer } from './player.ts'
import { pointsOf } from './format-time.ts'

function world() {
  const clock = handClock(1_000_000)
  let kept: PlayerInfo | null = null
  let isStill = false
  const player = createPlayer({ now: clock.now, later: clock.later, keep: (info) => (kept = info), isStill: () => isStill })
  const still = (is: boolean) => {
    isStill = is
    if (is) player.freeze()
  }
  return { player, still, pass: clock.pass, kept: () => kept, point: () => player.playing.get()?.point }
}

test('spec 4: the position advances every second while it plays, and stops at a pause', () => {
  const { player, pass, point } = world()
  player.hear({ ...aPlayer, current_point: 10_000 })
  pass(999)
  expect(point()).toBe(10_000)
  pass(1)
  expect(point()).toBe(11_000)
  pass(4_000)
  expect(point()).toBe(15_000)
  player.hear({ ...aPlayer, status: 4, current_point: 15_200 })
  pass(10_000)
  expect(point()).toBe(15_200)
})

test('spec 4: closed (-1) stops it and leaves nothing, on the shelf neither', () => {
  const { player, pass, kept } = world()
  player.hear(aPlayer)
  expect(kept()).toEqual(aPlayer)
  player.hear({ ...aPlayer, status: -1 })
  pass(5_000)
  expect(player.playing.get()).toBe(null)
  expect(kept()).toBe(null)
})

test('P46: it stands still while nobody hears the TV, whatever is said meanwhile, and goes on with the next word', () => {
  const { player, still, pass, point } = world()
  player.hear({ ...aPlayer, current_point: 10_000 })
  pass(2_000)
  still(true)
  pass(5_000)
  expect(point()).toBe(12_000)
  player.hear({ ...aPlayer, current_point: 13_000 })
  pass(5_000)
  expect(point()).toBe(13_000)
  still(false)
  player.hear({ ...aPlayer, current_point: 20_000 })
  pass(1_000)
  expect(point()).toBe(21_000)
})

test('it never runs past the end', () => {
  const { player, pass, point } = world()
  player.hear({ ...aPlayer, current_point: 59_500, duration: 60_000 })
  pass(5_000)
  expect(point()).toBe(60_000)
})

test('a press stands at once, and a refused one is taken back where it was', () => {
  const { player, pass, point } = world()
  player.hear({ ...aPlayer, current_point: 10_000 })
  pass(2_000)
  const undo = player.expect({ status: 4 })
  expect(player.playing.get()?.info.status).toBe(4)
  pass(3_000)
  expect(point()).toBe(12_000)
  undo()
  expect(player.playing.get()?.info.status).toBe(3)
  expect(point()).toBe(12_000)
  player.expect({ current_point: 50_000 })
  expect(point()).toBe(50_000)
})

test('spec 3: formatted times, seconds and the slider’s value', () => {
  expect(formatClock(2_892_000)).toBe('48:12')
  expect(formatClock(9_180_999)).toBe('2:33:00')
  expect(pointsOf(2_892_000, 9_180_000)).toMatchObject({ seconds: 2892, current: '48:12', left: '−1:44:48', total: '2:33:00' })
  expect(pointsOf(2_295_000, 9_180_000).slider_value).toBe(25)
  expect(pointsOf(5_000, 0)).toMatchObject({ left: '', total: '', slider_value: 0 })
})
