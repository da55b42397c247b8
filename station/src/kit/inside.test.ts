/** Files inside allowed folders only, whatever their path is or becomes. */
import { spawnSync } from 'node:child_process'
import { constants, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInside, noFollow, openInside, type OpenInside } from './inside.ts'

let folder: string
let root: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-inside-'))
  root = join(folder, 'root')
  for (const path of [root, join(folder, 'root beside')]) mkdirSync(path)
  for (const path of ['root/a', 'root/b', 'root beside/c', 'secret']) writeFileSync(join(folder, path), path)
  symlinkSync(join(folder, 'secret'), join(root, 'out'))
  symlinkSync(join(root, 'a'), join(root, 'in'))
  symlinkSync(root, join(folder, 'way'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function read(path: string, more: Partial<OpenInside> = {}): Promise<string | undefined> {
  const file = await openInside(join(folder, path), { roots: [root], ...more })
  return file?.readFile('utf8').finally(() => file.close())
}

it('P35: opens what lies inside, by whatever way, and nothing else', async () => {
  const paths = ['root/a', 'root/in', 'way/a', 'root/out', 'root beside/c', 'secret', 'root', 'root/gone', 'root/a/b']
  expect(await Promise.all(paths.map((path) => read(path)))).toEqual([
    'root/a',
    'root/a',
    'root/a',
    ...paths.slice(3).map(() => undefined),
  ])
  expect(await read('way/a', { roots: [join(folder, 'way')] })).toBe('root/a')
  expect(await read('secret', { roots: ['/'] })).toBe('secret')
  expect(await read('root/a', { roots: [] })).toBeUndefined()
})

it('P35: opens this very file, and no link where none may be', async () => {
  expect(await read('root/a', { like: lstatSync(join(root, 'a')) })).toBe('root/a')
  expect(await read('root/a', { like: lstatSync(join(root, 'b')) })).toBeUndefined()
  expect(await read('root/in', { flags: constants.O_RDONLY | noFollow })).toBeUndefined()
})

it('a pipe in place of a file holds nobody up', async () => {
  spawnSync('mkfifo', [join(root, 'pipe')])
  expect(await read('root/pipe')).toBeUndefined()
})

it('P35: a path is inside with its links resolved', async () => {
  const paths = ['root/a', 'root', 'way/a', 'root/out', 'root beside', 'root/gone']
  expect(await Promise.all(paths.map((path) => isInside(join(folder, path), [root])))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
