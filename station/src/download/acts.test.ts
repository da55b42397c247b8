/** Download acts as a phone sends them, on a real aria2 with real servers and a real swarm. */
import { expectCode } from '../testing/codes.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startTask } from '@homeport/contract/download/download.ts'
import { itWithAria2 } from '../testing/engine.ts'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import type { Served } from '../testing/file-server.ts'

const fixture = setUpDownloads({ isOpen: true })
const { swarm, isDone } = fixture

const serve = (files: Record<string, Served>, bytesPerSecond?: number) => fixture.serve(files, { bytesPerSecond })
const idOf = (frame: { task_id?: string }) => frame.task_id ?? ''

it('all tasks of a long list are read, though some at a time: each once, as the list of an app has it', async () => {
  const server = await serve({ '/a.mkv': { body: randomBytes(100_000) } }, 10_000)
  const id = idOf(await fixture.box.act('start_task', { url: `${server.url}/a.mkv` }))
  await fixture.box.act('stop_task', { task_id: id })
  const { db, downloads } = fixture.box
  const row = await db.selectFrom('task').selectAll().where('task_id', '=', id).executeTakeFirstOrThrow()
  for (let at = 0; at < 250; at += 1) {
    const own = {
      seq: row.seq + 1 + at,
      task_id: `copy ${at}`,
      key: `copy ${at}`,
      act_id: `copy ${at}`,
      name: `${at}`,
      queue_order: 1_000 - at,
    }
    await db
      .insertInto('task')
      .values({ ...row, ...own })
      .execute()
  }
  const all = []
  for await (const task of downloads.tasks.all()) all.push(task)
  const { data, total } = await downloads.tasks.list(999, 0)
  const byId = (one: { task_id: string }, other: { task_id: string }) => one.task_id.localeCompare(other.task_id)
  expect(total).toBe(251)
  expect(all.toSorted(byId)).toEqual(data.toSorted(byId))
})

