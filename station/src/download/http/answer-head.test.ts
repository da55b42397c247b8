/** B3, B4, B16: the head of an answer tells whether it continues the file that is here. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { contentRangeOf, marksOf, validatorOf } from './answer-head.ts'

const answerOf = (headers: IncomingMessage['headers']) => Object.assign(new IncomingMessage(new Socket()), { headers })
const modified = 'Wed, 21 Oct 2015 07:28:00 GMT'

test.each([
  ['a strong ETag', { etag: '"a"', 'last-modified': modified }, '"a"'],
  // RFC 9110, 13.1.5: If-Range takes no weak one.
  ['no weak ETag, but the day beside it', { etag: 'W/"a"', 'last-modified': modified }, modified],
  ['no weak ETag alone', { etag: 'W/"a"' }, ''],
  ['nothing where there is nothing', {}, ''],
  // RFC 9110, 8.8.2.2: it may change again within its second.
  ['no day that is the moment of the answer', { 'last-modified': modified, date: 'Wed, 21 Oct 2015 07:28:02 GMT' }, ''],
  ['a day that is over', { 'last-modified': modified, date: 'Thu, 22 Oct 2015 07:28:02 GMT' }, modified],
])('a file is told by %s', (_, headers, validator) => {
  expect(validatorOf(marksOf(answerOf(headers)))).toBe(validator)
})

test.each([
  ['bytes 5-9/10', { from: 5, total: 10 }],
  ['bytes 9-5/10', { from: Number.NaN, total: 0 }],
  ['bytes 5-10/10', { from: Number.NaN, total: 0 }],
  ['bytes */10', { from: Number.NaN, total: 0 }],
])('the range %s', (range, expected) => {
  expect(contentRangeOf(answerOf({ 'content-range': range }))).toEqual(expected)
})
