/** P35: nothing that has a name already is ever replaced, not even an empty folder, which the system would replace without a word. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PathTaken, renameInto } from './rename-into.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-place-'))
  mkdirSync(at('shelf'))
  writeFileSync(at('shelf/film.mkv'), 'film')
  writeFileSync(at('file'), 'file')
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['an empty folder', () => mkdirSync(at('there'))],
  ['a file', () => writeFileSync(at('there'), 'there')],
  ['a link to nowhere', () => symlinkSync(at('nowhere'), at('there'))],
])('P35: %s stays where a folder or a file would come in its place', async (_, put) => {
  put()
  const before = readdirSync(folder, { recursive: true }).toSorted()
  for (const name of ['shelf', 'file'])
    await expect(renameInto(Buffer.from(at(name)), Buffer.from(at('there')))).rejects.toThrow(PathTaken)
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before)
})

it('a folder and a file come into a place that is free', async () => {
  await renameInto(Buffer.from(at('shelf')), Buffer.from(at('there')))
  await renameInto(Buffer.from(at('file')), Buffer.from(at('there too')))
  expect(readFileSync(at('there/film.mkv'), 'utf8') + readFileSync(at('there too'), 'utf8')).toBe('filmfile')
  expect(readdirSync(folder).toSorted()).toEqual(['there', 'there too'])
})
