import { expect, test } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

test('pieces of work run one after the other in their order, also behind one that fails', async () => {
  const oneAtATime = createOneAtATime()
  const happened: string[] = []
  const first = Promise.withResolvers<void>()
  const one = oneAtATime(async () => {
    happened.push('first begins')
    await first.promise
    throw new Error('no')
  })
  const two = oneAtATime(async () => happened.push('second'))
  let isIdle = false
  const idle = oneAtATime.idle().then(() => (isIdle = true))
  await new Promise(setImmediate)
  expect([happened, isIdle]).toEqual([['first begins'], false])
  first.resolve()
  await expect(one).rejects.toThrow('no')
  expect(await two).toBe(2)
  await idle
  expect(happened).toEqual(['first begins', 'second'])
})
