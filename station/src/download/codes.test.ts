/** Every code of spec 8's task table, triggered for real: a real aria2, real servers, a real swarm, a real small disk. */
import { expectCode } from '../testing/codes.ts'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { taskLimit } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { itWithAria2 } from '../testing/engine.ts'
import { setUpDownloads, type TestBox } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { bencode } from '../testing/swarm.ts'

const MB = 1024 * 1024
const fixture = setUpDownloads({ mayFault: true })

async function open(blobs: Record<string, Buffer> = {}): Promise<TestBox> {
  return fixture.open({ blobOf: async (_, id) => blobs[id] })
}

async function serve(body: Buffer, bytesPerSecond?: number) {
  const server = await fixture.serve({ '/film.mkv': { body } }, { bytesPerSecond })
  return `${server.url}/film.mkv`
}

const failed = (id: string) => until('it failed', async () => (await fixture.box.task(id)).status === 3)

it('200 task added, then 1006 in the downloading list, then 1007 in the complete list', async () => {
  const { act, task } = await open()
  const server = await fixture.serve({ '/film.mkv': { body: randomBytes(600_000) } }, { bytesPerSecond: 300_000 })
  const url = `${server.url}/film.mkv`
  const added = await act('start_task', { url })
  expect(added.code).toBe(TaskCode.added)
  expect((await act('start_task', { url })).code).toBe(TaskCode.inDownloading)
  server.hurry()
  await until('it is done', async () => (await task(added.task_id ?? '')).is_done)
  expect((await act('start_task', { url })).code).toBe(TaskCode.inComplete)
})

it('1000 task not created: nothing to start, a task that is not there', async () => {
  const { act } = await open()
  expect((await act('start_task', {})).code).toBe(TaskCode.notCreated)
  expect((await act('start_task', { task_id: 'nothing' })).code).toBe(TaskCode.notCreated)
  expect((await act('stop_task', { task_id: 'nothing' })).code).toBe(TaskCode.notCreated)
  expect((await act('download_status', { task_id: 'nothing' })).code).toBe(TaskCode.notCreated)
})

itWithAria2('1001 failed to start: the file is not there, nobody answers at the address', async () => {
  const { act, task } = await open()
  const url = await serve(Buffer.from('x'))
  const gone = (await act('start_task', { url: url.replace('film', 'gone') })).task_id ?? ''
  await failed(gone)
  expect(await task(gone)).toMatchObject({ code: TaskCode.notStarted, reason: 'not_found' })
  expect((await act('magnet_uri', { url: url.replace('film.mkv', 'gone.torrent') })).code).toBe(TaskCode.notStarted)
})

itWithAria2('1002 invalid link, with the reason; 1003 magnet null', async () => {
  const { act } = await open({ junk: Buffer.from('junk') })
  expect(await act('start_task', { url: 'hello' })).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'unsupported' } })
  expect(await act('start_task', { url: 'thunder://QUFaWg==' })).toMatchObject({
    code: TaskCode.invalidLink,
    data: { reason: 'no_frame' },
  })
  expect(await act('start_task', { url: 'http://127.0.0.1:1/own' })).toMatchObject({
    code: TaskCode.invalidLink,
    data: { reason: 'own_port' },
  })
  expect(await act('start_task', { torrent: 'junk' })).toMatchObject({
    code: TaskCode.invalidLink,
    data: { reason: 'bad_torrent' },
  })
  expect((await act('start_task', { url: 'magnet:?xt=urn:btih:' })).code).toBe(TaskCode.emptyMagnet)
})

it('1002 invalid link where the box has no engine for its kind', async () => {
  const { act } = await fixture.open({ searchPath: '', packaged: '' })
  for (const url of ['ftp://films.example/a.mkv', `magnet:?xt=urn:btih:${'ab'.repeat(20)}`])
    expect(await act('start_task', { url })).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'no_engine' } })
})

