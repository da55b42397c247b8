import { expect, test } from 'vitest'
import { createOneAtATime, createOneAtATimeByKey } from './one-at-a-time.ts'

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

test('the work of a key waits for its own, also behind one that fails, and not for that of another key', async () => {
  const oneAtATime = createOneAtATimeByKey()
  const happened: string[] = []
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failing = oneAtATime('a', async () => {
    happened.push('a begins')
    await first.promise
    throw new Error('no')
  })
  const behind = oneAtATime('a', async () => {
    happened.push('a again')
    await second.promise
  })
  await oneAtATime('b', async () => happened.push('b'))
  expect(happened).toEqual(['a begins', 'b'])
  first.resolve()
  await expect(failing).rejects.toThrow('no')
  const last = oneAtATime('a', async () => happened.push('a to its end'))
  await oneAtATime('b', async () => happened.push('b'))
  expect(happened).toEqual(['a begins', 'b', 'a again', 'b'])
  second.resolve()
  await Promise.all([behind, last])
  await oneAtATime('a', async () => happened.push('a anew'))
  expect(happened).toEqual(['a begins', 'b', 'a again', 'b', 'a to its end', 'a anew'])
})
