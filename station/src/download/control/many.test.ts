/** Many tasks at once: ten thousand in one act, and the limits of single ones. */
import { randomBytes } from 'node:crypto'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { newRow } from '../task/start/new-row.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'

const own = { searchPath: '', packaged: '' }
const fixture = setUpDownloads()
const itOnEveryProgram = onEveryProgram(fixture)
const { start, isDone } = fixture
const act = (name: string, data: object) => fixture.box.act(name, data)

async function fill(count: number, status: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const accepted = {
      kind: 'http',
      url: `http://127.0.0.1:9/${at}`,
      key: `http://127.0.0.1:9/${at}`,
      name: `${at}.mkv`,
      size: 0,
      login: '',
    } as const
    const parts = { id: `act ${at}`, accepted, select: undefined, oldTaskId: '', size: 0, named: undefined, now: 1_000 }
    return { ...newRow(parts), seq: at + 1, queue_order: at + 1, status }
  })
  for (let at = 0; at < rows.length; at += 500)
    await fixture.box.db
      .insertInto('task')
      .values(rows.slice(at, at + 500))
      .execute()
}

describe('ten thousand tasks', () => {
  it('P43: are retried, stopped and removed by one act each, and the box goes on with others meanwhile', async () => {
    await fixture.open({ ...own, privateSources: false })
    await act('save_download_config', { max_running: 1 })
    await fill(10_000, 3)
    const batches: number[] = []
    fixture.box.events.on('tasks', ({ tasks }) => batches.push(tasks.length))
    let turns = 0
    const count = () => {
      turns += 1
      turning = setImmediate(count)
    }
    let turning = setImmediate(count)
    fixture.closing.push(() => clearImmediate(turning))
    const before = turns
    expect(await act('task_many', { action: 'stop', of: 'failed' })).toMatchObject({ data: { changed: 0, refused: [] } })
    expect(await act('task_many', { action: 'retry', of: 'failed' })).toMatchObject({
      code: Code.ok,
      data: { changed: 10_000, refused: [] },
    })
    expect(Math.max(...batches)).toBe(100)
    expect(turns - before).toBeGreaterThanOrEqual(100)
    await act('task_many', { action: 'stop', of: 'all' })
    expect((await fixture.box.tasks()).every(({ status }) => status === 0 || status === 3)).toBe(true)
    expect(await act('task_many', { action: 'remove', of: 'all' })).toMatchObject({ data: { changed: 10_000 } })
    expect(await fixture.box.tasks()).toEqual([])
    await until(
      'nothing is left of them',
      async () => (await fixture.box.db.selectFrom('task').selectAll().execute()).length === 0,
    )
  })

  it('have their order when they are listed', async () => {
    await fixture.open({ ...own })
    await fill(2_000, 0)
    const list = await act('task_list', { limit: 99 })
    expect(list.data).toMatchObject({ total: 2_000, data: expect.arrayContaining([expect.objectContaining({ order: 2_000 })]) })
  })
})

it('says for each of several tasks why it cannot be done', async () => {
  await fixture.open(own)
  const server = await fixture.serve(
    { '/a': { body: randomBytes(1_000) }, '/b': { body: randomBytes(500_000) } },
    { bytesPerSecond: 50_000 },
  )
  const [done, running] = [await start(`${server.url}/a`), await start(`${server.url}/b`)]
  await isDone(done)
  expect(await act('task_many', { action: 'start', task_ids: [done, running, 'nothing'] })).toMatchObject({
    data: {
      changed: 0,
      refused: [
        { task_id: done, code: TaskCode.inComplete },
        { task_id: running, code: TaskCode.inDownloading },
        { task_id: 'nothing', code: TaskCode.notCreated },
      ],
    },
  })
  expect(await act('task_many', { action: 'recheck', task_ids: [running] })).toMatchObject({
    data: { refused: [{ code: TaskCode.notStarted, reason: 'no_checksum' }] },
  })
  expect(await act('task_many', { action: 'stop', task_ids: [running] })).toMatchObject({ data: { changed: 1, refused: [] } })
  await until('its connections are closed', async () => (await fixture.box.downloads.engine.active()).length === 0)
  expect(await fixture.box.task(running)).toMatchObject({ status: 0 })
  server.hurry()
  expect(await act('task_many', { action: 'start', of: 'stopped' })).toMatchObject({ data: { changed: 1 } })
  await isDone(running)
})

it('limits one task alone, at once and after a restart of its job', async () => {
  await fixture.open(own)
  const body = randomBytes(4_000_000)
  const server = await fixture.serve({ '/slow': { body }, '/quick': { body } }, { bytesPerSecond: 1_000_000 })
  const slow = await start(`${server.url}/slow`)
  expect(await act('task_change', { task_ids: [slow], down_limit_bytes: 20_000 })).toMatchObject({ data: { changed: 1 } })
  const quick = await start(`${server.url}/quick`)
  await isDone(quick)
  expect((await fixture.box.task(slow)).is_done).toBe(false)
  await act('stop_task', { task_id: slow })
  await act('start_task', { task_id: slow })
  server.hurry()
  const again = await start(`${server.url}/quick?again`)
  await isDone(again)
  expect((await fixture.box.task(slow)).is_done).toBe(false)
  await act('task_change', { task_ids: [slow], down_limit_bytes: 0 })
  await isDone(slow)
})

itOnEveryProgram('limits and seeds one torrent by its own rules', async () => {
  await fixture.open()
  await act('save_download_config', { seed_ratio: 0, seed_minutes: 0 })
  const files = { 'film.mkv': randomBytes(300_000) }
  const { magnet } = await fixture.swarm('own', files)
  const id = await start(magnet)
  await act('task_change', { task_ids: [id], up_limit_bytes: 5_000, seed_ratio: 3, seed_minutes: 30 })
  await isDone(id)
  await until('it is seeded', async () => (await fixture.box.downloads.engine.job(id))?.state === 'seeding')
  // The box's rule changes, its own stays; then it gives it up.
  await act('save_download_config', { seed_ratio: 0, seed_minutes: 0, up_limit_bytes: 7_000 })
  expect((await fixture.box.downloads.engine.job(id))?.state).toBe('seeding')
  await act('task_change', { task_ids: [id], seed_ratio: null, seed_minutes: null })
  await until('it is seeded no more', async () => (await fixture.box.downloads.engine.job(id))?.state !== 'seeding')
})
