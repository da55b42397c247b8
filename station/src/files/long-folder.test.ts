/** P43: a long folder is looked at, searched and sorted a thousand names at a time; what else waits has its turn in between. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderPages, namesInTurn } from './folder-pages.ts'
import { sizeBelow } from './folder-size.ts'
import { countShown, readFolder, searchBelow } from './read-folder.ts'
import { createReadingSlot, type Reading } from './reading-slot.ts'
import { sortInTurns } from '../kit/turns/in-turns.ts'

const files = 4_000
const sortedLength = 10_000
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-long-'))
  for (let index = 0; index < files; index += 1) writeFileSync(join(folder, `流 ${index}.txt`), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** In how many turns of the event loop the parts came. */
async function turnsOf(work: (reading: Reading) => Promise<unknown>): Promise<number> {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns = new Set<number>()
  await work({ count: async () => void turns.add(turn), end: () => {} })
  isOver = true
  return turns.size
}

const abs = () => Buffer.from(folder)
const reading = () => createReadingSlot().open()

test('P43: reading and searching give way after each thousand names', async () => {
  const pages: number[] = []
  for await (const page of folderPages(folder)) pages.push(page.length)
  expect(Math.max(...pages)).toBe(namesInTurn)
  const parts = files / namesInTurn
  expect(await turnsOf((each) => readFolder(abs(), abs(), each))).toBe(parts)
  expect(await turnsOf((each) => searchBelow(abs(), 'nothing', each))).toBe(parts)
})

test('P43: sorting gives way after each thousand, and in each merge', async () => {
  const list = Array.from({ length: sortedLength }, (_, at) => (at * 7919) % sortedLength)
  let compared = 0
  let mostInTurn = 0
  let isOver = false
  const look = () => {
    mostInTurn = Math.max(mostInTurn, compared)
    compared = 0
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const sorted = await sortInTurns(list, (a, b) => {
    compared += 1
    return a - b
  })
  isOver = true
  mostInTurn = Math.max(mostInTurn, compared)
  expect(sorted).toEqual(Array.from({ length: sortedLength }, (_, at) => at))
  expect(mostInTurn).toBeLessThan(15_000)
})

test('a name is found as people type it, without marks and with its signs', async () => {
  const few = mkdtempSync(join(tmpdir(), 'homeport-few-'))
  for (const name of ['Łódź.txt', 'Straße C++.txt', 'スター.txt', '基努·里维斯.txt']) writeFileSync(join(few, name), '')
  const hits = async (text: string) => (await searchBelow(Buffer.from(few), text, reading())).map(({ name }) => name)
  expect(await hits('lodz')).toEqual(['Łódź.txt'])
  expect(await hits('すたー')).toEqual(['スター.txt'])
  for (const text of ['基努里维斯', '基努・里维斯', '·里维斯', '基努·'])
    expect(await hits(text), text).toEqual(['基努·里维斯.txt'])
  expect(await hits('strasse c++')).toEqual(['Straße C++.txt'])
  rmSync(few, { recursive: true })
})

test('what is searched for is found in a long folder, and more than a few thousand names have no size', async () => {
  expect((await searchBelow(abs(), '流 3999', reading())).map(({ name }) => name)).toEqual(['流 3999.txt'])
  expect(await sizeBelow(abs())).toBeNull()
  expect(await countShown(Buffer.from(join(folder, 'none')), Buffer.from(folder))).toBeNull()
})

test('a folder counts what it lists: no hidden file, none that is being written, no link that leads out, nothing but files and folders', async () => {
  const outer = mkdtempSync(join(tmpdir(), 'homeport-count-'))
  const root = join(outer, 'Films')
  mkdirSync(join(root, 'Inner'), { recursive: true })
  for (const name of ['one.mp4', '.hidden', 'two.mp4.aria2', '../outside']) writeFileSync(join(root, name), '')
  symlinkSync(join(outer, 'outside'), join(root, 'out'))
  symlinkSync(join(root, 'none'), join(root, 'dead'))
  symlinkSync(join(root, 'one.mp4'), join(root, 'in'))
  const at = Buffer.from(root)
  const listed = await readFolder(at, at, reading())
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['Inner', 'in', 'one.mp4'])
  expect(await countShown(at, at)).toBe(listed.length)
  rmSync(outer, { recursive: true })
})
