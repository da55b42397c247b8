/** The feed page by page, over given threads: nothing twice and nothing missing while new threads arrive. */
import { expect, test } from 'vitest'
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { openDb } from '../kit/db.ts'
import { feedOf } from './feed.ts'
import type { Candidate } from './rank.ts'
import type { Threads } from './threads.ts'

const start = 1_795_000_000
const candidate = (index: number, created_at: number): Candidate => ({
  id: `t${index}`,
  author_id: `u${index}`,
  board_id: index,
  created_at,
  replies: index % 7,
  likes: 0,
  favorites: 0,
  views: 0,
  is_featured: false,
  is_read: false,
  is_followed: false,
})
const row = (id: string): ThreadRow => ({
  id,
  board_id: 1,
  title: id,
  excerpt: '',
  author: null,
  tags: [],
  images: [],
  replies: 0,
  likes: 0,
  favorites: 0,
  views: 0,
  is_pinned: false,
  is_featured: false,
  is_locked: false,
  is_liked: false,
  is_favorite: false,
  is_new: false,
  created_at: start,
  active_at: start,
})

test('who scrolls through what is recommended sees each thread once, and none that began meanwhile', async () => {
  const written = Array.from({ length: 25 }, (_, index) => candidate(index, start - index * 600))
  const threads: Threads = {
    candidates: async (_, __, { since, until }) => written.filter((one) => one.created_at >= since && one.created_at <= until),
    rows: async (_, __, ids) => ids.map(row),
    ofBoard: async () => undefined,
  }
  const db = openDb({ kind: 'sqlite', path: ':memory:' })
  const seen: string[] = []
  let nowSeconds = start
  let cursor = ''
  do {
    const { data, next } = await feedOf(threads, db, { asker: '', cursor, limit: 10, nowSeconds })
    seen.push(...data.map(({ id }) => id))
    cursor = next
    nowSeconds += 60
    written.push(candidate(100 + seen.length, nowSeconds))
  } while (cursor !== '')
  expect(seen).toHaveLength(25)
  expect(new Set(seen).size).toBe(25)
  const again = await feedOf(threads, db, { asker: '', cursor: '', limit: 99, nowSeconds })
  expect(again.data).toHaveLength(28)
  expect(again.next).toBe('')
  await db.destroy()
})
