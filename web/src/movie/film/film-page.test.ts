/** Title layout and poster colour of the film page. */
import { expect, test } from 'vitest'
import { isLongTitle } from '../title.ts'
import { toneOf } from '../tone.ts'

test.each([
  ['Metropolis', false],
  ['The General', false],
  ['The Extraordinary Adventures of Mr. West in the Land of the Bolsheviks', true],
  ['Extraordinarily', true],
  ['大都会', false],
  ['西游记之大闹天宫与孙悟空三打白骨精的故事合集', true],
])('B22: "%s" is long: %s', (title, isLong) => expect(isLongTitle(title)).toBe(isLong))

const dots = (...colours: [number, number, number][]) => new Uint8ClampedArray(colours.flatMap((one) => [...one, 255]))

test('B21: the tone leans to the colour of the poster and is dark enough for white icons', () => {
  expect(toneOf(dots([200, 40, 40], [190, 50, 45], [20, 20, 20]))).toMatch(/^hsl\((35\d|[0-9]) \d+% 27%\)$/)
  expect(toneOf(dots([20, 60, 160], [30, 70, 170]))).toMatch(/^hsl\(2[12]\d \d+% 27%\)$/)
  expect(toneOf(dots([128, 128, 128]))).toBe('hsl(0 0% 27%)')
  expect(toneOf(null)).toBe('')
})
