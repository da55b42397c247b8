import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPostId, parsePostId, replyIdRange } from './post-id.ts'

test('what is written as an id is read back as the same post', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.integer({ min: 0, max: 999_999_999 }),
      (thread_id, floor) => {
        expect(parsePostId(formatPostId({ thread_id, floor }))).toEqual({ thread_id, floor })
      },
    ),
  )
})

test.each(['', '0', '-5', '12-', '12-0', '12:5', '12-5-1', '012', '1e3', '12 ', '9'.repeat(16)])('%j is no post', (id) => {
  expect(parsePostId(id)).toBe(undefined)
})

test('the replies of a thread lie in its range, those of others and the thread itself do not', () => {
  const { after, before } = replyIdRange('12')
  const isIn = (id: string) => id > after && id < before
  expect(['12-1', '12-9', '12-10', '12-999999999'].every(isIn)).toBe(true)
  expect(['12', '1-2', '120', '120-1', '13-1', '2-12'].some(isIn)).toBe(false)
})