it('1004 reached the task limit', async () => {
  const { act } = await open()
  const db = new DatabaseSync(join(fixture.folder, 'station', 'station.db'))
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${taskLimit})
    INSERT INTO task (task_id, seq, key, kind, url, act_id, name, status, has_begun, path, down_size, download_size, total_size, file_count, select_count, code, reason, created_at)
    SELECT printf('%016x', i), i, 'key' || i, 'http', 'http://127.0.0.1:9/' || i, 'act' || i, 'name', 0, 0, '', 0, 0, 0, 1, 1, 200, '', 0 FROM n`)
  db.close()
  expect((await act('start_task', { url: 'http://127.0.0.1:9/one-more' })).code).toBe(TaskCode.limit)
})

itWithAria2('1005 torrent has 0 files, or none was chosen', async () => {
  const { act } = await open({ empty: bencode({ info: { name: 'x', files: [], 'piece length': 16_384, pieces: '' } }) })
  expect((await act('magnet_uri', { torrent: 'empty' })).code).toBe(TaskCode.noFiles)
  expect((await act('start_task', { torrent: 'empty' })).code).toBe(TaskCode.noFiles)
  expect((await act('start_task', { url: `magnet:?xt=urn:btih:${'ab'.repeat(20)}`, select: [] })).code).toBe(TaskCode.noFiles)
})

it('1008 download path not exists: before a start, and when it goes in the middle', async () => {
  const { act, task, root } = await open()
  const url = await serve(randomBytes(2_000_000), 400_000)
  const id = (await act('start_task', { url })).task_id ?? ''
  await until('it moves', async () => (await task(id)).down_size > 0)
  await act('stop_task', { task_id: id })
  // The engine recreates its folder while it stops a job, and not once it has.
  await until('the engine has stopped it', async () => (await fixture.box.downloads.engine.active()).length === 0)
  rmSync(root, { recursive: true, force: true })
  expect((await act('start_task', { task_id: id })).code).toBe(TaskCode.noFolder)
  expect((await act('start_task', { url: `${url}?other` })).code).toBe(TaskCode.noFolder)
})

describe.skipIf(!canMount)(`a full disk${canMount ? '' : ' (skipped: only root may mount a small tmpfs)'}`, () => {
  beforeEach(async () => {
    fixture.closing.push(mountSmallDisk(join(fixture.folder, 'downloads'), 100))
    await open()
  })

  it('1009 not enough space: a link that is larger than the room is refused before the engine has it', async () => {
    const server = await fixture.serve({ '/film.mkv': { body: Buffer.alloc(60 * MB) } })
    const started = await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })
    expect(started).toMatchObject({ code: TaskCode.noSpace, data: { reason: 'no_space' } })
    // spec 4: the start left it at stop.
    expect(await fixture.box.task(started.task_id ?? '')).toMatchObject({ status: 0, code: TaskCode.noSpace, reason: 'no_space' })
    expect(server.requests.map(({ method }) => method)).toEqual(['HEAD'])
  })

  it('1009 where the size comes late: a link is stopped before it fills the disk', async () => {
    const server = await fixture.serve(
      { '/film.mkv': { body: Buffer.alloc(60 * MB) } },
      { bytesPerSecond: 3 * MB, hasHead: false },
    )
    const id = (await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })).task_id ?? ''
    await failed(id)
    expect(await fixture.box.task(id)).toMatchObject({ code: TaskCode.noSpace, reason: 'no_space' })
  })

  itWithAria2('1009 where the metadata comes late: a magnet is stopped before it fills the disk', async () => {
    const files = { 'big.mkv': Buffer.alloc(60 * MB) }
    const swarm = await fixture.swarm('big', files)
    const id = (await fixture.box.act('start_task', { url: swarm.magnet })).task_id ?? ''
    await until('it is refused', async () => (await fixture.box.task(id)).status !== 1)
    expect(await fixture.box.task(id)).toMatchObject({ code: TaskCode.noSpace, reason: 'no_space' })
    expect(readdirSync(fixture.box.root)).toEqual([])
  })

  itWithAria2('1009 before anything is written, for a magnet whose files are known', async () => {
    const files = { 'big.mkv': Buffer.alloc(60 * MB) }
    const swarm = await fixture.swarm('big', files)
    expectCode(await fixture.box.act('magnet_uri', { url: swarm.magnet }), 'ok')
    expect((await fixture.box.act('start_task', { url: swarm.magnet })).code).toBe(TaskCode.noSpace)
    expect(await fixture.box.tasks()).toEqual([])
    expect(readdirSync(fixture.box.root)).toEqual([])
  })

  itWithAria2('P38: 1009 where the server never said how much comes and the disk runs full; the box lives on', async () => {
    const endless = http.createServer(({ method }, response) => {
      if (method === 'HEAD') return void response.end()
      const chunk = Buffer.alloc(MB)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    fixture.closing.push(() => (endless.closeAllConnections(), endless.close()))
    const address = endless.address()
    const id =
      (
        await fixture.box.act('start_task', {
          url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/endless.bin`,
        })
      ).task_id ?? ''
    await failed(id)
    expect(await fixture.box.task(id)).toMatchObject({ code: TaskCode.noSpace, reason: 'no_space' })
    await fixture.box.act('remove_task_and_file', { task_id: id, files: 1 })
    const small = (await fixture.box.act('start_task', { url: await serve(randomBytes(200_000)) })).task_id ?? ''
    await until('another is done', async () => (await fixture.box.task(small)).is_done)
  })

  it('P38: what the disk had no room for goes on by itself once there is room', async () => {
    writeFileSync(join(fixture.box.root, 'filler'), Buffer.alloc(60 * MB))
    const id = (await fixture.box.act('start_task', { url: await serve(randomBytes(9 * MB), 3 * MB) })).task_id ?? ''
    expect(await fixture.box.task(id)).toMatchObject({ code: TaskCode.noSpace })
    rmSync(join(fixture.box.root, 'filler'))
    await until('it is done', async () => (await fixture.box.task(id)).is_done)
    expect(fixture.box.read('film.mkv')?.length).toBe(9 * MB)
  })
})
