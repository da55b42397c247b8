import { expect, test } from 'vitest'
import { dropMark, swapMarks } from './image-marks.ts'

const text = 'one\n[image 1]\ntwo [image 2] stays text\n[图片 3]\n'

test('marks follow pictures that change places', () => {
  expect(swapMarks(text, 0, 2)).toBe('one\n[image 3]\ntwo [image 2] stays text\n[图片 1]\n')
  expect(swapMarks(text, 1, 3)).toBe(text)
})

test('a picture that goes takes its mark along, and later ones move up', () => {
  expect(dropMark('a\n[image 1]\nb\n[image 2]', 0)).toBe('a\n\nb\n[image 1]')
  expect(dropMark(text, 8)).toBe(text)
})
