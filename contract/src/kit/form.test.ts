/** The form codec, encoding and decoding. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { decodeForm, encodeForm } from './form.ts'

const Sample = z.object({
  text: z.string(),
  count: z.number(),
  flag: z.boolean(),
  list: z.array(z.number()),
  nested: z.object({ a: z.string() }),
  maybe: z.optional(z.number()),
})

test('any value of a schema comes back from a form as it was', () => {
  const value = fc.record({
    text: fc.string({ unit: 'binary' }),
    count: fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((n) => Math.round(n * 100) / 100),
    ),
    flag: fc.boolean(),
    list: fc.array(fc.integer()),
    nested: fc.record({ a: fc.string({ unit: 'binary' }) }),
  })
  fc.assert(
    fc.property(value, (sample) => {
      const wire = new URLSearchParams(encodeForm(sample)).toString()
      const back = Sample.parse(decodeForm(Sample, Object.fromEntries(new URLSearchParams(wire))))
      // A form is text: -0 is decoded as 0, and a lone surrogate as the replacement character.
      expect(back).toEqual({ ...sample, count: sample.count + 0, text: sample.text.toWellFormed(), nested: sample.nested })
    }),
  )
})

test('empty is absent unless the field is text', () => {
  expect(decodeForm(Sample, { text: '', count: '', flag: '', list: '', maybe: '' })).toEqual({ text: '' })
})

test('unknown fields are dropped', () => {
  expect(decodeForm(Sample, { text: 'a', other: '1', __proto__: 'x' })).toEqual({ text: 'a' })
})

test('a key given twice is the last', () => {
  expect(decodeForm(Sample, { text: ['a', 'b'], count: ['1', '2'] })).toEqual({ text: 'b', count: 2 })
})

test('booleans are 1, 0, true and false; anything else is left for the schema to refuse', () => {
  expect(['1', '0', 'true', 'false', 1, 0].map((flag) => decodeForm(Sample, { flag }).flag)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
  expect(decodeForm(Sample, { flag: 'yes' }).flag).toBe('yes')
})

test('a number that is none, and JSON that is none, are left for the schema to refuse', () => {
  expect(decodeForm(Sample, { count: '1e3', list: '[1' })).toEqual({ count: '1e3', list: '[1' })
  expect(Sample.safeParse(decodeForm(Sample, { text: 'a', count: '0x1', flag: '1', list: '[]', nested: '{}' })).success).toBe(
    false,
  )
})
