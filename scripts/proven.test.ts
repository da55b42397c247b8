import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proveCommit, readCommit } from './proven.ts'

let folder = ''
const git = (...args: string[]) => {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  const { status, stdout } = spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.trim()
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-proven-'))
  vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'cache'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('a proven commit is a line with its seconds; a changed tree, and none at all, have no commit to prove', async () => {
  const tree = path.join(folder, 'tree')
  expect(readCommit(folder)).toBe(undefined)
  git('init', '-q', tree)
  git('-C', tree, 'commit', '-q', '--allow-empty', '-m', 'One')
  const commit = git('-C', tree, 'rev-parse', 'HEAD')
  expect(readCommit(tree)).toBe(commit)
  await writeFile(path.join(tree, 'new.txt'), 'new')
  expect(readCommit(tree)).toBe(undefined)
  proveCommit(commit, 61.4)
  proveCommit(commit, 60)
  expect(await readFile(path.join(folder, 'cache', 'homeport', 'proven'), 'utf8')).toBe(`${commit} 61\n${commit} 60\n`)
})
