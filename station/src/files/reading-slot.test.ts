import { setImmediate as nextTurn } from 'node:timers/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { expect, test } from 'vitest'
import { Refusal } from '../kit/refusal.ts'
import { createReadingSlot } from './reading-slot.ts'

function begin(slot: ReturnType<typeof createReadingSlot>, names: number) {
  const reading = slot.open()
  const state = { reading, isOn: false }
  const going = reading.count(names).then(() => (state.isOn = true))
  return Object.assign(state, { going })
}

test('P43: of long readings one goes on at a time, in their order; short ones do not wait', async () => {
  const slot = createReadingSlot()
  const long = [1_000, 100_000, 5_000].map((names) => begin(slot, names))
  const short = begin(slot, 999)
  await nextTurn()
  expect([...long, short].map(({ isOn }) => isOn)).toEqual([true, false, false, true])
  await long[0]?.reading.count(50_000)
  long[0]?.reading.end()
  long[0]?.reading.end()
  short.reading.end()
  await nextTurn()
  expect(long.map(({ isOn }) => isOn)).toEqual([true, true, false])
  // One that gives up while it waits is passed over.
  const last = begin(slot, 2_000)
  long[2]?.reading.end()
  long[1]?.reading.end()
  await nextTurn()
  expect(last.isOn).toBe(true)
})

test('P43: behind eight that wait another one is refused', async () => {
  const slot = createReadingSlot()
  const readings = Array.from({ length: 9 }, () => begin(slot, 1_000))
  const error: unknown = await slot
    .open()
    .count(1_000)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ code: Code.tooMany })
  readings[0]?.reading.end()
  await nextTurn()
  expect(readings[1]?.isOn).toBe(true)
  const next = begin(slot, 1_000)
  await nextTurn()
  expect(next.isOn).toBe(false)
})
