/** Data that a torrent finds on the disk is taken over: of its own task, of a removed one, of another program. A file that is something else is not touched. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect } from 'vitest'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { itWithAria2 } from '../testing/engine.ts'
import { onEveryProgram } from '../testing/torrent-programs.ts'
import type { Pace } from '../testing/file-server.ts'
import { openTestWebSeed, type SeededFile } from '../testing/web-seed.ts'

const piece = 65_536
let blobs: Record<string, Buffer>
const fixture = setUpDownloads({ isOpen: true, blobOf: async (_, id) => blobs[id] })
const itOnEveryProgram = onEveryProgram(fixture)
const { start, isDone, remaining } = fixture

beforeEach(() => {
  blobs = {}
})

/** Whole pieces, so that no file shares one with its neighbour. */
const episode = (at: number): SeededFile => ({ path: `season/${at}.mkv`, body: randomBytes(3 * piece) })

async function seeded(name: string, files: readonly SeededFile[], pace?: Pace) {
  const seed = await openTestWebSeed({ name, files }, pace)
  fixture.closing.push(seed.stop)
  blobs[name] = seed.bytes
  return seed
}

/** From peers, since the other programs ask a web seed for the names on the disk. */
const swarmed = (name: string, files: readonly SeededFile[]) =>
  fixture.swarm(name, Object.fromEntries(files.map(({ path, body }) => [path, body])))

const stateOf = async (id: string) => (await fixture.box.downloads.engine.job(id))?.state
const read = (path: string) => fixture.box.read(path)
const remove = (task_id: string, files: 0 | 1) => fixture.box.act('remove_task_and_file', { task_id, files })

function put(path: string, body: Buffer): void {
  const file = join(fixture.box.root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, body)
}

describe('removing a running torrent of one file', () => {
  for (const [files, title] of [
    [1, 'with its file'],
    [0, 'without its file'],
  ] as const)
    itWithAria2(`P35: ${title}: the engine's record beside it goes too, and a file of that name stays`, async () => {
      const name = 'owned.mkv'
      const seed = await seeded(name, [{ path: '', body: randomBytes(20 * piece) }], { firstBytes: 10 * piece })
      put(name, Buffer.from('mine'))
      const id = await start({ torrent: name })
      await until('it moves', async () => (await fixture.box.task(id)).down_size >= 2 * piece)
      // The engine saves its records every five seconds.
      await until('it has a record', () => remaining().some((one) => one.endsWith('.aria2')))
      await remove(id, files)
      seed.hurry()
      expect(remaining()).toEqual([name])
      expect(String(read(name))).toBe('mine')
    })
})

