/** ed2k links as tasks of a box: accepted, fetched by its own client, moved out of the work folder, over restarts (promises 34, 37, 38, 41). */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, it } from 'vitest'
import { openPeer, type PeerOptions } from '../../../../testing/ed2k/peer.ts'
import { openServer } from '../../../../testing/ed2k/server.ts'
import { linkTo, shareBytes } from '../../../../testing/ed2k/shared-file.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'

const fixture = setUpDownloads()
const { start, isDone } = fixture
const bytes = randomBytes(900_000)
const file = shareBytes('流浪地球 2023.mkv', bytes)

async function peer(options: PeerOptions = {}) {
  const opened = await openPeer(file, options)
  fixture.closing.push(opened.stop)
  return opened
}
const knownOf = (...ports: number[]) => new Map([[file.hash.toString('hex'), ports.map((port) => ({ host: '127.0.0.1', port }))]])

it('a link comes to the last byte from a source that a server names; the box takes it in a thunder link too', async () => {
  const source = await peer()
  const server = await openServer(knownOf(source.port))
  fixture.closing.push(server.stop)
  const box = await fixture.open({ ed2kServers: [{ host: '127.0.0.1', port: server.port }] })
  expect(box.downloads.engine.kinds.has('ed2k')).toBe(true)
  const wrapped = `thunder://${Buffer.from(`AA${linkTo(file)}ZZ`).toString('base64')}`
  const id = await start(wrapped)
  expect(await box.task(id)).toMatchObject({ name: file.name, kind: 'ed2k' })
  await isDone(id)
  expect(box.read(file.name)?.equals(bytes)).toBe(true)
  expect(fixture.remaining()).toEqual([file.name])
  expect((await box.act('start_task', { url: linkTo(file, [source]) })).code).toBe(TaskCode.inComplete)
})

it('a task that waits in a queue survives a restart of the box, and is removed with what it had', async () => {
  const source = await peer({ rank: 12 })
  const box = await fixture.open()
  const id = await start(linkTo(file, [source]))
  await until('it is in the queue', async () => (await box.downloads.engine.job(id, 'ed2k'))?.rank === 12)
  expect(await box.task(id)).toMatchObject({ status: TaskStatus.run, speed: '0K/S', down_size: 0 })
  const again = await fixture.reopen()
  await until('it is in the queue again', () => source.counts.slotRequests === 2)
  expect(source.hellos[0]?.equals(source.hellos[1] ?? Buffer.alloc(0))).toBe(true)
  await again.act('remove_task_and_file', { task_id: id, files: 1 })
  await until('nothing of it is left', () => !existsSync(join(again.root, '.incoming', id)))
  await until('its connection is closed', () => source.connected() === 0)
})

it('a file that was complete when the box was killed is moved out, not fetched again', async () => {
  const source = await peer({ rank: 1 })
  const box = await fixture.open()
  const id = await start(linkTo(file, [source]))
  await until('its size is known', async () => (await box.task(id)).total_size === bytes.length)
  await box.stop()
  // As it is between the last check and the move: the file, and its record gone.
  const work = join(box.root, '.incoming', id)
  writeFileSync(join(work, file.name), bytes)
  rmSync(join(work, `${file.name}.aria2`))
  const again = await fixture.open()
  await isDone(id)
  expect(again.read(file.name)?.equals(bytes)).toBe(true)
  expect(source.counts.blocks).toBe(0)
})

it('a wrong link is refused, and a task without any source goes on waiting for one', async () => {
  const box = await fixture.open({ privateSources: false })
  expect((await box.act('start_task', { url: 'ed2k://|server|1.2.3.4|4661|/' })).code).toBe(TaskCode.invalidLink)
  const source = await peer()
  const id = await start(linkTo(file, [source]))
  await until('the source is left', async () => (await box.downloads.engine.job(id, 'ed2k'))?.sources === 0)
  expect(await box.task(id)).toMatchObject({ status: TaskStatus.run, code: TaskCode.added })
  expect(source.counts.connections).toBe(0)
})

it.each([
  ['aMule, which had it elsewhere', ''],
  ['aria2, which had half of it here', bytes.subarray(0, 450_000)],
])('a task that another program fetched in an earlier version is fetched anew and whole: %s', async (_, before) => {
  const source = await peer({ rank: 1 })
  const box = await fixture.open()
  const id = await start(linkTo(file, [source]))
  await until('its size is known', async () => (await box.task(id)).total_size === bytes.length)
  await box.stop()
  const work = join(box.root, '.incoming', id)
  rmSync(work, { recursive: true })
  mkdirSync(work)
  if (before !== '') writeFileSync(join(work, file.name), before)
  // That program's own record, or the mark that the box set in its place.
  writeFileSync(join(work, `${file.name}.aria2`), before === '' ? '' : randomBytes(40))
  for (const folder of [join(box.root, '.amule', 'temp'), join(fixture.folder, 'station', 'amule')]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '001.part'), bytes.subarray(0, 450_000))
  }
  source.letIn()
  const again = await fixture.open()
  await isDone(id)
  expect(again.read(file.name)?.equals(bytes)).toBe(true)
  expect(fixture.remaining()).toEqual([file.name])
  expect(existsSync(join(fixture.folder, 'station', 'amule'))).toBe(false)
})
