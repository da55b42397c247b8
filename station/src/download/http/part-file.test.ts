/** The record of the ranges that are still to come: sound, missing or damaged. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { open } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPartFile } from './part-file.ts'

let dir: string
const part = () => join(dir, 'part.aria2')
const record = () => join(dir, 'ranges.json.aria2')
const sound = { total: 100, validator: '"v"', remaining: [[10, 50]] }

beforeEach(() => {
  dir = mkdtempSync(join(os.tmpdir(), 'homeport-part-'))
  writeFileSync(part(), Buffer.alloc(100, 1))
})

afterEach(() => rmSync(dir, { recursive: true }))

async function opened() {
  const file = await openPartFile(dir)
  const { before, size } = file
  await file.close()
  return { before, size, bytes: readFileSync(part()).length, names: readdirSync(dir).toSorted() }
}

it('that is sound is continued', async () => {
  writeFileSync(record(), JSON.stringify(sound))
  expect(await opened()).toEqual({
    before: { ...sound, modified: '', name: '', codings: [] },
    size: 100,
    bytes: 100,
    names: ['part.aria2', 'ranges.json.aria2'],
  })
})

it('that is missing means that the file is complete up to its size', async () => {
  expect(await opened()).toEqual({ before: undefined, size: 100, bytes: 100, names: ['part.aria2'] })
})

it.each([
  ['cut off', JSON.stringify(sound).slice(0, 30)],
  ['empty', ''],
  ['of zeros', '\0'.repeat(60)],
  ['of another shape', JSON.stringify({ total: 100 })],
  ['with a range that ends before it begins', JSON.stringify({ ...sound, remaining: [[50, 10]] })],
  ['with a range past the end', JSON.stringify({ ...sound, remaining: [[10, 500]] })],
])('that is %s lets everything begin anew', async (_, text) => {
  writeFileSync(record(), text)
  expect(await opened()).toEqual({ before: undefined, size: 0, bytes: 0, names: ['part.aria2'] })
})

// Promise 37: a kill between the last byte and the name of the file.
it.each([
  ['while it is unpacked', 0],
  ['before it has its name', 1],
])('of a whole file that is killed %s says its name and how it was packed', async (_, step) => {
  const whole = { total: 100, validator: '', modified: '', remaining: [], name: 'film.txt', codings: ['gzip'] }
  const file = await openPartFile(dir)
  const kill = async ({ to }: { to: string }) => {
    if (step === 1) writeFileSync(to, 'half of it')
    throw new Error('killed')
  }
  await expect(file.finish(whole, (paths) => kill(paths))).rejects.toThrow('killed')
  await file.close()
  expect(await opened()).toMatchObject({ before: whole, bytes: 100, names: ['part.aria2', 'ranges.json.aria2'] })
})

it('P48: is replaced at once, and never written over: a power cut leaves the old one or the new one', async () => {
  const next = { ...sound, modified: '', remaining: [], name: '', codings: [] }
  writeFileSync(record(), JSON.stringify(sound))
  const before = statSync(record()).ino
  const file = await openPartFile(dir)
  await file.save(next)
  await file.close()
  expect(statSync(record()).ino).not.toBe(before)
  expect(JSON.parse(readFileSync(record(), 'utf8'))).toEqual(next)
  expect(readdirSync(dir).toSorted()).toEqual(['part.aria2', 'ranges.json.aria2'])
})

it('P48: claims no byte before it is on the disk', async () => {
  writeFileSync(record(), JSON.stringify(sound))
  const file = await openPartFile(dir)
  const handle = await open(part())
  const claimed: string[] = []
  const note = async () => void claimed.push(readFileSync(record(), 'utf8'))
  for (const sync of ['datasync', 'sync'] as const) vi.spyOn(Object.getPrototypeOf(handle), sync).mockImplementation(note)
  await file.save({ ...sound, modified: '', remaining: [], name: '', codings: [] })
  expect(claimed).toEqual([JSON.stringify(sound)])
  await handle.close()
  await file.close()
})
