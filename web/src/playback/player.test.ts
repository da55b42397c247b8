/** The player's state between two messages of the box. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { expect, test } from 'vitest'
import { formatClock } from '../kit/text/format.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import { aPlayer } from '../testing/samples.ts'
import { createPlayer } from './player.ts'
import { pointsOf } from './format-time.ts'

function world() {
  const clock = handClock(1_000_000)
  let storedInfo: PlayerInfo | null = null
  let isStill = false
  const player = createPlayer({
    now: clock.now,
    later: clock.later,
    keep: (info) => (storedInfo = info),
    isStill: () => isStill,
    user: () => '1',
  })
  const still = (is: boolean) => {
    isStill = is
    if (is) player.freeze()
  }
  return { player, still, pass: clock.pass, storedInfo: () => storedInfo, point: () => player.playing.get()?.point }
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
  const { player, pass, storedInfo } = world()
  player.hear(aPlayer)
  expect(storedInfo()).toEqual(aPlayer)
  player.hear({ ...aPlayer, status: -1 })
  pass(5_000)
  expect(player.playing.get()).toBe(null)
  expect(storedInfo()).toBe(null)
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

const bens = { ...aPlayer, screen_id: 'S2', screen_name: 'Bedroom TV', title: 'Sunrise', path: 'F2', user_id: '2' }

test('several screens: the chosen one is shown, else the one that this user started, else the latest', () => {
  const { player, pass, point } = world()
  const title = () => player.playing.get()?.info.title
  player.hear({ ...bens, screen_id: 'S3', title: 'Nosferatu' })
  player.hear(bens)
  expect(title()).toBe('Sunrise')
  player.hear({ ...aPlayer, current_point: 10_000 })
  player.hear({ ...bens, current_point: 3_000 })
  expect(title()).toBe('Metropolis')
  pass(2_000)
  player.choose('S2')
  expect([title(), point()]).toEqual(['Sunrise', 5_000])
  expect(player.target()).toBe('S2')
  player.choose('')
  expect(point()).toBe(12_000)
})

test('the end of a film on one screen leaves the others, and a list leaves only what it has', () => {
  const { player } = world()
  player.hear(aPlayer)
  player.hear(bens)
  player.hear({ ...aPlayer, status: -1 })
  expect(player.playing.get()?.info.title).toBe('Sunrise')
  expect(player.busy.get()).toHaveLength(1)
  player.hearAll([{ ...aPlayer, status: 4 }])
  expect(player.busy.get().map((info) => info.screen_id)).toEqual(['S1'])
  player.hearAll([])
  expect(player.playing.get()).toBe(null)
})

test('a press is expected on the screen that it was for', () => {
  const { player } = world()
  player.hear(aPlayer)
  player.hear(bens)
  const undo = player.expect({ status: 4 }, 'S2')
  expect(player.on('S2')?.info.status).toBe(4)
  expect(player.playing.get()?.info).toMatchObject({ screen_id: 'S1', status: 3 })
  undo()
  expect(player.on('S2')?.info.status).toBe(3)
})

test('a list that was requested before a press does not undo it', () => {
  const { player } = world()
  player.hear(aPlayer)
  player.hear(bens)
  const answer = player.requestAll()
  player.expect({ status: 4 }, 'S1')
  player.expect({ status: -1 }, 'S2')
  answer([aPlayer, bens])
  expect(player.on('S1')?.info.status).toBe(4)
  expect(player.on('S2')).toBe(null)
  player.hear(aPlayer)
  expect(player.on('S1')?.info.status).toBe(3)
})

test('what somebody watches in an own browser is shown to nobody else', () => {
  const { player } = world()
  player.hear({ ...bens, is_here: true })
  expect(player.playing.get()).toBe(null)
  player.hear({ ...bens, is_here: true, user_id: '1' })
  expect(player.playing.get()?.info.title).toBe('Sunrise')
})

test('the position advances at the speed of the film', () => {
  const { player, pass, point } = world()
  player.hear({ ...aPlayer, current_point: 10_000, speed: 1.5 })
  pass(2_000)
  expect(point()).toBe(13_000)
})

test('spec 3: formatted times, seconds and the slider’s value', () => {
  expect(formatClock(2_892_000)).toBe('48:12')
  expect(formatClock(9_180_999)).toBe('2:33:00')
  expect(pointsOf(2_892_000, 9_180_000)).toMatchObject({ seconds: 2892, current: '48:12', left: '−1:44:48', total: '2:33:00' })
  expect(pointsOf(2_295_000, 9_180_000).slider_value).toBe(25)
  expect(pointsOf(5_000, 0)).toMatchObject({ left: '', total: '', slider_value: 0 })
})

test('what a screen says while the box is asked is newer than the answer: a film that began stays, one that ended does not come back', () => {
  const { player, storedInfo } = world()
  const first = player.requestAll()
  player.hear(aPlayer)
  first([])
  expect(storedInfo()).toEqual(aPlayer)
  const second = player.requestAll()
  player.hear({ ...aPlayer, status: -1 })
  second([aPlayer])
  expect(storedInfo()).toBe(null)
  player.requestAll()([aPlayer])
  expect(storedInfo()).toEqual(aPlayer)
  const third = player.requestAll()
  player.hear({ ...aPlayer, screen_id: '', status: -1 })
  third([aPlayer])
  expect(storedInfo()).toBe(null)
})
