/** The built box on a data folder in which something else stands where it makes its files: it says so in one sentence, or does without. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { openBoxProcess, type BoxProcess } from '../testing/box-process.ts'
import { clear, testFolder } from '../testing/downloads.ts'

let folder: string
let box: BoxProcess
const station = (name: string) => join(folder, 'station', name)

beforeEach(async () => {
  folder = testFolder()
  box = await openBoxProcess(folder)
  mkdirSync(station(''), { recursive: true })
})
afterEach(async () => {
  await box.stop()
  clear(folder)
})

async function refusal(): Promise<string> {
  box.launch()
  await until('it has ended', box.hasEnded)
  expect(box.exitCode()).toBe(2)
  return box.output().trim()
}

it.each([
  ['pair.sock', 'folder', 'has to be a socket'],
  ['station.db', 'folder', 'has to be a file'],
  ['station.db-shm', 'folder', 'has to be a file'],
  ['station.db', 'pipe', 'has to be a file'],
  ['key.pem', 'pipe', 'has to be a file'],
  ['aria2.conf', 'pipe', 'has to be a file'],
  ['ed2k-user', 'pipe', 'has to be a file'],
  ['api-keys.json.new', 'folder', 'has to be a file'],
])('%s as a %s', async (name, kind, rule) => {
  if (kind === 'folder') mkdirSync(join(station(name), 'with something in it'), { recursive: true })
  else spawnSync('mkfifo', [station(name)])
  expect(await refusal()).toBe(`${station(name)} is a ${kind}, and ${rule}: move it away.`)
})

it('a key on a disk that is away is waited for: the box does not become another one', async () => {
  await box.start()
  const devsn = box.cloud.signs.at(-1)?.clientId
  await box.kill()
  const elsewhere = join(folder, 'stick')
  mkdirSync(elsewhere)
  renameSync(station('key.pem'), join(elsewhere, 'key.pem'))
  symlinkSync(join(elsewhere, 'key.pem'), station('key.pem'))
  renameSync(elsewhere, `${elsewhere} away`)
  expect(await refusal()).toBe(
    `${station('key.pem')} is a link that leads nowhere: connect the disk that it leads to, or delete it.`,
  )
  renameSync(`${elsewhere} away`, elsewhere)
  await box.start()
  expect(box.cloud.signs.at(-1)?.clientId).toBe(devsn)
})

it('a file in place of the folder of copies for phones takes away these copies alone', async () => {
  writeFileSync(station('offline-copies'), 'no folder')
  await box.start()
  expect((await box.act('device_status', {})).code).toBe(Code.ok)
  expect(readFileSync(station('offline-copies'), 'utf8')).toBe('no folder')
})

it('a file in place of the download folder is told by its path, and the box goes on', async () => {
  rmSync(join(folder, 'downloads'), { recursive: true, force: true })
  writeFileSync(join(folder, 'downloads'), 'no folder')
  await box.start()
  expect((await box.act('device_status', {})).code).toBe(Code.ok)
  await until('it is told', () =>
    box.output().includes(`The download folder ${join(folder, 'downloads')} is a file: move it away`),
  )
  expect(box.output().trim().split('\n')).toHaveLength(1)
})

it('a restore that was interrupted is told', async () => {
  mkdirSync(join(folder, 'restoring-x'))
  expect(await refusal()).toContain('(restoring-x is left of it): empty the folder and run npm run restore again.')
})
