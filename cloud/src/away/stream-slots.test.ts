/** How much passes of a stream, by a clock that the test moves. */
import { expect, test } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { createStreamSlots } from './stream-slots.ts'

const visit = { lang: 'en', devsn: 'AAAABBBBCCCCDDDD', user_id: 'u', token_hash: '', id: 'v' } as const
const megabyte = 1_000_000

test('a stream is no faster than its limit: a second of it at once, then as much in each second', async () => {
  const clock = handClock()
  const throttle = createStreamSlots({ streamKbit: 8_000, boxKbit: 16_000, path: '' }, clock).take(visit)?.throttle()
  let passed = 0
  throttle?.on('data', (chunk: Buffer) => (passed += chunk.length))
  for (let at = 0; at < 25; at += 1) throttle?.write(Buffer.alloc(megabyte / 10))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** The clock goes to the end of each wait, as far as this. */
  async function pass(ms: number): Promise<number> {
    for (let gone = 0; gone < ms; gone += 50) {
      await settled()
      clock.pass(50)
    }
    await settled()
    return passed
  }
  await settled()
  expect(passed).toBe(megabyte)
  expect(await pass(500)).toBe(1.5 * megabyte)
  expect(await pass(1_000)).toBe(2.5 * megabyte)
  expect(clock.waiting()).toBe(0)
})
