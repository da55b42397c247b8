/** When what was not done in time is tried again, with a clock that is given. */
import { expect, it } from 'vitest'
import { createPutOff } from './put-off.ts'

const minute = 60_000

it('each wait is twice the one before, up to an hour', () => {
  let at = 0
  const late = createPutOff(() => at)
  const waits: number[] = []
  for (let round = 0; round < 8; round += 1) {
    late.add('film')
    const from = at
    while (late.ids().length > 0) at += minute
    waits.push((at - from) / minute)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

it('what was done waits no longer, and begins anew', () => {
  let at = 0
  const late = createPutOff(() => at)
  late.add('film')
  late.add('film')
  late.drop('film')
  expect(late.isEmpty()).toBe(true)
  late.add('film')
  at += minute
  expect(late.ids()).toEqual([])
})

it('what is gone is forgotten, what is due is not', () => {
  let at = 0
  const late = createPutOff(() => at)
  late.add('film')
  at += 2 * minute
  late.forgetOld()
  expect(late.isEmpty()).toBe(false)
  at += 2 * minute
  late.forgetOld()
  expect(late.isEmpty()).toBe(true)
})
