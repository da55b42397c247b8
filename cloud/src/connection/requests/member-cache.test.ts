/** The cache of members: a burst of acts asks once; who has just been bound is a member at once. */
import { expect, test } from 'vitest'
import type { Sender } from '@homeport/contract/kit/connection.ts'
import { createMemberCache } from './member-cache.ts'

function open() {
  const bound: Sender[] = [{ user_id: 'anna', role: 'owner', name: 'Anna' }]
  let queries = 0
  let time = 1_000
  const cache = createMemberCache({
    membersOf: async () => {
      queries += 1
      return [...bound]
    },
    now: () => time,
  })
  return { bound, cache, queries: () => queries, pass: (ms: number) => (time += ms) }
}

test('P20: who is bound while the list is kept is a member at once', async () => {
  const { bound, cache } = open()
  expect(await cache.memberOf('en', 'box', 'ben')).toBeUndefined()
  bound.push({ user_id: 'ben', role: 'member', name: 'Ben' })
  expect(await cache.memberOf('en', 'box', 'ben')).toMatchObject({ user_id: 'ben' })
})

test('a burst of acts of a member queries once, and again after a second', async () => {
  const { cache, queries, pass } = open()
  for (let act = 0; act < 5; act += 1) await cache.memberOf('en', 'box', 'anna')
  expect(queries()).toBe(1)
  pass(1_000)
  await cache.memberOf('en', 'box', 'anna')
  expect(queries()).toBe(2)
})
