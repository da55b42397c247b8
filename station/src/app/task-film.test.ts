/** The station as a real process: a finished download is reported with its film, for as long as it has one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Task, downloadStatus, taskList, taskRow } from '@homeport/contract/download/download.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { clip } from '../testing/library.ts'
import { openTestCloud, owner, type TestCloud } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let folder: string
let cloud: TestCloud
let box: ChildProcess
let lives = 0
let server: Awaited<ReturnType<typeof openTestFiles>>

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  lives = 0
  server = await openTestFiles({ '/Harbour.2020.mkv': { body: readFileSync(await clip()) } })
})
afterEach(async () => {
  await kill()
  await server.stop()
  await cloud.stop()
  clear(folder)
})

async function start(): Promise<string> {
  const env = {
    ...compileCache,
    PATH: process.env.PATH,
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_DATA: folder,
    HOMEPORT_CLOUD: cloud.url,
    HOMEPORT_PRIVATE_SOURCES: '1',
  }
  box = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  lives += 1
  await cloud.hello(lives)
  const devsn = cloud.signs.at(-1)?.clientId ?? ''
  await cloud.send(devsn, 'en', { kind: 'household', members: [owner], name: '' })
  return devsn
}

async function kill(): Promise<void> {
  if (box.exitCode !== null || box.signalCode !== null) return
  const gone = new Promise((resolve) => box.once('exit', resolve))
  box.kill('SIGKILL')
  await gone
}

/** The only task, as mirrored to a cloud that has no rows yet. */
async function mirrored(devsn: string): Promise<Task | undefined> {
  const before = cloud.received.length
  await cloud.send(devsn, 'en', { kind: 'mirror_from', epoch: '', rev: 0 })
  const rows = () =>
    cloud.received.slice(before).flatMap(({ realm, up }) => (realm === 'en' && up.kind === 'mirror' && up.first ? up.rows : []))
  await until('the box tells its rows', () => rows().length > 0)
  return rows()
    .filter(({ report, value }) => report === taskRow.name && value !== null)
    .map(({ value }) => Task.parse(value))[0]
}

const firstTask = async (devsn: string) =>
  z.object({ data: z.array(Task) }).parse((await cloud.act(devsn, taskList.name, {})).data).data[0]

/** The pushes of the only task from this index on. */
const pushed = (from: number) =>
  cloud.received
    .slice(from)
    .flatMap(({ up }) => (up.kind === 'push' && up.frame.act === downloadStatus.name ? [Task.parse(up.frame.data)] : []))

it('a finished download bears its film from when the library has it, with its picture, over a kill, another name, and until its file goes', async () => {
  const devsn = await start()
  await cloud.act(devsn, 'start_task', { url: `${server.url}/Harbour.2020.mkv` })
  await until('it has its film and picture', async () => ((await firstTask(devsn))?.film?.poster ?? '') !== '')
  const film = (await firstTask(devsn))?.film
  expect(film).toMatchObject({ title: 'Harbour' })
  await until('apps are told', () => pushed(0).at(-1)?.film?.poster === film?.poster)
  expect((await mirrored(devsn))?.film).toEqual(film)

  await kill()
  const again = await start()
  expect((await mirrored(again))?.film).toEqual(film)
  expect((await firstTask(again))?.film).toEqual(film)

  const from = cloud.received.length
  const downloads = join(folder, 'downloads')
  renameSync(join(downloads, 'Harbour.2020.mkv'), join(downloads, 'Port.2020.mkv'))
  await until('its file is not there any more', async () => (await firstTask(again))?.film === null)
  expect((await mirrored(again))?.film).toBe(null)
  await until('apps are told', () => pushed(from).at(-1)?.film === null)
  renameSync(join(downloads, 'Port.2020.mkv'), join(downloads, 'Harbour.2020.mkv'))
  await until('it is there again', async () => (await firstTask(again))?.film?.title === 'Harbour')
  rmSync(join(downloads, 'Harbour.2020.mkv'))
  await until('it is deleted', async () => (await firstTask(again))?.film === null)
}, 180_000)
