/** Avatars without a picture: people who stand together are told apart by their colour. */
import { expect, test } from 'vitest'
import { avatarColours } from './avatar.tsx'

test('people whose names have one colour get colours of their own while there are enough; the first keeps its own', () => {
  // The letters of both names have one sum.
  const alone = ['ab', 'ba'].map((name) => avatarColours([name]).join())
  expect(alone[0]).toBe(alone[1])
  const six = avatarColours(['ab', 'ba', 'ab', '海港', 'ba', ''])
  expect(new Set(six).size).toBe(6)
  expect(six[0]).toBe(alone[0])
  const seven = avatarColours(['ab', 'ba', 'ab', '海港', 'ba', '', 'ab'])
  expect(seven.slice(0, 6)).toEqual(six)
  expect(seven[6]).toBe(alone[0])
})
