import { expect, it } from 'vitest'
import { groupFilm } from './group-film.ts'
import { seasonNumbered } from './season-numbers.ts'

const numbersOf = (names: readonly string[]) => {
  const paths = names.map((name) => `/films/Various/${name}.mkv`)
  const seasoned = seasonNumbered(paths)
  return paths.map((path) => {
    const scanned = { path, size: 1, modified_at: 1, changed_at: 1, inode: '1:1' }
    const { film } = groupFilm({ root: '/films', scanned, isOwn: false, now: 2, named: seasoned.get(path) })
    return [film.season, film.episode]
  })
}

it.each([
  [
    ['Title.101', 'Title.102'],
    [
      [1, 1],
      [1, 2],
    ],
  ],
  [
    ['title.101.hdtv', 'title.201.hdtv', 'Title.202'],
    [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  ],
  // Counted through: by what is beside, by its length, by where it begins, alone.
  [
    ['Title.099', 'Title.101'],
    [
      [1, 99],
      [1, 101],
    ],
  ],
  [
    ['Title.099', 'Title.101', 'Title.102'],
    [
      [1, 99],
      [1, 101],
      [1, 102],
    ],
  ],
  [
    ['Title.101', 'Title.150'],
    [
      [1, 101],
      [1, 150],
    ],
  ],
  [
    ['Title.102', 'Title.103'],
    [
      [1, 102],
      [1, 103],
    ],
  ],
  [['Title.101'], [[1, 101]]],
  [
    ['[Group] Title - 101 [720p]', '[Group] Title - 102 [720p]'],
    [
      [1, 101],
      [1, 102],
    ],
  ],
])('of the files of one folder, %j', (names, numbers) => {
  expect(numbersOf(names)).toEqual(numbers)
})

const many = (title: string, count: number) => Array.from({ length: count }, (_, at) => `${title} ${at + 1}`)

it.each(['Harbour Pig', 'harbour.pig -', '海港年代'])('from the first to the fourteenth they are episodes: %s', (title) => {
  expect(numbersOf(many(title, 20))).toEqual(Array.from({ length: 20 }, (_, at) => [1, at + 1]))
})

it('fewer of them, and those of which one in between is missing, may be films of one name', () => {
  expect(numbersOf(many('Harbour', 13)).every(([season]) => season === null)).toBe(true)
  expect(numbersOf(many('Harbour', 20).filter((name) => name !== 'Harbour 7'))[0]).toEqual([null, null])
})
