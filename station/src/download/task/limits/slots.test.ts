/** Places in a queue of links that bring nothing or next to nothing, by the second; queue.test.ts has the real engines. */
import { describe, expect, test } from 'vitest'
import { queueOf } from '../../../testing/queue-model.ts'
import { notTried } from '../../table/retry.ts'
import { createSlots } from './slots.ts'

const good = 1_000_000
const many = (count: number, rate: number) => Array.from({ length: count }, () => rate)

// Promise 53 names twelve silent links and three places, and a minute.
describe('P53: the good ones begin within a minute', () => {
  const counts = [12, 25, 60, 130, 200, 500, 1_000]
  const cases = (['http', 'magnet'] as const).flatMap((kind) =>
    counts.flatMap((count) => [1, 3, 10].map((limit) => [count, kind, limit] as const)),
  )
  test.each(cases)('behind %i silent ones (%s) with %i places', (count, kind, limit) => {
    const queue = queueOf([...many(count, 0), ...many(limit, good)], { limit, kind })
    queue.pass(60)
    expect(queue.links.slice(count).every(({ firstAt }) => firstAt !== undefined)).toBe(true)
    expect(queue.most.running).toBeLessThanOrEqual(limit + 128 + 128)
  })
  test.each(cases)('behind %i of two bytes a second (%s) with %i places', (count, kind, limit) => {
    const queue = queueOf([...many(count, 2), ...many(limit, good)], { limit, kind })
    queue.pass(60)
    expect(queue.links.slice(count).every(({ firstAt }) => firstAt !== undefined)).toBe(true)
    expect(queue.most.running).toBeLessThanOrEqual(5 * limit + 128)
  })
  test('behind two hundred of two bytes a second, while the box has a limit of speed', () => {
    const queue = queueOf([...many(200, 2), good], { limit: 3, downLimit: 500_000 })
    queue.pass(60)
    expect(queue.links[200]?.firstAt).toBeDefined()
  })
  test('behind silent and slow ones in turn, in the middle of which two good ones run already', () => {
    const queue = queueOf([good / 100, good / 100, ...Array.from({ length: 100 }, (_, at) => (at % 2) * 2), good], { limit: 3 })
    queue.pass(60)
    expect(queue.links.at(-1)?.firstAt).toBeDefined()
  })
})

test('three places are three: whoever is tried beyond them and is good waits for its turn, in the order of the queue', () => {
  const queue = queueOf([...many(30, 0), ...many(40, good / 100)], { limit: 3 })
  queue.pass(60)
  const running = queue.slots.ids().filter((id) => Number(id) >= 30)
  expect(running).toEqual(['30', '31', '32'])
})

test('where all are good no more run than there are places', () => {
  const queue = queueOf(many(50, good), { limit: 3 })
  queue.pass(600)
  expect(queue.most).toEqual({ running: 3, moving: 3 })
})

test('on a thin line all go on', () => {
  const queue = queueOf(many(30, 1_000), { limit: 3 })
  queue.pass(3_600)
  expect(queue.links.every(({ down }) => down > 100_000)).toBe(true)
  expect(queue.most.running).toBeLessThanOrEqual(5 * 3 + 128)
})

test('a live stream is not slow, whatever little is sent', () => {
  const queue = queueOf(many(30, 100), { limit: 3, kind: 'rtmp' })
  queue.pass(600)
  expect(queue.slots.ids()).toEqual(['0', '1', '2'])
})

test('one that brought its bytes and no more gives up its place, goes on beside it, and is counted again when more comes', () => {
  const queue = queueOf([good / 1_000, good], { limit: 1 })
  queue.pass(10)
  expect(queue.slots.ids()).toEqual(['0'])
  const [first] = queue.links
  if (first) first.bytesPerSecond = 0
  queue.pass(600)
  expect([queue.slots.ids(), queue.slots.counted()]).toEqual([['0'], []])
  if (first) first.bytesPerSecond = good / 100
  queue.pass(10)
  expect(queue.slots.counted()).toEqual(['0'])
})

test('how many may be tried is a question without an effect: who is useless is decided at the look', () => {
  let now = 0
  const slots = createSlots({ limit: () => 1, downLimit: () => 0, now: () => now })
  const entrant = (task_id: string) => ({ ...notTried, task_id, down_size: 0, kind: 'http' as const })
  slots.take(entrant('a'))
  slots.noteWaiting(5)
  now = 10_000
  expect([slots.freeForNew(), slots.freeForNew()]).toEqual([0, 0])
  slots.judge()
  expect([slots.freeForNew(), slots.freeForNew()]).toEqual([4, 4])
})

test('downloads that bring their first bytes and no more do not end the trials', () => {
  const queue = queueOf([...many(60, good / 50), good], { limit: 1 })
  for (let second = 0; second < 120; second += 1) {
    queue.pass(1)
    for (const link of queue.links.slice(0, 60)) if (link.down >= 40_000) link.bytesPerSecond = 0
  }
  expect(queue.links.at(-1)?.firstAt).toBeLessThan(120)
})

