/** Entries of a data folder in place of those that its program makes there. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { interruptedRestore, wrongKindIn } from './folder-kinds.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'homeport-kinds-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const content = { files: ['key.pem', 'station.db'], sockets: ['pair.sock'] }
const at = (name: string) => join(folder, name)

it.each([
  ['a folder', () => mkdirSync(at('key.pem')), 'key.pem is a folder, and has to be a file: move it away.'],
  ['a pipe', () => spawnSync('mkfifo', [at('key.pem')]), 'key.pem is a pipe, and has to be a file: move it away.'],
  [
    'a link to a disk that is away',
    () => symlinkSync('/nowhere/key.pem', at('key.pem')),
    'key.pem is a link that leads nowhere: connect the disk that it leads to, or delete it.',
  ],
  ['a folder for the socket', () => mkdirSync(at('pair.sock')), 'pair.sock is a folder, and has to be a socket: move it away.'],
])('%s is told by its path', (_, make, sentence) => {
  make()
  expect(wrongKindIn(folder, content)).toBe(join(folder, sentence))
})

it('files, links to files and what a program left in place of its socket are in nobody’s way', () => {
  writeFileSync(at('key.pem'), '')
  symlinkSync(at('key.pem'), at('station.db'))
  symlinkSync('/nowhere', at('pair.sock'))
  expect([wrongKindIn(folder, content), interruptedRestore(folder)]).toEqual([undefined, undefined])
})

it('a restore that was interrupted is told', () => {
  mkdirSync(at('restoring-x'))
  expect(interruptedRestore(folder)).toContain('restoring-x is left of it')
})