describe('files chosen later', () => {
  itOnEveryProgram('come to a finished torrent, and what is there is not loaded again', async () => {
    const files = [episode(1), episode(2), episode(3), episode(4)]
    const seed = await seeded('show', files)
    const id = await start({ torrent: 'show', select: '1-2' })
    await isDone(id)
    expect(seed.requested()).toEqual(['season/1.mkv', 'season/2.mkv'])
    expect(await fixture.box.act('start_task', { torrent: 'show', select: '2-3' })).toMatchObject({ code: Code.ok, task_id: id })
    expect(await fixture.box.task(id)).toMatchObject({
      status: 1,
      select_count: 3,
      down_size: 6 * piece,
      download_size: 9 * piece,
    })
    await isDone(id)
    expect(seed.requested()).toEqual(['season/3.mkv'])
    // The app names the task.
    expect(await fixture.box.act('start_task', { task_id: id, select: '1-4' })).toMatchObject({ code: Code.ok, task_id: id })
    await isDone(id)
    expect(seed.requested()).toEqual(['season/4.mkv'])
    for (const { path, body } of files) expect(read(`show/${path}`)?.equals(body), path).toBe(true)
    expect(await fixture.box.act('start_task', { torrent: 'show', select: '3' })).toMatchObject({ code: TaskCode.inComplete })
    expect(await fixture.box.tasks()).toHaveLength(1)
  })

  itOnEveryProgram('come to a running torrent', async () => {
    const files = [episode(1), episode(2), episode(3)]
    const seed = await seeded('running', files, { firstBytes: 2 * piece })
    const id = await start({ torrent: 'running', select: '1' })
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    expect(await fixture.box.act('start_task', { task_id: id, select: '1,3' })).toMatchObject({ code: Code.ok, task_id: id })
    expect(await fixture.box.task(id)).toMatchObject({ status: 1, select_count: 2, download_size: 6 * piece })
    seed.hurry()
    await isDone(id)
    expect(read('running/season/1.mkv')?.equals(files[0]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(read('running/season/3.mkv')?.equals(files[2]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(remaining()).toEqual(['running', 'running/season', 'running/season/1.mkv', 'running/season/3.mkv'])
  })

  itOnEveryProgram('that the torrent does not have are refused, and the running task goes on', async () => {
    await seeded('few', [episode(1), episode(2)], { firstBytes: piece })
    const id = await start({ torrent: 'few', select: '1' })
    expect(await fixture.box.act('start_task', { task_id: id, select: '1,3' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'select', rule: 'range' },
    })
    expect(await fixture.box.task(id)).toMatchObject({ status: 1, select_count: 1 })
  })
})

describe('a torrent that is added again after its task was removed and its files were kept', () => {
  itOnEveryProgram('is whole at once and shared on, and its files go with it when that is asked for', async () => {
    const files = [episode(1), episode(2)]
    const seed = await seeded('again', files)
    const first = await start({ torrent: 'again' })
    await isDone(first)
    await remove(first, 0)
    seed.requested()
    const second = await start({ torrent: 'again' })
    await isDone(second)
    expect(seed.requested()).toEqual([])
    await until('it is shared on', async () => (await stateOf(second)) === 'seeding')
    expect(remaining()).toEqual(['again', 'again/season', 'again/season/1.mkv', 'again/season/2.mkv'])
    await remove(second, 1)
    expect(remaining()).toEqual([])
  })
})

describe('data of another program', () => {
  itOnEveryProgram('that is complete is checked, taken over and shared on', async () => {
    const files = [episode(1), episode(2)]
    const seed = await seeded('other', files)
    for (const { path, body } of files) put(`other/${path}`, body)
    const id = await start({ torrent: 'other' })
    await isDone(id)
    await until('it is shared on', async () => (await stateOf(id)) === 'seeding')
    expect(seed.requested()).toEqual([])
    expect(remaining()).toEqual(['other', 'other/season', 'other/season/1.mkv', 'other/season/2.mkv'])
  })

  itOnEveryProgram('that is half there is completed, whether it is short or has holes', async () => {
    const files = [episode(1), episode(2), episode(3)]
    const seed = await seeded('half', files)
    const [first, second, third] = files.map(({ body }) => body) as [Buffer, Buffer, Buffer]
    put('half/season/1.mkv', first)
    put('half/season/2.mkv', second)
    truncateSync(join(fixture.box.root, 'half/season/2.mkv'), 2 * piece)
    put('half/season/3.mkv', Buffer.concat([Buffer.alloc(2 * piece), third.subarray(2 * piece)]))
    const id = await start({ torrent: 'half' })
    await isDone(id)
    expect(seed.requested()).toEqual(['season/2.mkv', 'season/3.mkv'])
    for (const { path, body } of files) expect(read(`half/${path}`)?.equals(body), path).toBe(true)
    expect(remaining()).toHaveLength(5)
  })

  itOnEveryProgram('stays when the task is removed before it is whole and the files are kept', async () => {
    const files = [episode(1), episode(2)]
    await seeded('stays', files, { firstBytes: 0 })
    const half = files[0]?.body.subarray(0, 2 * piece) ?? Buffer.alloc(0)
    put('stays/season/1.mkv', half)
    const id = await start({ torrent: 'stays' })
    await until('it was taken over', async () => (await fixture.box.task(id)).down_size >= 2 * piece)
    await remove(id, 0)
    expect(remaining()).toContain('stays/season/1.mkv')
    expect(
      read('stays/season/1.mkv')
        ?.subarray(0, 2 * piece)
        .equals(half),
    ).toBe(true)
  })

  itOnEveryProgram('is never written to where it is something else: the torrent’s file lies beside it', async () => {
    const files = [episode(1), episode(2)]
    const size = files[0]?.body.length ?? 0
    const { magnet } = await swarmed('mine', files)
    const own = { same: randomBytes(size), zeros: Buffer.alloc(size) }
    put('mine/season/1.mkv', own.same)
    put('mine/season/2.mkv', own.zeros)
    const id = await start(magnet)
    await isDone(id)
    expect(read('mine/season/1.mkv')?.equals(own.same)).toBe(true)
    expect(read('mine/season/2.mkv')?.equals(own.zeros)).toBe(true)
    for (const { path, body } of files) expect(read(`mine/${path.replace('.mkv', ' (2).mkv')}`)?.equals(body), path).toBe(true)
    const { data } = await fixture.box.act('get_media_files', { task_id: id })
    expect(data).toMatchObject({ paths: [{ name: '1 (2).mkv' }, { name: '2 (2).mkv' }] })
    await remove(id, 1)
    expect(remaining()).toEqual(['mine', 'mine/season', 'mine/season/1.mkv', 'mine/season/2.mkv'])
  })

  itOnEveryProgram('of a torrent that is a single file is taken over, or stays beside it', async () => {
    const body = randomBytes(3 * piece)
    const seed = await seeded('film.mkv', [{ path: '', body }])
    put('film.mkv', randomBytes(3 * piece))
    const first = await start({ torrent: 'film.mkv' })
    await isDone(first)
    expect(read('film (2).mkv')?.equals(body)).toBe(true)
    seed.requested()
    await remove(first, 0)
    await isDone(await start({ torrent: 'film.mkv' }))
    expect(seed.requested()).toEqual([])
    expect(remaining()).toEqual(['film (2).mkv', 'film.mkv'])
    expect(read('film.mkv')?.equals(body)).toBe(false)
  })

  itOnEveryProgram('of a file that was not chosen stays as it is', async () => {
    const files = [episode(1), episode(2)]
    await seeded('left', files)
    put('left/season/2.mkv', Buffer.from('mine'))
    const id = await start({ torrent: 'left', select: '1' })
    await isDone(id)
    await until('its job is over', async () => (await stateOf(id)) === undefined)
    expect(read('left/season/2.mkv')?.toString()).toBe('mine')
    await remove(id, 1)
    expect(remaining()).toEqual(['left', 'left/season', 'left/season/2.mkv'])
  })
})

describe('two torrents of one folder', () => {
  const info = { first: Buffer.from('first'.repeat(100)), second: Buffer.from('second'.repeat(100)) }

  itOnEveryProgram('have equal names side by side, and both are done', async () => {
    const ids = [
      await start((await swarmed('Season 9', [episode(1), { path: 'info.txt', body: info.first }])).magnet),
      await start((await swarmed('Season 9', [episode(2), { path: 'info.txt', body: info.second }])).magnet),
    ]
    for (const id of ids) await isDone(id)
    expect(remaining()).toEqual(
      ['', '/info (2).txt', '/info.txt', '/season', '/season/1.mkv', '/season/2.mkv'].map((name) => `Season 9${name}`),
    )
    expect(read('Season 9/info.txt')?.equals(info.first)).toBe(true)
    expect(read('Season 9/info (2).txt')?.equals(info.second)).toBe(true)
    await remove(ids[0] ?? '', 1)
    expect(remaining()).toEqual(['', '/info (2).txt', '/season', '/season/2.mkv'].map((name) => `Season 9${name}`))
  })

  itWithAria2('both go on and are whole after the box and its engine were killed', async () => {
    const files = [1, 2].map((at) => ({ path: `${at}.mkv`, body: randomBytes(40 * piece) }))
    const seeds = await Promise.all(
      files.map((file) => openTestWebSeed({ name: 'Season 9', files: [file] }, { firstBytes: 20 * piece })),
    )
    const ids: string[] = []
    for (const [at, { bytes, stop }] of seeds.entries()) {
      fixture.closing.push(stop)
      blobs[`torrent ${at}`] = bytes
      ids.push(await start({ torrent: `torrent ${at}` }))
    }
    const isMoving = async () => (await fixture.box.tasks()).every(({ down_size }) => down_size >= 8 * piece)
    await until('both move', isMoving)
    // The engine saves its records every five seconds.
    await until('both are recorded', () => {
      const jobs = join(fixture.folder, 'station', 'torrents', 'jobs')
      return ids.every((id) => readdirSync(join(jobs, id)).some((name) => name.endsWith('.aria2')))
    })
    process.kill(fixture.box.aria2Pid(), 'SIGKILL')
    await fixture.reopen()
    for (const { hurry } of seeds) hurry()
    for (const id of ids) await isDone(id)
    expect(fixture.box.updates.map(({ task }) => task.status)).not.toContain(3)
    // None of them met the other's record.
    expect(fixture.box.updates.filter(({ task }) => task.wait?.reason === 'retry')).toEqual([])
    for (const { path, body } of files) expect(read(`Season 9/${path}`)?.equals(body), path).toBe(true)
  })
})

describe('nothing is left of a torrent but its files', () => {
  // From a web seed, which Transmission asks for padding, too.
  itOnEveryProgram(
    'no empty folder, no padding, and padding is not loaded again',
    async () => {
      const files: SeededFile[] = [
        { path: 'dir1/a.mkv', body: randomBytes(piece + 100) },
        { path: `.pad/${piece - 100}`, body: Buffer.alloc(piece - 100), isPadding: true },
        { path: 'dir2/b.mkv', body: randomBytes(piece) },
        { path: 'dir3/c.mkv', body: randomBytes(piece) },
      ]
      const seed = await seeded('padded', files)
      const id = await start({ torrent: 'padded', select: '1,3' })
      await isDone(id)
      expect(remaining()).toEqual(['', '/dir1', '/dir1/a.mkv', '/dir2', '/dir2/b.mkv'].map((name) => `padded${name}`))
      seed.requested()
      await start({ task_id: id, select: '4' })
      await isDone(id)
      expect(seed.requested()).toEqual(['dir3/c.mkv'])
      await fixture.box.act('save_download_config', { seed_ratio: 0, seed_minutes: 0 })
      await until('the work folder is empty', () => {
        const work = join(fixture.box.root, '.incoming')
        return !readdirSync(fixture.box.root).includes('.incoming') || readdirSync(work).length === 0
      })
      expect(remaining()).toHaveLength(7)
    },
    { but: ['Transmission'] },
  )

  itOnEveryProgram('no padding of one that comes from peers, which is not loaded either', async () => {
    const files: SeededFile[] = [
      { path: 'dir1/a.mkv', body: randomBytes(piece + 100) },
      { path: `.pad/${piece - 100}`, body: Buffer.alloc(piece - 100) },
      { path: 'dir2/b.mkv', body: randomBytes(piece + 100) },
      // A second one of the same length.
      { path: `.pad/${piece - 100} `, body: Buffer.alloc(piece - 100) },
      { path: 'dir3/c.mkv', body: randomBytes(piece) },
    ]
    const { magnet } = await swarmed('padded', files)
    await fixture.box.act('save_download_config', { seed_ratio: 0, seed_minutes: 0 })
    const id = await start(magnet)
    await isDone(id)
    await until('its job is over', async () => (await stateOf(id)) !== 'seeding')
    const own = ['', '/dir1', '/dir1/a.mkv', '/dir2', '/dir2/b.mkv', '/dir3', '/dir3/c.mkv'].map((name) => `padded${name}`)
    await until('nothing else is left', () => remaining().length === own.length)
    expect(remaining()).toEqual(own)
    for (const { path, body } of files)
      if (!path.startsWith('.pad')) expect(read(`padded/${path}`)?.equals(body), path).toBe(true)
    await remove(id, 1)
    expect(remaining()).toEqual([])
  })
})
