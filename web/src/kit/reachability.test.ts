/** P46, A6: detection of an unreachable cloud, with a fake clock and no browser. */
import { beforeEach, expect, test } from 'vitest'
import { createReach, firstRetryMs, longestRetryMs, type Reach } from './reachability.ts'
import { handClock } from '../../../testing/hand-clock.ts'

let clock = handClock()
let isConnected = true
let isShown = true
let isCloudThere = true
let requests = 0
let healed = 0
let reach: Reach

const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  clock = handClock()
  isConnected = isShown = isCloudThere = true
  requests = healed = 0
  reach = make()
})

function make(): Reach {
  const made = createReach({
    now: clock.now,
    later: clock.later,
    isConnected: () => isConnected,
    isShown: () => isShown,
    random: () => 0.5,
  })
  made.onHealed(() => (healed += 1))
  return made
}

async function start(): Promise<void> {
  reach.start(async () => {
    requests += 1
    return isCloudThere && isConnected
  })
  await settled()
}

async function pass(ms: number): Promise<void> {
  clock.pass(ms)
  await settled()
}

test('a request without an answer is a suspicion: the cloud is asked before anything is said', async () => {
  await start()
  reach.suspect()
  await settled()
  expect([requests, reach.unreached.get()]).toEqual([2, null])
  isCloudThere = false
  reach.suspect()
  await settled()
  expect(reach.unreached.get()).toBe('cloud')
})

test('a crowd of failures asks once', async () => {
  await start()
  for (let n = 0; n < 20; n += 1) reach.suspect()
  await settled()
  expect(requests).toBe(2)
})

test('A6: while the cloud is away it is asked again by itself, later each time, and heals', async () => {
  await start()
  isCloudThere = false
  reach.suspect()
  await settled()
  await pass(firstRetryMs)
  expect([requests, reach.unreached.get()]).toEqual([3, 'cloud'])
  await pass(firstRetryMs)
  expect(requests).toBe(3)
  isCloudThere = true
  await pass(firstRetryMs)
  expect([requests, reach.unreached.get(), healed]).toEqual([4, null, 1])
  await pass(longestRetryMs * 2)
  expect(requests).toBe(4)
})

test('it never waits longer than a quarter of a minute', async () => {
  await start()
  isCloudThere = false
  reach.suspect()
  await settled()
  for (let n = 0; n < 20; n += 1) await pass(longestRetryMs)
  expect(requests).toBeGreaterThanOrEqual(22)
})

test('the phone’s own network counts at once, without asking', async () => {
  await start()
  isConnected = false
  reach.check()
  expect([reach.unreached.get(), requests]).toEqual(['phone', 1])
  isConnected = true
  reach.check()
  await settled()
  expect([reach.unreached.get(), healed]).toEqual([null, 1])
})

test('a phone whose network is back while the cloud is away says so', async () => {
  await start()
  isConnected = false
  reach.check()
  isConnected = true
  isCloudThere = false
  reach.check()
  await settled()
  expect(reach.unreached.get()).toBe('cloud')
})

test('an app that starts without a network knows it from the first moment', () => {
  isConnected = false
  expect(make().unreached.get()).toBe('phone')
})

test('any answer heals; one to a request from before the network went does not', async () => {
  await start()
  clock.pass(1_000)
  isConnected = false
  reach.check()
  reach.answered(clock.now() - 500)
  expect(reach.unreached.get()).toBe('phone')
  clock.pass(1_000)
  reach.answered(clock.now())
  expect([reach.unreached.get(), healed]).toEqual([null, 1])
})

test('a hidden page asks nobody; being shown asks at once', async () => {
  await start()
  isCloudThere = false
  isShown = false
  reach.suspect()
  await settled()
  await pass(longestRetryMs)
  expect(requests).toBe(2)
  isShown = isCloudThere = true
  reach.check()
  await settled()
  expect(reach.unreached.get()).toBe(null)
})

test('it says when the cloud last answered', async () => {
  await start()
  clock.pass(5_000)
  reach.answered(clock.now())
  const at = clock.now()
  clock.pass(60_000)
  expect(reach.answeredAt()).toBe(at)
})

test('without a way to ask nothing is suspected', async () => {
  reach.suspect()
  await settled()
  expect(reach.unreached.get()).toBe(null)
})
