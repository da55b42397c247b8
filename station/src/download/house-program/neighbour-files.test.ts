import { expect, it, test } from 'vitest'
import { isNeighbour, neighbourName, neighboursOf } from './neighbour-files.ts'

const hash = 'a'.repeat(40)

type Case = { sizes: number[]; chosen: number[]; expected: number[] }

test.each<[string, Case]>([
  ['of a file within one piece, all others of that piece', { sizes: [3, 3, 3, 3], chosen: [1], expected: [2, 3, 4] }],
  ['of a file over several pieces, those at its ends', { sizes: [5, 22, 3, 20], chosen: [2], expected: [1, 3] }],
  ['nobody, where pieces end with the files', { sizes: [10, 20, 10], chosen: [2], expected: [] }],
  ['no empty file', { sizes: [5, 0, 5], chosen: [1], expected: [3] }],
  ['nobody, where all are chosen', { sizes: [5, 5], chosen: [1, 2], expected: [] }],
])('a piece is shared by %s', (_, { sizes, chosen, expected }) => {
  const files = sizes.map((size, at) => ({ index: at + 1, size }))
  expect([...neighboursOf(files, 10, new Set(chosen))]).toEqual(expected)
})

it('has a hidden name in its own folder, which no other torrent has', () => {
  const name = neighbourName('show/season 1/2.mkv', { hash, index: 2 })
  expect(name).toBe('show/season 1/.homeport-aaaaaaaaaaaa-2')
  expect(isNeighbour(name, hash)).toBe(true)
  expect(isNeighbour(name, 'b'.repeat(40))).toBe(false)
  expect(isNeighbour('show/season 1/2.mkv', hash)).toBe(false)
  expect(isNeighbour('show/../../.homeport-aaaaaaaaaaaa-2', hash)).toBe(false)
  expect(isNeighbour('/.homeport-aaaaaaaaaaaa-2', hash)).toBe(false)
})
