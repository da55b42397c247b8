/** Which version runs, and what comes back with the one before. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openVersions } from './versions.mjs'

let folder: string
let installed: string
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const open = () => openVersions({ dataFolder: path.join(folder, 'data'), installed })
const at = (version: string) => path.join(folder, 'data/versions', version)

const unpack = (version: string) => put(`data/versions/${version}/package.json`, `{"version":"${version}"}`)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'homeport-versions-'))
  installed = path.join(folder, 'installed')
  put('installed/package.json', '{"version":"2.7.0"}')
  for (const version of ['2.8.0', '2.9.0', '3.0.0']) unpack(version)
  put('data/station/station.db', 'before')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the installed version runs until another is entered', () => {
  expect(open().root()).toBe(installed)
  open().enter('2.8.0')
  expect([open().root(), open().isUnproven()]).toEqual([at('2.8.0'), true])
  open().prove()
  expect([open().root(), open().isUnproven()]).toEqual([at('2.8.0'), false])
})

test('a version that was installed by hand and is as new counts more than one that was taken', () => {
  open().enter('2.8.0')
  open().prove()
  put('installed/package.json', '{"version":"2.8.0"}')
  expect(open().root()).toBe(installed)
})

test('the way back brings the version of before and its databases, whatever the new one wrote', () => {
  put('data/cloud/en.db', 'en before')
  open().enter('2.8.0')
  put('data/station/station.db', 'migrated')
  put('data/station/station.db-wal', 'half')
  put('data/cloud/en.db', 'en migrated')
  put('data/station/key.pem', 'kept')
  open().goBack('no_start')
  expect([read('data/station/station.db'), read('data/cloud/en.db'), read('data/station/key.pem')]).toEqual([
    'before',
    'en before',
    'kept',
  ])
  expect(existsSync(path.join(folder, 'data/station/station.db-wal'))).toBe(false)
  expect([open().root(), existsSync(at('2.8.0')), open().isUnproven()]).toEqual([installed, false, false])
  expect(JSON.parse(read('data/versions/result.json'))).toEqual({ version: '2.8.0', fault: 'no_start' })
})

test('the one before stays, older ones go, unless their packages are in use', () => {
  for (const version of ['2.8.0', '2.9.0']) {
    unpack(version)
    open().enter(version)
    open().prove()
  }
  unpack('3.0.0')
  mkdirSync(path.join(at('3.0.0'), 'node_modules'))
  symlinkSync(path.join(at('2.8.0'), 'node_modules/zod'), path.join(at('3.0.0'), 'node_modules/zod'))
  open().enter('3.0.0')
  open().prove()
  expect(['2.8.0', '2.9.0'].map((version) => existsSync(at(version)))).toEqual([true, true])
  rmSync(path.join(at('3.0.0'), 'node_modules'), { recursive: true })
  open().prove()
  expect(['2.8.0', '2.9.0', '3.0.0'].map((version) => existsSync(at(version)))).toEqual([false, true, true])
})

test('a version that is no name of one, or is not there, cannot be entered', () => {
  expect(['2.8.0', '../2.8.0', '9.9.9', ''].map((version) => open().has(version))).toEqual([true, false, false, false])
})
