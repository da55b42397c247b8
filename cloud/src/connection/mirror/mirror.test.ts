/** Many boxes that synchronize at once are queued. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bind, type TestCloud } from '../../testing/app-socket.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { boxesAtOnce } from './sync-queue.ts'
import { TestBox } from '../../testing/box.ts'

let cloud: TestCloud
let boxes: TestBox[]

beforeEach(async () => {
  cloud = await startTestCloud()
  const { token } = await cloud.signUp('alice')
  boxes = []
  // Ten unbound boxes may sign in from one address in a minute (P23).
  for (let count = 0; count < boxesAtOnce + 2; count += 1) {
    const box = await new TestBox(cloud.url).start()
    boxes.push(box)
    await bind(cloud, box, { token })
  }
})
afterEach(async () => {
  await Promise.all(boxes.map((box) => box.stop()))
  await cloud.stop()
})

test('no more than eight boxes of a storm fill their mirror at once, and each gets its turn', async () => {
  // A small chunk ends each box's turn after binding, so that the test starts with none running.
  for (const box of boxes) {
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length, { timeout: 20_000 }).toBe(1)
    await box.send('en', { kind: 'mirror', epoch: box.mirrorEpoch, first: true, rev: 1, rows: [] })
    await expect.poll(() => box.receivedOf('mirror_ack', 'en').length).toBe(1)
    await box.stop()
  }
  await Promise.all(boxes.map((box) => box.start()))
  const requested = () => boxes.filter((box) => box.receivedOf('mirror_from', 'en').length === 2)
  await expect.poll(() => requested().length).toBe(boxesAtOnce)
  const [first] = requested()
  await first?.send('en', { kind: 'mirror', epoch: first.mirrorEpoch, first: false, rev: 2, rows: [] })
  await expect.poll(() => requested().length).toBe(boxesAtOnce + 1)
  await expect.poll(() => requested().length, { timeout: 20_000 }).toBe(boxes.length)
})
