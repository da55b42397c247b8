/** P37: a backup and a restore that are killed after each of their steps. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { langs } from '@homeport/contract/kit/operation.ts'
import { interruptedRestore } from '@homeport/contract/kit/program/folder-kinds.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killedAtStep } from '../../../testing/killed-at-step.ts'
import { compileCache } from '../../../testing/compile-cache.ts'
import { copySqlite } from '../testing/template.ts'

const command = fileURLToPath(new URL('backup.cli.ts', import.meta.url))
let folder: string
const at = (...names: string[]) => join(folder, ...names)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-killed-backup-'))
  mkdirSync(at('kept'))
  mkdirSync(at('data', 'station'), { recursive: true })
  for (const lang of langs) await copySqlite(at('data', 'cloud', `${lang}.db`))
  writeFileSync(at('data', 'station', 'key.pem'), 'a key')
  mkdirSync(at('data', 'cloud', 'blobs'))
  writeFileSync(at('data', 'cloud', 'blobs', 'picture'), 'a picture')
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(word: 'backup' | 'restore', data: string, step = 0) {
  const killing = step > 0 ? killedAtStep({ step, opens: '1', paths: String.raw`homeport-backup-|again/` }) : []
  const env = { ...compileCache, PATH: '/usr/bin:/bin', HOMEPORT_DATA: at(data), HOMEPORT_PORT: '1', NODE_NO_WARNINGS: '1' }
  return spawnSync(process.execPath, [...killing, command, word, at('kept', 'homeport.tar.gz')], { env, encoding: 'utf8' })
}

const filesOf = (data: string) => ['station/key.pem', 'cloud/blobs/picture'].map((name) => readFileSync(at(data, name), 'utf8'))

test('a backup that is killed leaves nothing that the next one does not remove, and the next one succeeds', () => {
  for (let step = 1; ; step += 1) {
    const { signal } = run('backup', 'data', step)
    const isWhole = readdirSync(at('kept')).includes('homeport.tar.gz')
    // A file of that name is a whole backup, whenever it was killed.
    if (isWhole) {
      expect(run('restore', 'again'), `step ${step}`).toMatchObject({ status: 0, stderr: '' })
      expect(filesOf('again')).toEqual(['a key', 'a picture'])
      rmSync(at('again'), { recursive: true })
      rmSync(at('kept', 'homeport.tar.gz'))
    }
    expect(run('backup', 'data'), `step ${step}`).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(at('kept')), `step ${step}`).toEqual(['homeport.tar.gz'])
    rmSync(at('kept', 'homeport.tar.gz'))
    if (signal !== 'SIGKILL') return expect(step).toBeGreaterThan(5)
  }
})

test('one that is at work, here or on another machine, is left alone', () => {
  const host = hostname().replaceAll(/[^\w-]/g, '_')
  const [own, other, old] = [`.homeport-backup-${host}.${process.pid}.x`, '.homeport-backup-other.1.x', '.homeport-backup-abc']
  for (const name of [own, other, old]) mkdirSync(at('kept', name))
  const yesterday = statSync(at('kept')).mtimeMs / 1_000 - 2 * 86_400
  for (const name of [own, old]) utimesSync(at('kept', name), yesterday, yesterday)
  expect(run('backup', 'data')).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(at('kept')).toSorted()).toEqual([own, other, 'homeport.tar.gz'].toSorted())
})

test('a restore that is killed is told, or is whole, and succeeds in the emptied folder', () => {
  run('backup', 'data')
  for (let step = 1; ; step += 1) {
    const { signal } = run('restore', 'again', step)
    const isTold = interruptedRestore(at('again')) !== undefined
    if (!isTold && readdirSync(at('again')).length > 0) expect(filesOf('again'), `step ${step}`).toEqual(['a key', 'a picture'])
    rmSync(at('again'), { recursive: true })
    expect(run('restore', 'again'), `step ${step}`).toMatchObject({ status: 0, stderr: '' })
    expect(filesOf('again'), `step ${step}`).toEqual(['a key', 'a picture'])
    rmSync(at('again'), { recursive: true })
    if (signal !== 'SIGKILL') return expect(step).toBeGreaterThan(3)
  }
})
