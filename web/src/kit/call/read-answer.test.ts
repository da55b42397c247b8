/** An app that is older than its box, or a box than its cloud: a value that came later never costs the whole answer. */
import fc from 'fast-check'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const Reading = z.object({ encoding: z.enum(['utf-8', 'big5']), line: z.string() })
const Answer = z.object({
  encoding: z._default(z.enum(['utf-8', 'big5']), 'utf-8'),
  off: z.enum(['', 'not_set']),
  kind: z.optional(z.enum(['film', 'series'])),
  conversion: z._default(z.nullable(z.object({ of: z.object({ reason: z.enum(['codec', 'hdr']) }) })), null),
  lacks: z.array(z.enum(['keys', 'volume'])),
  data: z.array(Reading),
  groups: z.array(z.object({ name: z.string(), readings: z.array(Reading) })),
})
const whole = {
  encoding: 'big5',
  off: 'not_set',
  kind: 'film',
  conversion: { of: { reason: 'codec' } },
  lacks: ['keys'],
  data: [{ encoding: 'big5', line: 'a' }],
  groups: [{ name: 'g', readings: [{ encoding: 'utf-8', line: 'b' }] }],
}

describe('an answer with a value of a later version', () => {
  test('is read without it: the default of its field, or none', () => {
    expect(readAnswer(Answer, { ...whole, encoding: 'viscii', off: 'unsupervised', kind: 'concert' }).data).toEqual({
      ...whole,
      encoding: 'utf-8',
      off: '',
      kind: undefined,
    })
  })

  test('loses the entries of lists that cannot be without it, and no others', () => {
    const reading = (encoding: string, line: string) => ({ encoding, line })
    const read = readAnswer(Answer, {
      ...whole,
      lacks: ['night', 'volume', 'x', 'keys'],
      data: [reading('viscii', 'a'), reading('big5', 'b'), reading('tcvn', 'c'), reading('utf-8', 'd')],
      groups: [
        { name: 'g', readings: [reading('utf-8', 'b'), reading('new', 'c')] },
        { name: 'h', readings: [reading('new', 'd')] },
      ],
    })
    expect(read.data).toEqual({
      ...whole,
      lacks: ['volume', 'keys'],
      data: [reading('big5', 'b'), reading('utf-8', 'd')],
      groups: [
        { name: 'g', readings: [reading('utf-8', 'b')] },
        { name: 'h', readings: [] },
      ],
    })
  })

  test('loses what it is a field of, where that has a default', () => {
    expect(readAnswer(Answer, { ...whole, conversion: { of: { reason: 'later' } } }).data).toEqual({ ...whole, conversion: null })
    const Event = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })])
    const events = [{ kind: 'a' }, { kind: 'later' }, { kind: 'b' }]
    expect(readAnswer(z.object({ events: z.array(Event) }), { events }).data).toEqual({ events: [{ kind: 'a' }, { kind: 'b' }] })
  })

  test('is refused where nothing can stand in for it, and where anything else is wrong', () => {
    const One = z.object({ state: z.enum(['on', 'off']), data: z.array(Reading) })
    expect(readAnswer(One, { state: 'later', data: [] }).success).toBe(false)
    expect(readAnswer(One, { state: 'on', data: [{ line: 'without its encoding' }] }).success).toBe(false)
    expect(readAnswer(One, { state: 'on', data: [{ encoding: 7, line: '' }] }).success).toBe(false)
    expect(readAnswer(One, { state: 'on', data: [{ encoding: 'later', line: 7 }] }).success).toBe(false)
    expect(readAnswer(z.enum(['a']), 'later').success).toBe(false)
  })

  test('is not changed itself', () => {
    const given = { ...whole, lacks: ['later'] }
    readAnswer(Answer, given)
    expect(given.lacks).toEqual(['later'])
  })

  test('whatever comes, it is read as by its schema, or refused, and ends', () => {
    const value = fc.constantFrom('utf-8', 'later', '', 7, null)
    const anyReading = fc.record({ encoding: value, line: fc.constantFrom('a', 1) }, { requiredKeys: [] })
    const any = fc.record({
      encoding: value,
      off: value,
      kind: value,
      lacks: fc.array(value),
      data: fc.array(anyReading),
      groups: fc.array(fc.record({ name: fc.string(), readings: fc.array(anyReading) })),
    })
    fc.assert(
      fc.property(any, (data) => {
        const read = readAnswer(Answer, data)
        if (read.success) expect(Answer.safeParse(read.data).success).toBe(true)
      }),
    )
  })
})
