import { expect, test } from 'vitest'
import { dropMark, moveMarks } from './image-marks.ts'

const text = 'one\n[image 1]\ntwo [image 2] stays text\n[图片 3]\n'

test('marks follow a picture to its place, and those between make room', () => {
  expect(moveMarks(text, 0, 2)).toBe('one\n[image 3]\ntwo [image 2] stays text\n[图片 2]\n')
  expect(moveMarks(text, 3, 0)).toBe('one\n[image 2]\ntwo [image 2] stays text\n[图片 4]\n')
  expect(moveMarks(text, 3, 5)).toBe(text)
})

test('a picture that goes takes its mark along, and later ones move up', () => {
  expect(dropMark('a\n[image 1]\nb\n[image 2]', 0)).toBe('a\n\nb\n[image 1]')
  expect(dropMark(text, 8)).toBe(text)
})
