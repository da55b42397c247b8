/** The tree of a torrent's files: folders, order, search, counts. */
import type { FileInfo } from '@homeport/contract/download/download.ts'
import { expect, test } from 'vitest'
import { countIn, countsOf, foldersOpenAtFirst, matching, treeOf, visibleNodes } from './file-tree.ts'

const listOf = (...names: string[]): FileInfo[] =>
  names.map((file_name, at) => ({ index: at + 1, file_name, file_size: 10 ** at, is_selected: true }))

const season = listOf(
  'Season 10/a.mkv',
  'Season 2/b.mkv',
  'Season 2/sub/b.srt',
  'cover.jpg',
  'Season 2/a10.mkv',
  'Season 2/a9.mkv',
)

test('folders come first, numbers in names count as numbers, and each folder’s files lie together', () => {
  const { files, root, videos } = treeOf(season)
  expect(files.map(({ file_name }) => file_name)).toEqual([
    'Season 2/sub/b.srt',
    'Season 2/a9.mkv',
    'Season 2/a10.mkv',
    'Season 2/b.mkv',
    'Season 10/a.mkv',
    'cover.jpg',
  ])
  expect(videos).toBe(4)
  expect(root).toMatchObject({ from: 0, to: 6, size: 111_111 })
  expect(root.children).toMatchObject([
    { kind: 'folder', path: 'Season 2', from: 0, to: 4, size: 110_110, depth: 0 },
    { kind: 'folder', path: 'Season 10', from: 4, to: 5, size: 1 },
    { kind: 'file', name: 'cover.jpg', at: 5, depth: 0 },
  ])
})

test('a folder and a file of one name, empty steps and names of an object’s own properties are kept apart', () => {
  const { files, root } = treeOf(listOf('a', 'a/b', '__proto__/c', 'x//d', 'constructor'))
  expect(files).toHaveLength(5)
  expect(root.children.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    'file a',
    'file constructor',
    'folder __proto__',
    'folder a',
    'folder x',
  ])
})

test('only what is in an open folder is shown; a search shows its matches and the folders on the way', () => {
  const tree = treeOf(season)
  const names = (open: ReadonlySet<string>, search = '') => {
    const matches = matching(tree, search)
    return visibleNodes(tree, open, matches && countsOf(matches.length, (at) => matches[at] === 1)).map(({ name }) => name)
  }
  expect(names(new Set())).toEqual(['Season 2', 'Season 10', 'cover.jpg'])
  expect(names(new Set(['Season 10']))).toEqual(['Season 2', 'Season 10', 'a.mkv', 'cover.jpg'])
  expect(names(new Set(), 'SRT')).toEqual(['Season 2', 'sub', 'b.srt'])
  expect(names(new Set(), 'season 2 mkv')).toEqual(['Season 2', 'a9.mkv', 'a10.mkv', 'b.mkv'])
  expect(names(new Set(), 'nothing')).toEqual([])
})

test('a short list is open at first, of a long one only what leads to a choice', () => {
  expect(foldersOpenAtFirst(treeOf(season))).toEqual(new Set(['', 'Season 2', 'Season 2/sub', 'Season 10']))
  const long = treeOf(listOf(...Array.from({ length: 300 }, (_, at) => `all/${at % 3}/${at}.mkv`)))
  expect(foldersOpenAtFirst(long)).toEqual(new Set(['', 'all']))
})

test('how many of a folder’s files are marked is known for each folder', () => {
  const { files, root } = treeOf(season)
  const counts = countsOf(files.length, (at) => files[at]?.index !== 3)
  expect(countIn(counts, root)).toBe(5)
  expect(root.children.flatMap((child) => (child.kind === 'folder' ? countIn(counts, child) : []))).toEqual([3, 1])
})
