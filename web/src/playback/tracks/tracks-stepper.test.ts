import { expect, test } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createStepper, sendAfterMs } from './tracks-stepper.ts'

test('a press while the value before it is sent goes on from there, although the older one is still shown elsewhere', async () => {
  const clock = handClock()
  const stepper = createStepper(clock.later, 5_000)
  const shown: (number | null)[] = []
  const sent: { value: number; end: () => void }[] = []
  const target = {
    from: 0,
    by: 100,
    show: (value: number | null) => void shown.push(value),
    send: (value: number) => new Promise<void>((end) => sent.push({ value, end })),
  }
  stepper.step(target)
  stepper.step(target)
  clock.pass(sendAfterMs)
  stepper.step(target)
  sent[0]?.end()
  await Promise.resolve()
  clock.pass(sendAfterMs)
  expect(sent.map(({ value }) => value)).toEqual([200, 300])
  expect(shown).toEqual([100, 200, 300])
  sent[1]?.end()
  await expect.poll(() => shown.at(-1)).toBeNull()
  stepper.step({ ...target, from: 300 })
  expect(shown.at(-1)).toBe(400)
})
