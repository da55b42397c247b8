/** P54, P38: a download folder that goes away at any moment is not made anew by what is written next: it would hide the one that comes back. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { probeNames } from './disk-names.ts'
import { createDownloadDir, moveFile, type DownloadDir } from './download-dir.ts'
import { makeBelow } from './make-below.ts'
import { takeFile, takeFolder } from './move-files.ts'

let base: string
let away: DownloadDir
beforeEach(() => {
  base = mkdtempSync(join(os.tmpdir(), 'homeport-below-'))
  mkdirSync(join(base, 'other', 'work'), { recursive: true })
  writeFileSync(join(base, 'other', 'film.mkv'), 'a film')
  writeFileSync(join(base, 'other', 'work', 'film.mkv'), 'half')
  // It was connected a moment ago.
  const mount = { isConnected: async () => true }
  away = createDownloadDir(join(base, 'away'), { jobs: join(base, 'jobs'), mount, probe: probeNames })
})
afterEach(() => rmSync(base, { recursive: true }))

const from = () => join(base, 'other', 'film.mkv')
const writers: Record<string, () => Promise<unknown>> = {
  'a work folder': () => away.prepareWork('t'),
  'the names of its disk': () => probeNames(away.root, '.incoming'),
  'a folder': () => away.makeFolder('a/b'),
  'a finished file': () => away.bringOut('t', 'film.mkv', 'a/film.mkv'),
  padding: () => away.writePadding('t', { index: 1, size: 10 }),
  'a file that is moved there': () =>
    takeFile({ root: away.root, from: from(), to: away.absolute('a/film.mkv'), partial: join(away.workOf('t'), 'moving') }),
  'a work folder that is moved there': () => takeFolder(away.root, join(base, 'other', 'work'), away.workOf('t')),
}
it.each(Object.entries(writers))('P54: a folder that is away is not made anew by %s', async (_, write) => {
  await expect(write()).rejects.toThrow()
  expect(existsSync(away.root)).toBe(false)
  expect(existsSync(from())).toBe(true)
  mkdirSync(away.root)
  await write().catch((error: unknown) => expect(String(error)).toContain(join('.incoming', 't', 'film.mkv')))
})

it('a file where a folder should be is no folder', async () => {
  mkdirSync(away.root)
  writeFileSync(join(away.root, 'a'), 'a file')
  await expect(makeBelow(away.root, join(away.root, 'a'))).rejects.toThrow('EEXIST')
  await expect(makeBelow(away.root, join(away.root, 'a', 'b'))).rejects.toThrow('EEXIST')
  expect(await makeBelow(away.root, join(away.root, 'b', 'c'))).toBe(true)
  expect(await makeBelow(away.root, join(away.root, 'b', 'c'))).toBe(false)
})

it('P35: a folder that became a link out of the download folder since it was chosen is neither made nor filled', async () => {
  const outside = join(base, 'outside')
  for (const folder of [outside, away.root, away.workOf('t')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(away.workOf('t'), 'film.mkv'), 'a film')
  symlinkSync(outside, join(away.root, 'a'))
  for (const write of [() => away.makeFolder('a/b'), () => away.bringOut('t', 'film.mkv', 'a/film.mkv')])
    await expect(write()).rejects.toMatchObject({ code: 'EPERM' })
  expect(readdirSync(outside)).toEqual([])
  expect(existsSync(join(away.workOf('t'), 'film.mkv'))).toBe(true)
})

it('P54: what the disk gives no second name, as no file of FAT, replaces nothing either', async () => {
  // No system links a folder, and an empty one gives way to another without a word.
  const target = join(base, 'there')
  mkdirSync(target)
  await expect(moveFile(join(base, 'other', 'work'), target)).rejects.toMatchObject({ code: 'EEXIST' })
  expect([readdirSync(target), readdirSync(join(base, 'other', 'work'))]).toEqual([[], ['film.mkv']])
  await moveFile(join(base, 'other', 'work'), join(base, 'free'))
  expect(readdirSync(join(base, 'free'))).toEqual(['film.mkv'])
})
