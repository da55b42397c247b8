/** A finished torrent that is sent to others: shown as such, counted over restarts, and ended by people and by its own rules. */
import { seedPorts } from '../../testing/swarm.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { startAria2 } from '../../testing/engine.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'

const fixture = setUpDownloads()
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const size = 600_000
const task = (id: string) => fixture.box.task(id)
const act = (name: string, data: object) => fixture.box.act(name, data)
const isSeeding = (id: string) => until('it is sent to others', async () => (await task(id)).is_seeding)
const isEnded = (id: string) => until('it is sent to nobody', async () => !(await task(id)).is_seeding)

async function openSwarm(name: string) {
  const swarm = await fixture.swarm(name, { 'film.mkv': randomBytes(size) })
  const id = await fixture.start(swarm.magnet)
  return { ...swarm, id }
}

/** It can only have the bytes from the box. */
async function openLeecher({ bytes, leaveToOthers }: { bytes: Buffer; leaveToOthers: () => void }): Promise<void> {
  leaveToOthers()
  const folder = join(fixture.folder, 'leecher')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.torrent'), bytes)
  const options = ['--no-conf', '--quiet', '--enable-dht=false', '--bt-enable-lpd=false', `--listen-port=${seedPorts}`]
  const child = await startAria2([...options, '--seed-time=0', `--dir=${folder}`, join(folder, 'a.torrent')])
  fixture.closing.push(() => child.kill('SIGKILL'))
}

itFromPeers('what is sent is shown and pushed while it is, survives a restart of the box, and a stop ends it', async () => {
  await fixture.open()
  await act('save_download_config', { seed_ratio: 0, seed_minutes: 60 })
  const swarm = await openSwarm('film')
  await fixture.isDone(swarm.id)
  await isSeeding(swarm.id)
  expect(await task(swarm.id)).toMatchObject({ status: 2, is_done: true, progress: 100 })
  await openLeecher(swarm)
  await until('it sent something', async () => (await task(swarm.id)).up_size > 0)
  const pushed = fixture.box.updates.filter(({ task }) => task.task_id === swarm.id && task.is_seeding)
  expect(pushed.some(({ task }) => task.up_size > 0)).toBe(true)
  expect(await act('stop_task', { task_id: swarm.id })).toMatchObject({ code: TaskCode.added })
  const ended = await task(swarm.id)
  expect(ended).toMatchObject({ status: 2, is_done: true, is_seeding: false, up_speed_bytes: 0 })
  expect(ended.up_size).toBeGreaterThan(0)
  expect(await fixture.box.downloads.engine.job(swarm.id)).toBeUndefined()
  await fixture.reopen()
  expect(await task(swarm.id)).toMatchObject({ is_seeding: false, up_size: ended.up_size })
})

itFromPeers('what was sent is kept where the box stops meanwhile', async () => {
  await fixture.open()
  await act('save_download_config', { seed_ratio: 0, seed_minutes: 60 })
  const swarm = await openSwarm('kept')
  await fixture.isDone(swarm.id)
  await openLeecher(swarm)
  await until('it sent something', async () => (await task(swarm.id)).up_size > 0)
  await fixture.reopen()
  expect(await task(swarm.id)).toMatchObject({ is_seeding: false })
  expect((await task(swarm.id)).up_size).toBeGreaterThan(0)
})

itFromPeers('its own ratio ends it, and so do many stopped at once', async () => {
  await fixture.open()
  await act('save_download_config', { seed_ratio: 0, seed_minutes: 60 })
  const [one, other] = [await openSwarm('one'), await openSwarm('other')]
  for (const { id } of [one, other]) await fixture.isDone(id)
  for (const { id } of [one, other]) await isSeeding(id)
  await act('task_change', { task_ids: [one.id], seed_ratio: 0.05 })
  expect((await task(one.id)).is_seeding).toBe(true)
  await openLeecher(one)
  await isEnded(one.id)
  expect((await task(one.id)).up_size).toBeGreaterThanOrEqual(0.05 * size)
  expect((await task(other.id)).is_seeding).toBe(true)
  expect(await act('task_many', { action: 'stop', task_ids: [one.id, other.id] })).toMatchObject({
    data: { changed: 1, refused: [{ task_id: one.id, code: TaskCode.notStarted }] },
  })
  expect(await task(other.id)).toMatchObject({ status: 2, is_done: true, is_seeding: false })
})
