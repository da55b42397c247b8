/** Events of the owner's program itself: an upgrade and an empty profile, each on the real program, and a full disk. */
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { fillDisk } from '../../../../testing/fill-disk.ts'
import { until } from '../../../../testing/until.ts'
import { canMount, mountSmallDisk } from '../../testing/disk.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { fromPeersOn, openProgramOf, programs } from '../../testing/torrent-programs.ts'

const blobs: Record<string, Buffer> = {}
const fixture = setUpDownloads({ blobOf: async (_, id) => blobs[id] })
const nobody = 'http://127.0.0.1:9/announce'
/** Parts of its profile that hold what it knows of torrents. */
const memories = { qBittorrent: ['qBittorrent/data'], Transmission: ['torrents', 'resume'] }
const later = { qBittorrent: process.env['LATER_QBITTORRENT'], Transmission: process.env['LATER_TRANSMISSION'] }

describe.each(programs)('events of $name itself$why', (kind) => {
  /** One that runs, one that is stopped, and one that is done. */
  async function openTasks() {
    const program = await openProgramOf(fixture, kind)
    await fixture.useProgram(program)
    const box = await fixture.open()
    const add = async (name: string) => {
      const { bytes, infoHash } = torrentOf({ name, files: { 'film.mkv': randomBytes(300_000) }, announce: nobody })
      blobs[name] = bytes
      return { id: await fixture.start({ torrent: name }), hash: infoHash }
    }
    const [going, stopped] = [await add('going'), await add('stopped')]
    const isThere = (hash: string, state: string) =>
      until(`it is ${state}`, async () => (await program.torrents()).some((one) => one.hash === hash && one.state === state))
    for (const { hash } of [going, stopped]) await isThere(hash, 'loading')
    await box.act('stop_task', { task_id: stopped.id })
    await isThere(stopped.hash, 'paused')
    const content = randomBytes(200_000)
    const done = torrentOf({ name: 'done.mkv', files: { '': content }, announce: nobody })
    writeFileSync(join(box.root, 'done.mkv'), content)
    await program.give({ bytes: done.bytes, folder: box.root, tag: 'homeport' })
    await until('it is a task that is done', async () => (await box.tasks()).some(({ is_done }) => is_done))
    const isAsBefore = async () => {
      await isThere(going.hash, 'loading')
      const byName = async (name: string) => (await box.tasks()).find((task) => task.name === name)
      await until('all are as before', async () => {
        const tasks = await Promise.all(['going', 'stopped', 'done.mkv'].map(byName))
        return tasks.map((task) => task?.status).join() === '1,0,2' && tasks.every((task) => task?.wait === null)
      })
      expect(await box.tasks()).toHaveLength(3)
      const running = (await program.torrents()).filter(({ state }) => state === 'loading')
      expect(running).toMatchObject([{ hash: going.hash, folder: box.root }])
    }
    return { program, box, isAsBefore, done }
  }

  const as = later[kind.name]
  const why = as === undefined ? ` (skipped: LATER_${kind.name.toUpperCase()} names no later one)` : ''
  it.skipIf(kind.isMissing || as === undefined)(
    `S175: that is upgraded on its profile has every task as it was${why}`,
    async () => {
      const { program, isAsBefore, done } = await openTasks()
      const version = () => fixture.box.downloads.engine.version()
      const before = version()
      await program.kill('SIGTERM')
      await program.begin(as)
      await isAsBefore()
      await until('it is known as another version', () => version() !== '' && version() !== before)
      const [going] = (await fixture.box.tasks()).filter(({ name }) => name === 'going')
      await fixture.box.act('stop_task', { task_id: going?.task_id })
      await until('it is stopped there', async () => (await program.torrents()).every(({ state }) => state !== 'loading'))
      await until('it shares what it shared', async () =>
        (await program.torrents()).some(({ hash, state }) => hash === done.infoHash && state === 'shared'),
      )
    },
  )

  it.skipIf(kind.isMissing)(
    'S176: that comes back with an empty profile is given what runs again; what is done stays done',
    async () => {
      const { program, isAsBefore } = await openTasks()
      await program.kill()
      for (const name of memories[kind.name]) rmSync(fixture.inFolder(join(kind.name, name)), { recursive: true, force: true })
      await program.begin()
      await isAsBefore()
      expect(await program.torrents()).toHaveLength(1)
    },
  )

  // It takes a minute and a half.
  if (canMount && process.env['SOAK'] === '1')
    fromPeersOn(kind)('S177: whose disk is full is told as such, and the download goes on once there is room', async () => {
      fixture.closing.push(mountSmallDisk(join(fixture.folder, 'downloads'), 100))
      const program = await openProgramOf(fixture, kind)
      await fixture.useProgram(program)
      const box = await fixture.open()
      const body = randomBytes(20_000_000)
      const swarm = await fixture.swarm('film', { 'film.mkv': body }, 1_000_000)
      const id = await fixture.start(swarm.magnet)
      await until('it moves', async () => (await box.task(id)).down_size > 0)
      const filler = join(box.root, 'filler')
      fillDisk(filler)
      await until('it is told that the disk is full', async () => {
        const { code, reason, wait } = await box.task(id)
        return wait?.reason === 'space' || (code === TaskCode.noSpace && reason === 'no_space')
      })
      rmSync(filler)
      const { status, url } = await box.task(id)
      if (status !== 1) await box.act('start_task', { task_id: id, url })
      await fixture.isDone(id)
      expect(box.read('film/film.mkv')?.equals(body)).toBe(true)
    })
})