describe('a link', () => {
  it('whose start is refused stays at stop with its reason beside it (spec 4)', async () => {
    const server = await serve({ '/a.mkv': { body: randomBytes(100_000) } }, 10_000)
    const started = await fixture.box.act('start_task', { url: `${server.url}/a.mkv` })
    const id = idOf(started)
    await fixture.box.act('stop_task', { task_id: id })
    rmSync(fixture.box.root, { recursive: true })
    expect(await fixture.box.act('start_task', { task_id: id })).toMatchObject({ code: TaskCode.noFolder })
    expect(await fixture.box.task(id)).toMatchObject({ status: 0, code: TaskCode.noFolder, reason: 'no_folder' })
    mkdirSync(fixture.box.root)
    expect(await fixture.box.act('start_task', { task_id: id })).toMatchObject({ code: Code.ok })
    expect(await fixture.box.task(id)).toMatchObject({ status: 1, code: Code.ok, reason: '' })
  })

  itWithAria2('that the engine knows no more is unknown (-2) until it has it again', async () => {
    const server = await serve({ '/b.mkv': { body: randomBytes(3_000_000) } }, 200_000)
    const id = idOf(await fixture.box.act('start_task', { url: `${server.url}/b.mkv` }))
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    // Keeps it out of the engine, as just after the engine lost it.
    const held = vi.spyOn(fixture.box.downloads.engine, 'addLink').mockResolvedValue()
    await fixture.box.downloads.engine.forget(id)
    expect((await fixture.box.task(id)).status).toBe(-2)
    held.mockRestore()
    await until('it runs again', async () => (await fixture.box.task(id)).status === 1)
  })

  it('that the box knew under another id is told with that id (spec 3: old_task_id)', async () => {
    const server = await serve({ '/c.mkv': { body: randomBytes(10_000) } })
    const gone = '0123456789abcdef'
    const started = await fixture.box.act('start_task', { url: `${server.url}/c.mkv`, task_id: gone })
    expect(started.data).toMatchObject({ old_task_id: gone })
    const { task_id } = startTask.output.parse(started.data)
    expect(await fixture.box.task(task_id)).toMatchObject({ old_task_id: gone })
    await isDone(task_id)
    expect(await fixture.box.act('start_task', { task_id })).toMatchObject({
      code: TaskCode.inComplete,
      data: { old_task_id: '' },
    })
  })

  it('is accepted, moves, and ends byte for byte in the download folder under its server’s name', async () => {
    const film = randomBytes(3_000_000)
    const server = await serve({ '/films/Big%20Buck%20Bunny%20%E5%85%94.mkv': { body: film } }, 2_000_000)
    const url = `${server.url}/films/Big%20Buck%20Bunny%20%E5%85%94.mkv`
    const started = await fixture.box.act('start_task', { url })
    expect(started).toMatchObject({ code: Code.ok, url, data: { old_task_id: '' } })
    await until('the percent moves', async () => {
      const { progress, speed_bytes, speed } = await fixture.box.task(idOf(started))
      return progress > 0 && progress < 100 && speed_bytes > 0 && speed !== '0K/S'
    })
    await isDone(idOf(started))
    expect(fixture.box.read('Big Buck Bunny 兔.mkv')?.equals(film)).toBe(true)
    expect(await fixture.box.task(idOf(started))).toMatchObject({
      status: 2,
      progress: 100,
      name: 'Big Buck Bunny 兔.mkv',
      url,
      down_size: film.length,
      download_size: film.length,
      total_size: film.length,
      size_text: '2.9M',
    })
    expect(readdirSync(join(fixture.box.root, '.incoming'))).toEqual([])
  })

  it('keeps the name that the server says, never a path', async () => {
    const body = randomBytes(1000)
    const server = await serve({
      '/get': { body, headers: { 'content-disposition': 'attachment; filename="../../../escaped.txt"' } },
    })
    const started = await fixture.box.act('start_task', { url: `${server.url}/get` })
    await until('it is over', async () => (await fixture.box.task(idOf(started))).status !== 1)
    expect(existsSync(join(fixture.folder, 'escaped.txt'))).toBe(false)
    const inside = readdirSync(fixture.box.root).filter((name) => name !== '.incoming')
    expect(inside).toHaveLength(1)
    expect(fixture.box.read(inside[0] ?? '')?.equals(body)).toBe(true)
  })

  it('never replaces a file that stands there: the second of two with one name gets a number', async () => {
    const [a, b] = [randomBytes(5000), randomBytes(5000)]
    const server = await serve({ '/a/film.mkv': { body: a }, '/b/film.mkv': { body: b } })
    const first = await fixture.box.act('start_task', { url: `${server.url}/a/film.mkv` })
    await isDone(idOf(first))
    const second = await fixture.box.act('start_task', { url: `${server.url}/b/film.mkv` })
    await isDone(idOf(second))
    expect(fixture.box.read('film.mkv')?.equals(a)).toBe(true)
    expect(fixture.box.read('film (2).mkv')?.equals(b)).toBe(true)
  })

  it('that is running answers 1006, one that is complete 1007, both with its task; deleted on disk it may be fetched again', async () => {
    const server = await serve({ '/film.mkv': { body: randomBytes(2_000_000) } }, 1_000_000)
    const started = await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })
    const task_id = idOf(started)
    expect(await fixture.box.act('start_task', { url: `${server.url.replace('http', 'HTTP')}/film.mkv#part` })).toMatchObject({
      code: TaskCode.inDownloading,
      task_id,
    })
    server.hurry()
    await isDone(task_id)
    expect(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })).toMatchObject({
      code: TaskCode.inComplete,
      task_id,
    })
    rmSync(join(fixture.box.root, 'film.mkv'))
    expect(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })).toMatchObject({ code: Code.ok, task_id })
    await isDone(task_id)
    expect(fixture.box.read('film.mkv')?.length).toBe(2_000_000)
  })

  it('to nothing fails with its reason and can be started again', async () => {
    const files: Record<string, Served> = {}
    const server = await serve(files)
    const started = await fixture.box.act('start_task', { url: `${server.url}/late.bin` })
    await until('it failed', async () => (await fixture.box.task(idOf(started))).status === 3)
    expect(await fixture.box.task(idOf(started))).toMatchObject({
      code: TaskCode.notStarted,
      reason: 'not_found',
      is_done: false,
    })
    files['/late.bin'] = { body: Buffer.from('here now') }
    expect(await fixture.box.act('start_task', { task_id: idOf(started) })).toMatchObject({
      code: Code.ok,
      data: { task_id: idOf(started) },
    })
    await isDone(idOf(started))
    expect(String(fixture.box.read('late.bin'))).toBe('here now')
  })

  it('stops and goes on where it was', async () => {
    const body = randomBytes(3_000_000)
    const server = await serve({ '/film.mkv': { body } }, 800_000)
    const started = await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })
    const task_id = idOf(started)
    await until('some of it is here', async () => (await fixture.box.task(task_id)).down_size > 300_000)
    expect(await fixture.box.act('stop_task', { task_id })).toMatchObject({ code: Code.ok, data: { task_id } })
    const stopped = await fixture.box.task(task_id)
    expect(stopped).toMatchObject({ status: 0, speed: '0K/S' })
    expect(stopped.down_size).toBeGreaterThan(300_000)
    server.hurry()
    expect(await fixture.box.act('start_task', { task_id })).toMatchObject({ code: Code.ok })
    await isDone(task_id)
    expect(fixture.box.read('film.mkv')?.equals(body)).toBe(true)
    expect(server.requests.some((one) => one.range !== '')).toBe(true)
  })
})

