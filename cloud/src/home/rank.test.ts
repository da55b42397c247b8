import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rank, scoreOf, type Candidate } from './rank.ts'

const now = 1_795_000_000
const hour = 3_600

const thread = (id: string, part: Partial<Candidate> = {}): Candidate => ({
  id,
  author_id: `author of ${id}`,
  board_id: id.length * 1000 + (id.codePointAt(0) ?? 0),
  created_at: now - hour,
  replies: 0,
  likes: 0,
  favorites: 0,
  views: 0,
  is_featured: false,
  is_read: false,
  is_followed: false,
  ...part,
})

test('what people answer and like comes before what nobody looked at; what is new before what is old', () => {
  expect(rank([thread('a'), thread('b', { replies: 3 }), thread('c', { likes: 40 })], now)).toEqual(['c', 'b', 'a'])
  expect(rank([thread('a', { created_at: now - 200 * hour, likes: 5 }), thread('b')], now)).toEqual(['b', 'a'])
})

test('featured and followed authors are lifted, what one has read sinks', () => {
  const plain = thread('a', { likes: 4 })
  expect(scoreOf({ ...plain, is_featured: true }, now)).toBeGreaterThan(scoreOf(plain, now))
  expect(scoreOf({ ...plain, is_followed: true }, now)).toBeGreaterThan(scoreOf(plain, now))
  expect(rank([{ ...plain, likes: 1, is_read: true }, thread('b')], now)).toEqual(['b', 'a'])
})

test('one author who writes a lot does not fill the page while others have something to say', () => {
  const many = ['p', 'q', 'r', 's', 't'].map((id) => thread(id, { author_id: 'loud', likes: 100 }))
  const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => thread(id))
  const order = rank([...many, ...others], now)
  expect(order.slice(0, 10).filter((id) => many.some((one) => one.id === id))).toHaveLength(2)
  expect([...order].sort()).toEqual([...many, ...others].map(({ id }) => id).sort())
})

test('nothing is lost or doubled, and the same threads give the same order in whatever order they come', () => {
  const few = fc.integer({ min: 0, max: 3 })
  const any = fc.record({
    author: few,
    board: few,
    age: fc.integer({ min: -5, max: 900 }),
    likes: fc.nat(1_000),
    replies: fc.nat(50),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (given) => {
      const candidates = given.map(({ author, board, age, likes, replies }, index) =>
        thread(`t${index}`, { author_id: `u${author}`, board_id: board, created_at: now - age * hour, likes, replies }),
      )
      const order = rank(candidates, now)
      expect(new Set(order).size).toBe(candidates.length)
      expect(rank([...candidates].reverse(), now)).toEqual(order)
    }),
  )
})
