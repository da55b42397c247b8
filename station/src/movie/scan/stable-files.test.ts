import { expect, it } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createStillFiles, settleMs } from './stable-files.ts'

const hours = 3_600_000

it.each([
  ['set back', -8 * hours],
  ['put forward', 8 * hours],
])('a file that was copied while the clock was %s is added once it is unchanged for its seconds', (_, ms) => {
  const clock = handClock()
  let wall = 1_000_000_000
  let due: readonly string[] = []
  const now = () => wall + clock.now()
  const still = createStillFiles({ now, elapsed: clock.now, later: clock.later, onDue: (paths) => (due = paths) })
  const file = { path: '/films/Heat.mkv', size: 1, modified_at: now(), changed_at: now() + 1_000, inode: '1:1' }
  expect(still.isStill(file)).toBe(false)
  wall += ms
  still.wait()
  clock.pass(settleMs + 200)
  expect([due, still.isStill(file)]).toEqual([['/films/Heat.mkv'], true])
})
