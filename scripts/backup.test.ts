/** `npm run backup` and `npm run restore` as an operator calls them; the box comes up from what was restored as the one that it was. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { taskList } from '@homeport/contract/download/download.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStationConfig } from '../station/src/app/config.ts'
import { startStation } from '../station/src/app/start.ts'
import { openTestCloud } from '../station/src/testing/cloud.ts'

const script = fileURLToPath(new URL('operator.mjs', import.meta.url))
const fixtures = fileURLToPath(new URL('../station/fixtures/4d4b233', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'homeport-backup-script-'))
  const station = path.join(folder, 'data', 'station')
  mkdirSync(station, { recursive: true })
  writeFileSync(path.join(station, 'station.db'), gunzipSync(readFileSync(path.join(fixtures, 'station.db.gz'))))
  copyFileSync(path.join(fixtures, 'key.pem'), path.join(station, 'key.pem'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

function run(words: string[], data: string) {
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: path.join(folder, data), HOMEPORT_PORT: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'backup', ...words], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('a box that is backed up and restored by the commands is the same box with its downloads', async () => {
  const file = path.join(folder, 'homeport.tar.gz')
  expect(run(['backup', file], 'data')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/holds everything/),
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(run(['restore', file], 'again')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Restored into/),
  })
  const cloud = await openTestCloud()
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: path.join(folder, 'again'), HOMEPORT_CLOUD: cloud.url }
  const box = await startStation({ ...readStationConfig(env), screenPort: 0 }, { print: () => {}, warn: () => {} })
  try {
    await cloud.hello()
    expect(box.devsn).toBe('NP3G27ONLZMNTBMJ')
    const tasks = taskList.output.parse((await cloud.act(box.devsn, taskList.name, { limit: 99 })).data)
    expect(tasks.data).toHaveLength(3)
  } finally {
    await box.stop()
    await cloud.stop()
  }
})

test('a missing word and a file that is not there are one sentence each', () => {
  expect(run(['backup'], 'data')).toEqual({ status: 2, stdout: '', stderr: 'Write: npm run backup FILE\n' })
  const missing = run(['restore', path.join(folder, 'none.tar.gz')], 'again')
  expect(missing).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is no file .+none\.tar\.gz\.\n$/),
  })
})
