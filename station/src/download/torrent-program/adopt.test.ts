/** Torrents that the owner's program has already become tasks: with their place and progress, and nothing of them is begun, moved or deleted unasked. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskDetail } from '@homeport/contract/download/task-control.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import type { TestProgram } from '../../../../testing/torrent-program.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { fromPeersOn, openProgramOf, programs } from '../../testing/torrent-programs.ts'

const fixture = setUpDownloads()
const act = (name: string, data: object) => fixture.box.act(name, data)
const nobody = 'http://127.0.0.1:9/announce'

function write(folder: string, name: string, files: Record<string, Buffer>): void {
  mkdirSync(join(folder, name), { recursive: true })
  for (const [path, body] of Object.entries(files)) writeFileSync(join(folder, name, path), body)
}

const only = async () => {
  await until('it is a task', async () => (await fixture.box.tasks()).length === 1)
  const [task] = await fixture.box.tasks()
  if (!task) throw new Error('no task')
  return task
}
const states = async (program: TestProgram) => (await program.torrents()).map(({ state }) => state)

describe.each(programs)('a torrent that $name had before the box$why', (kind) => {
  const { isMissing } = kind
  const itFromPeers = fromPeersOn(kind)
  async function openProgram(): Promise<TestProgram> {
    const program = await openProgramOf(fixture, kind)
    await fixture.useProgram(program)
    return program
  }

  it.skipIf(isMissing)(
    'is a finished task where it lies, goes on being shared by its own rules, and is removed with its task only',
    async () => {
      const program = await openProgram()
      const folder = join(fixture.folder, 'elsewhere', 'films')
      const files = { 'a.mkv': randomBytes(200_000), 'b.srt': randomBytes(500) }
      write(folder, 'before', files)
      const torrent = torrentOf({ name: 'before', files, announce: nobody })
      await program.give({ bytes: torrent.bytes, folder, tag: 'private tracker' })
      await until('it is shared', async () => (await states(program)).join() === 'shared')
      // The box itself shares nothing.
      const box = await fixture.open()
      await act('save_download_config', { seed_ratio: 0, seed_minutes: 0 })
      const task = await only()
      expect(task).toMatchObject({
        name: 'before',
        is_done: true,
        file_count: 2,
        folder: 'films',
        progress: 100,
        download_size: 200_500,
      })
      await until('its sharing is shown', async () => (await box.task(task.task_id)).is_seeding)
      expect(await act('task_detail', { task_id: task.task_id })).toMatchObject({ data: { path: join(folder, 'before') } })
      await fixture.reopen()
      await until('its sharing is shown again', async () => (await fixture.box.task(task.task_id)).is_seeding)
      expect(await program.torrents()).toMatchObject([{ folder, tags: ['private tracker'] }])
      expect(await states(program)).not.toContain('paused')
      expect(readFileSync(join(folder, 'before/a.mkv')).equals(files['a.mkv'])).toBe(true)
      await act('remove_task_and_file', { task_id: task.task_id, files: 0 })
      await until('it has left the program', async () => (await program.torrents()).length === 0)
      expect(existsSync(join(folder, 'before/a.mkv'))).toBe(true)
      expect(await fixture.box.tasks()).toEqual([])
    },
  )

  itFromPeers('that is stopped stays so; started in the app it goes on from its bytes in its place', async () => {
    const program = await openProgram()
    const body = randomBytes(600_000)
    const swarm = await fixture.swarm('half', { 'film.mkv': body })
    await fixture.open()
    const folder = join(fixture.box.root, 'Mine')
    // The first half is there.
    write(folder, 'half', { 'film.mkv': Buffer.concat([body.subarray(0, 327_680), Buffer.alloc(body.length - 327_680)]) })
    await program.give({ bytes: swarm.bytes, folder, isPaused: true })
    const task = await only()
    expect(task).toMatchObject({ status: 0, is_done: false, name: 'half', folder: 'downloads/Mine' })
    expect(await states(program)).toEqual(['paused'])
    expect(await act('start_task', { task_id: task.task_id, url: task.url })).toMatchObject({ code: Code.ok })
    await fixture.isDone(task.task_id)
    expect(readFileSync(join(folder, 'half/film.mkv')).equals(body)).toBe(true)
    await act('remove_task_and_file', { task_id: task.task_id, files: 1 })
    await until('its files are gone', () => !existsSync(join(folder, 'half')))
    await until('it has left the program', async () => (await program.torrents()).length === 0)
  })

  itFromPeers('stopped or begun by its owner in the program it is so in the app', async () => {
    const program = await openProgram()
    const swarm = await fixture.swarm('slow', { 'film.mkv': randomBytes(3_000_000) }, 60_000)
    const box = await fixture.open()
    const id = await fixture.start(swarm.magnet)
    await until('it moves', async () => (await box.task(id)).down_size > 0)
    const [torrent] = await program.torrents()
    const hash = torrent?.hash ?? ''
    await program.pause(hash)
    await until('it is stopped', async () => (await box.task(id)).status === 0)
    expect(await states(program)).toEqual(['paused'])
    await program.resume(hash)
    await until('it runs', async () => (await box.task(id)).status === 1)
    await act('stop_task', { task_id: id })
    await until('it is stopped there too', async () => (await states(program))[0] === 'paused')
    expect(await box.task(id)).toMatchObject({ status: 0 })
  })

  it.skipIf(isMissing)('is renamed and moved with its task, and goes on being shared from there', async () => {
    const program = await openProgram()
    await fixture.open()
    const folder = fixture.box.root
    const files = { 'a.mkv': randomBytes(200_000), 'b.srt': randomBytes(500) }
    write(folder, 'named', files)
    const torrent = torrentOf({ name: 'named', files, announce: nobody })
    await program.give({ bytes: torrent.bytes, folder })
    const task = await only()
    expect(await act('task_rename', { task_id: task.task_id, name: 'renamed' })).toMatchObject({ code: Code.ok })
    expect(fixture.box.read('renamed/a.mkv')?.equals(files['a.mkv'])).toBe(true)
    expect(await act('task_recheck', { task_id: task.task_id })).toMatchObject({ code: Code.ok })
    await fixture.isDone(task.task_id)
    await until('the program shares it', async () => (await states(program)).join() === 'shared')
    expect(fixture.box.read('renamed/a.mkv')?.equals(files['a.mkv'])).toBe(true)
    expect(existsSync(join(folder, 'named'))).toBe(false)
  })

  it.skipIf(isMissing)(
    'S126: that its owner moves or renames in the program is told where it lies now, and a verification finds it whole',
    async () => {
      const program = await openProgram()
      const box = await fixture.open()
      const files = { 'a.mkv': randomBytes(200_000), 'b.srt': randomBytes(500) }
      write(box.root, 'moved', files)
      const { bytes, infoHash } = torrentOf({ name: 'moved', files, announce: nobody })
      await program.give({ bytes, folder: box.root, tag: 'homeport' })
      const { task_id } = await only()
      await until('it is done', async () => (await box.task(task_id)).is_done)
      const pathNow = async () => TaskDetail.parse((await act('task_detail', { task_id })).data).path
      for (const folder of [join(box.root, 'Films'), fixture.inFolder('elsewhere')]) {
        mkdirSync(folder)
        await program.move(infoHash, folder)
        await until('the app tells its new place', async () => (await pathNow()) === join(folder, 'moved'))
        expect(await act('task_recheck', { task_id })).toMatchObject({ code: Code.ok })
        await fixture.isDone(task_id)
        expect(readFileSync(join(folder, 'moved/a.mkv')).equals(files['a.mkv'])).toBe(true)
        expect(await program.torrents()).toMatchObject([{ folder, progress: 1 }])
      }
      await program.renameFolder(infoHash, 'moved', 'named there')
      const named = fixture.inFolder('elsewhere/named there')
      await until('the app tells its new name', async () => (await pathNow()) === named)
      expect(await box.task(task_id)).toMatchObject({ name: 'named there', is_done: true })
      expect(await act('remove_task_and_file', { task_id, files: 1 })).toMatchObject({ code: Code.ok })
      await until('its files are gone', () => !existsSync(named))
    },
  )

  it.skipIf(isMissing).each(['alone', 'beside others'])(
    'S174: of which its owner renames a file in the program, %s, is told by its name now, and a verification finds it whole',
    async (where) => {
      const program = await openProgram()
      const box = await fixture.open()
      const [before, after] = where === 'alone' ? ['a.mkv', 'named there.mkv'] : ['Film/b.srt', 'Film/named there.srt']
      const files = { 'a.mkv': randomBytes(200_000), ...(where === 'alone' ? {} : { 'b.srt': randomBytes(500) }) }
      const { bytes, infoHash } =
        where === 'alone'
          ? torrentOf({ name: 'a.mkv', files: { '': files['a.mkv'] }, announce: nobody })
          : torrentOf({ name: 'Film', files, announce: nobody })
      if (where === 'alone') writeFileSync(join(box.root, 'a.mkv'), files['a.mkv'])
      else write(box.root, 'Film', files)
      const content = readFileSync(join(box.root, before))
      await program.give({ bytes, folder: box.root, tag: 'homeport' })
      const { task_id } = await only()
      await until('it is done', async () => (await box.task(task_id)).is_done)
      await program.renameFile(infoHash, before, after)
      await until('it has the name on the disk', () => existsSync(join(box.root, after)))
      await until('the task has the name', async () =>
        (await box.db.selectFrom('task_file').select('path').execute()).some(({ path }) => path === after),
      )
      expect(await act('task_recheck', { task_id })).toMatchObject({ code: Code.ok })
      await fixture.isDone(task_id)
      expect(readFileSync(join(box.root, after)).equals(content)).toBe(true)
      expect(existsSync(join(box.root, before))).toBe(false)
      expect(await program.torrents()).toMatchObject([{ progress: 1 }])
    },
  )

  it.skipIf(isMissing)('that has no names the box could write, or is of version 2 only, stays the program’s alone', async () => {
    const program = await openProgram()
    const files = { 'a.mkv': randomBytes(1_000) }
    const good = torrentOf({ name: 'good', files, announce: nobody })
    const bad = torrentOf({ name: '.incoming', files: { 'b.mkv': randomBytes(1_000) }, announce: nobody })
    for (const { bytes } of [bad, good]) await program.give({ bytes, folder: fixture.inFolder('kept'), isPaused: true })
    await fixture.open()
    expect(await only()).toMatchObject({ name: 'good', status: 0 })
    expect(await program.torrents()).toHaveLength(2)
  })

  itFromPeers('and that a task of the box has too, at another place, is not moved: the task says so', async () => {
    const program = await openProgramOf(fixture, kind)
    const swarm = await fixture.swarm('twice', { 'film.mkv': randomBytes(200_000) })
    await fixture.open()
    const id = await fixture.start(swarm.magnet)
    await fixture.isDone(id)
    const folder = fixture.inFolder('owners')
    await program.give({ bytes: swarm.bytes, folder })
    await until('it is whole there', async () => (await program.torrents()).some(({ progress }) => progress === 1))
    expect(await act('torrent_program_set', program.choice)).toMatchObject({ code: Code.ok })
    await until('it is looked at again', async () => (await act('task_recheck', { task_id: id })).code === Code.ok)
    await until('the task says why', async () => (await fixture.box.task(id)).status === 3)
    expect(await fixture.box.task(id)).toMatchObject({ reason: 'duplicate' })
    expect(existsSync(join(folder, 'twice/film.mkv'))).toBe(true)
    expect(await program.torrents()).toMatchObject([{ folder }])
  })
})
