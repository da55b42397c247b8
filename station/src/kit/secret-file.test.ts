/** P48: a file of secrets that cannot be opened is told as that, and nothing takes its place. A folder stands for it: a test that runs as root may open every file. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKeyFile } from '../api-key/key-file.ts'
import { loadUserHash } from '../download/ed2k/client/user-hash.ts'
import { createProgramFile } from '../download/torrent-program/program-file.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { loadIdentity } from './connection/identity.ts'
import { SettingError } from './setting-error.ts'

let folder: string
let warned: string[]
beforeEach(() => {
  folder = testFolder()
  warned = []
})
afterEach(() => clear(folder))

const warn = (line: string) => void warned.push(line)
const files: Record<string, (path: string) => unknown> = {
  'key.pem': () => loadIdentity(folder),
  'ed2k-user': () => loadUserHash(folder),
  'keys.json': (path) => createKeyFile(path, warn),
  'program.json': (path) => createProgramFile(path, warn),
}

it.each(Object.keys(files))('%s: the box does not start, and says why', (name) => {
  const path = join(folder, name)
  mkdirSync(path)
  const open = () => files[name]?.(path)
  expect(open).toThrow(SettingError)
  expect(open).toThrow(`${path} cannot be opened (EISDIR`)
  expect(open).toThrow('make it readable')
  expect(warned).toEqual([])
})

it('a damaged key is told as damaged', () => {
  writeFileSync(join(folder, 'key.pem'), '')
  expect(() => loadIdentity(folder)).toThrow('is damaged; restore it from a backup')
})

it.each(['keys.json', 'program.json', 'key.pem', 'ed2k-user'])(
  'S146: what a kill left half written beside %s, a secret too, goes at the next start',
  (name) => {
    writeFileSync(join(folder, `${name}.new`), 'half a secret')
    files[name]?.(join(folder, name))
    expect(existsSync(join(folder, `${name}.new`))).toBe(false)
    files[name]?.(join(folder, name))
    writeFileSync(join(folder, `${name}.new`), 'half a secret')
    files[name]?.(join(folder, name))
    expect(existsSync(join(folder, `${name}.new`))).toBe(false)
    expect(warned).toEqual([])
  },
)