describe('a link that the box does not take', () => {
  it.each([
    ['magnet:?xt=urn:btih:', 1003, undefined],
    ['magnet:?dn=only+a+name', 1003, undefined],
    ['gopher://old.example/1', 1002, 'unsupported'],
    [`magnet:?xt=urn:btmh:1220${'ab'.repeat(32)}`, 1002, 'version_2'],
    ['magnet:?xt=urn:btih:c9e15763f722', 1002, 'cut_short'],
    ['thunder://QUFodHRwOi8vZXhhbXBsZS5jb20vZmlsZS56aXAuWg==', 1002, 'no_frame'],
    ['ed2k://|server|1.2.3.4|4661|/', 1002, 'not_a_file'],
  ])('%s answers %i', async (url, code, reason) => {
    expect(await fixture.box.act('start_task', { url })).toMatchObject(reason ? { code, data: { reason } } : { code })
    expect(await fixture.box.tasks()).toEqual([])
  })

  it('names the field of a wrong request', async () => {
    expect(await fixture.box.act('start_task', { url: 7 })).toMatchObject({
      code: Code.invalid,
      data: { field: 'url', rule: 'invalid' },
    })
    expect(await fixture.box.act('format_disk', {})).toMatchObject({ code: Code.invalid, data: { field: 'act', rule: 'act' } })
  })

  it('answers 1008 without its folder', async () => {
    rmSync(fixture.box.root, { recursive: true })
    expect(await fixture.box.act('start_task', { url: 'http://127.0.0.1:9/a' })).toMatchObject({ code: TaskCode.noFolder })
  })
})

describe('a magnet', () => {
  const files = { 'film.mkv': randomBytes(900_000), 'sub/字幕.srt': randomBytes(3_000), 'extra/bonus.mkv': randomBytes(700_000) }

  itWithAria2('shows its files, and what was chosen comes byte for byte while the rest leaves no stub', async () => {
    const { magnet } = await swarm('流浪地球 (2019)', files)
    const shown = await fixture.box.act('magnet_uri', { url: magnet })
    expect(shown).toMatchObject({
      code: Code.ok,
      data: {
        torrent_info: {
          name: '流浪地球 (2019)',
          total: 3,
          total_size: 1_603_000,
          sub_fileinfo: [
            { index: 1, file_name: 'film.mkv', file_size: 900_000 },
            { index: 2, file_name: 'sub/字幕.srt' },
            { index: 3 },
          ],
        },
      },
    })
    for (const select of ['0-2', [0], '1,4', [1, 4]])
      expect(await fixture.box.act('start_task', { url: magnet, select })).toMatchObject({
        code: Code.invalid,
        data: { field: 'select', rule: 'range' },
      })
    const started = await fixture.box.act('start_task', { url: magnet, select: [2, 1] })
    expectCode(started, 'ok')
    expect(await fixture.box.task(idOf(started))).toMatchObject({
      name: '流浪地球 (2019)',
      file_count: 3,
      select_count: 2,
      download_size: 903_000,
      total_size: 1_603_000,
    })
    await isDone(idOf(started))
    expect(fixture.box.read('流浪地球 (2019)/film.mkv')?.equals(files['film.mkv'])).toBe(true)
    expect(fixture.box.read('流浪地球 (2019)/sub/字幕.srt')?.equals(files['sub/字幕.srt'])).toBe(true)
    const remaining = readdirSync(fixture.box.root, { recursive: true }).map(String)
    expect(remaining.filter((name) => name.includes('bonus') || name.endsWith('.aria2') || name.endsWith('.torrent'))).toEqual([])
  })

  itWithAria2('started at once, without looking at its files, comes whole', async () => {
    const { magnet, infoHash } = await swarm('whole', files)
    const started = await fixture.box.act('start_task', { url: magnet })
    expectCode(started, 'ok')
    expect(await fixture.box.act('start_task', { url: `magnet:?xt=urn:btih:${infoHash.toUpperCase()}` })).toMatchObject({
      code: TaskCode.inDownloading,
      task_id: idOf(started),
    })
    await isDone(idOf(started))
    for (const [name, body] of Object.entries(files)) expect(fixture.box.read(`whole/${name}`)?.equals(body)).toBe(true)
    expect(await fixture.box.act('start_task', { url: magnet })).toMatchObject({
      code: TaskCode.inComplete,
      task_id: idOf(started),
    })
  })

  itWithAria2('pages its file list', async () => {
    const { magnet } = await swarm('pages', files)
    expect(await fixture.box.act('magnet_uri', { url: magnet, page: 2, limit: 2 })).toMatchObject({
      data: { torrent_info: { total: 3, sub_fileinfo: [{ index: 3 }] } },
    })
  })

  itWithAria2('of nobody answers without a list in time', async () => {
    const answer = await fixture.box.act('magnet_uri', { url: `magnet:?xt=urn:btih:${'ab'.repeat(20)}` })
    expect(answer).toMatchObject({ code: Code.ok, data: {} })
  })
})
