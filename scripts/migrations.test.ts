/** Plants each breach of the list of migrations and sees it named. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashesOf, migrationBreaches, readLanded, withNew, type Hashes } from './migrations/hashes.ts'

let root: string
let landed: Hashes
const first = 'cloud/migrations/001-first.ts'

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'homeport-migrations-'))
  await write(first, 'export const up = 1\n')
  await write('station/migrations/001-box.ts', 'export const box = 1\n')
  await write('station/migrations/all.ts', 'export const migrations = {}\n')
  landed = await hashesOf(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.join(root, path.dirname(file)), { recursive: true })
  await writeFile(path.join(root, file), text)
}
const breaches = async () => migrationBreaches(landed, await hashesOf(root))

test('migrations as they landed break nothing, with the line ends of any system', async () => {
  expect(Object.keys(landed)).toEqual([first, 'station/migrations/001-box.ts'])
  await write(first, 'export const up = 1\r\n')
  expect(await breaches()).toEqual([])
})

test('a migration that changed is named, and a new one is asked for', async () => {
  await write(first, 'export const up = 2\n')
  expect(await breaches()).toEqual([expect.stringMatching(/^cloud\/migrations\/001-first\.ts was changed: .+a new migration\.$/)])
})

test('a migration that was removed is named', async () => {
  await rm(path.join(root, first))
  expect(await breaches()).toEqual([expect.stringMatching(/^cloud\/migrations\/001-first\.ts was removed: /)])
})

test('a new migration is named until it is added, and adding it hides no change of another', async () => {
  await write('cloud/migrations/002-second.ts', 'export const up = 1\n')
  expect(await breaches()).toEqual([expect.stringMatching(/002-second\.ts is not in the list.+`npm run migrations`\.$/)])
  await write(first, 'export const up = 2\n')
  landed = withNew(landed, await hashesOf(root))
  expect(await breaches()).toEqual([expect.stringMatching(/001-first\.ts was changed/)])
})

test('the list of this repository holds', async () => {
  const local = fileURLToPath(new URL('..', import.meta.url))
  const list = await readLanded(path.join(local, 'scripts/migrations/landed.json'))
  expect(Object.keys(list).length).toBeGreaterThan(40)
  expect(migrationBreaches(list, await hashesOf(local))).toEqual([])
})
