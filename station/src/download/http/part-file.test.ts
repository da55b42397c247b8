/** The record of the ranges that are still to come: sound, missing or damaged. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
    before: { ...sound, modified: '' },
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
