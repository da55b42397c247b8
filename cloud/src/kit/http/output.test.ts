import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '@homeport/contract/all.ts'
import { outputReader } from './output.ts'

const Sample = z.object({
  text: z.string(),
  id: z.string().check(z.regex(/^[a-z]{1,3}$/)),
  count: z.number(),
  whole: z.int(),
  flag: z.boolean(),
  list: z.array(z.object({ a: z.string(), kind: z.enum(['x', 'y']) })),
  most: z.array(z.number()).check(z.maxLength(2)),
  person: z.nullable(z.object({ name: z.string() })),
  filled: z._default(z.number(), 7),
  left: z.optional(z.string()),
  either: z.union([z.string(), z.number()]),
  rest: z.record(z.string(), z.number()),
  open: z.looseObject({ a: z.number() }),
  narrow: z.strictObject({ a: z.number() }),
})

function outcome(parse: (value: unknown) => unknown, value: unknown): unknown {
  try {
    const output = parse(value)
    return { output, text: JSON.stringify(output) }
  } catch (error) {
    return { issues: error instanceof z.core.$ZodError ? error.issues : error }
  }
}

/** Mostly right, with fields left out, null, undefined, of another type, and unknown ones. */
const nearlyRight = fc
  .record({
    unknown: fc.anything(),
    text: fc.string(),
    id: fc.constantFrom('a', 'ab', 'abc', 'b', 'A'),
    count: fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true })),
    whole: fc.oneof({ weight: 5, arbitrary: fc.integer() }, fc.constantFrom(1.5, 2 ** 60)),
    flag: fc.boolean(),
    list: fc.array(fc.record({ kind: fc.constantFrom('x', 'y', 'x', 'y', 'x', 'z'), more: fc.string(), a: fc.string() }), {
      maxLength: 2,
    }),
    most: fc.oneof({ weight: 5, arbitrary: fc.array(fc.integer(), { maxLength: 2 }) }, fc.array(fc.integer(), { maxLength: 3 })),
    person: fc.oneof(fc.constant(null), fc.record({ name: fc.string(), password: fc.string() })),
    filled: fc.integer(),
    left: fc.string(),
    either: fc.oneof(fc.string(), fc.integer()),
    rest: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
    open: fc.record({ b: fc.string(), a: fc.integer() }),
    narrow: fc.oneof({ weight: 5, arbitrary: fc.record({ a: fc.integer() }) }, fc.record({ a: fc.integer(), b: fc.string() })),
  })
  .chain((right) =>
    fc
      .option(
        fc.tuple(fc.constantFrom(...Object.keys(right)), fc.oneof(fc.constantFrom(undefined, null, Number.NaN), fc.anything())),
      )
      .map((wrong) => (wrong ? { ...right, [wrong[0]]: wrong[1] } : right)),
  )

test('a response is read as its schema reads it: the same fields in the same order, the same refusals', () => {
  const read = outputReader(Sample)
  let rightOnes = 0
  fc.assert(
    fc.property(nearlyRight, (value) => {
      const expected = outcome((one) => Sample.parse(one), value)
      if (typeof expected === 'object' && expected !== null && 'text' in expected) rightOnes += 1
      expect(outcome(read, value)).toEqual(expected)
    }),
    { numRuns: 3_000 },
  )
  expect(rightOnes).toBeGreaterThan(100)
})

test('whatever a call is given to respond, it is refused or read as by its schema', () => {
  fc.assert(
    fc.property(fc.constantFrom(...calls), fc.anything(), ({ output }, value) => {
      expect(outcome(outputReader(output), value)).toEqual(outcome((one) => output.parse(one), value))
    }),
    { numRuns: 3_000 },
  )
})

test('a field that no schema names never leaves', () => {
  const Person = z.object({ name: z.string() })
  const row = { name: 'Ann', password_hash: 'x' }
  expect(outputReader(z.object({ data: z.array(Person) }))({ data: [row] })).toEqual({ data: [{ name: 'Ann' }] })
})
