/** A like or a sent reply shows in every list that contains it. */
import type { Reply } from '@homeport/contract/forum.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { insertReply } from './mutations.ts'
import { feedOf, keyOf, oneThread, repliesTo, type Feed, type Replies } from './data.ts'
import { aReply, aRow, aThread } from '../../testing/posts.ts'

let client: QueryClient
const feedKey = () => feedOf({ board_id: 0, sort: 'latest', tag: '' }).queryKey
const keyFor = (order: 'oldest' | 'newest') => repliesTo('T1', { order, ofAuthor: false, from: 0 }).queryKey
const listOf = (data: Reply[], { next = '', prev = '' } = {}): Replies => ({
  pages: [{ data, next, prev, total: data.length }],
  pageParams: [{ floor: 0, cursor: '' }],
})
const floors = (order: 'oldest' | 'newest') =>
  client.getQueryData<Replies>([...keyFor(order)])?.pages.flatMap(({ data }) => data.map(({ floor }) => floor))

beforeEach(() => {
  setLang('en')
  client = new QueryClient()
  const feed: Feed = { pages: [{ data: [aRow('T1', { replies: 1 })], next: '' }], pageParams: [''] }
  client.setQueryData<Feed>([...feedKey()], feed)
  client.setQueryData(oneThread('T1').queryKey, aThread('T1', { replies: 1 }))
})

test('a reply that was sent stands at the end of its order, once, and is counted everywhere', () => {
  client.setQueryData<Replies>([...keyFor('oldest')], listOf([aReply('a', { floor: 1 })]))
  client.setQueryData<Replies>([...keyFor('newest')], listOf([aReply('a', { floor: 1 })]))
  insertReply(client, aReply('b', { floor: 2 }))
  expect([floors('oldest'), floors('newest')]).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(client.getQueryData(oneThread('T1').queryKey)?.replies).toBe(2)
  expect(client.getQueryData<Feed>([...feedKey()])?.pages[0]?.data[0]?.replies).toBe(2)
})

test('where the end is not on the screen, it comes when one gets there', () => {
  client.setQueryData<Replies>([...keyFor('oldest')], listOf([aReply('a', { floor: 1 })], { next: 'more' }))
  insertReply(client, aReply('b', { floor: 900 }))
  expect(floors('oldest')).toEqual([1])
})

test('lists of one realm are not those of the other', () => {
  const english = keyOf('feed')
  setLang('zh')
  expect(keyOf('feed')).not.toEqual(english)
})
