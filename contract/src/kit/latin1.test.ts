import { expect, test } from 'vitest'
import { latin1Of } from './latin1.ts'

test('each byte is the letter of its number', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  expect(latin1Of(bytes)).toBe(Buffer.from(bytes).toString('latin1'))
  expect(btoa(latin1Of(bytes))).toBe(Buffer.from(bytes).toString('base64'))
})

test('bytes of any number are no fault', () => {
  expect(latin1Of(new Uint8Array(200_000)).length).toBe(200_000)
})