test('a download with a limit of its own, and equal parts of a limit of the box, are not slow', () => {
  const limited = queueOf(many(5, 500), { limit: 3, down_limit: 500 })
  limited.pass(120)
  expect(limited.slots.ids()).toEqual(['0', '1', '2'])
  const shared = queueOf(many(5, 600), { limit: 3, downLimit: 1_800 })
  shared.pass(120)
  expect(shared.slots.ids()).toEqual(['0', '1', '2'])
})

test('while nobody waits at most four times the limit of slow ones hold no place', () => {
  let now = 0
  const slots = createSlots({ limit: () => 1, downLimit: () => 0, now: () => now })
  for (let at = 0; at < 6; at += 1) slots.take({ ...notTried, task_id: `${at}`, down_size: 0, kind: 'http' })
  now = 10_000
  for (const id of slots.ids()) slots.note(id, 20)
  slots.judge()
  expect(slots.counted()).toEqual(['4', '5'])
})

test('one whose bytes are verified anew, so that it has fewer than before, is measured from there', () => {
  let now = 0
  const slots = createSlots({ limit: () => 1, downLimit: () => 0, now: () => now })
  slots.take({ ...notTried, task_id: 'a', down_size: 900_000, kind: 'magnet' })
  slots.note('a', 0)
  for (; now < 10_000; now += 1_000) slots.note('a', 2 * now)
  slots.judge()
  expect(slots.counted()).toEqual(['a'])
})

/** One place, looked at every second. */
function openOne() {
  let now = 0
  const slots = createSlots({ limit: () => 1, downLimit: () => 0, now: () => now })
  slots.take({ ...notTried, task_id: 'a', down_size: 0, kind: 'http' })
  slots.noteWaiting(1)
  return {
    slots,
    pass: (seconds: number, down?: number): void => {
      for (let at = 0; at < seconds; at += 1) {
        now += 1_000
        slots.judge()
        if (down !== undefined) slots.note('a', down)
      }
    },
  }
}

test('P53: what came in its first moments is no speed: one that stops then is idle, and stays so', () => {
  const { slots, pass } = openOne()
  slots.note('a', 400_000)
  pass(9, 400_000)
  for (let second = 10; second <= 120; second += 1) {
    pass(1, 400_000)
    expect([second, slots.counted()]).toEqual([second, []])
  }
})

test('P53: one that trickles for long is never counted by what came over the whole time', () => {
  const { slots, pass } = openOne()
  pass(9, 4_000)
  for (let second = 10; second <= 600; second += 1) {
    pass(1, 400 * second)
    expect([second, slots.counted()]).toEqual([second, []])
  }
})

test('P53: after a long silence the first bytes are no speed, however long it was; twenty seconds of a good one are', () => {
  for (let silent = 120; silent < 190; silent += 1) {
    const { slots, pass } = openOne()
    pass(silent, 0)
    slots.note('a', 30_000)
    pass(1)
    expect([silent, slots.counted()]).toEqual([silent, []])
    for (let second = 1; second <= 20; second += 1) pass(1, 30_000 + 10_000 * second)
    expect([silent, slots.counted()]).toEqual([silent, ['a']])
  }
})

test('a steady one that pauses for a few seconds keeps its place', () => {
  for (let phase = 0; phase < 10; phase += 1) {
    const { slots, pass } = openOne()
    let down = 0
    for (let second = 1; second <= 60 + phase; second += 1) pass(1, (down += 20_000))
    for (let second = 1; second <= 6; second += 1) {
      pass(1, down)
      expect([phase, second, slots.counted()]).toEqual([phase, second, ['a']])
    }
  }
})

test('P53: one that is useless again and again lets no more be tried than once', () => {
  const { slots, pass } = openOne()
  for (let round = 1; round <= 5; round += 1) {
    pass(20)
    expect(slots.freeForNew()).toBe(4)
    for (let at = 1; at <= 3; at += 1) pass(1, round * 100_000 + at * 20_000)
    expect(slots.counted()).toEqual(['a'])
  }
})

test('P41: a try that brought a megabyte, or was steady, costs no order, however it ended', () => {
  const brought = (down: number) => {
    const { slots, pass } = openOne()
    pass(1, down)
    return slots.fails('a')
  }
  expect([brought(999_999), brought(1_000_000)]).toEqual([true, false])
  const steady = openOne()
  for (let second = 1; second <= 45; second += 1) steady.pass(1, second * 2_000)
  expect(steady.slots.fails('a')).toBe(false)
})

test('once steady ones have filled all places, one that ends makes room for one', () => {
  const queue = queueOf([...many(10, 0), ...many(60, good)], { limit: 2 })
  queue.pass(70)
  const running = () => queue.slots.ids().filter((id) => Number(id) >= 10)
  expect(running()).toHaveLength(2)
  for (let second = 0; second < 300; second += 1) {
    queue.pass(1)
    expect(running().length).toBeLessThanOrEqual(2)
  }
  expect(queue.links.filter(({ down }) => down === 100_000_000).length).toBeGreaterThanOrEqual(4)
})
