/** The order of the queue: priority, then the order that people gave it. */
import { randomBytes } from 'node:crypto'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { itWithAria2 } from '../../testing/engine.ts'

const fixture = setUpDownloads()
const { start, isDone } = fixture
const body = randomBytes(2_000_000)

/** Links that run one at a time. */
async function openQueue(names: string[], parts = {}): Promise<{ ids: string[]; hurry: () => void }> {
  await fixture.open(parts)
  await fixture.box.act('save_download_config', { max_running: 1 })
  const files = Object.fromEntries(names.map((name) => [`/${name}`, { body }]))
  const server = await fixture.serve(files, { bytesPerSecond: 200_000 })
  const ids: string[] = []
  for (const name of names) ids.push(await start(`${server.url}/${name}`))
  return { ids, hurry: server.hurry }
}

const taskOf = (id = '') => fixture.box.task(id)
const act = (name: string, data: object) => fixture.box.act(name, data)
/** Places of those that wait, 0 for what runs. */
const positions = (ids: string[]) => Promise.all(ids.map(async (id) => (await taskOf(id)).wait?.place ?? 0))
const orders = (ids: string[]) => Promise.all(ids.map(async (id) => (await taskOf(id)).order))

describe('on the box’s own engine', () => {
  const own = { searchPath: '', packaged: '' }

  it('a task that is moved before the running one takes its place, and that one waits with its bytes', async () => {
    const { ids, hurry } = await openQueue(['a.mkv', 'b.mkv', 'c.mkv'], own)
    const [a = '', b = '', c = ''] = ids
    await until('the first one moves', async () => (await taskOf(a)).down_size > 100_000)
    expect(await positions(ids)).toEqual([0, 1, 2])
    expect(await orders(ids)).toEqual([1, 2, 3])
    expect(await act('task_order', { task_ids: [c], to: 'before', before: a })).toMatchObject({
      code: Code.ok,
      data: { changed: 1 },
    })
    await until('the third one runs', async () => (await taskOf(c)).wait === null && (await taskOf(c)).speed_bytes > 0)
    expect(await positions(ids)).toEqual([1, 2, 0])
    expect(await orders(ids)).toEqual([2, 3, 1])
    expect((await taskOf(a)).down_size).toBeGreaterThan(100_000)
    hurry()
    for (const id of [c, a, b]) await isDone(id)
    expect(fixture.box.read('a.mkv')?.equals(body)).toBe(true)
    expect(await orders(ids)).toEqual([0, 0, 0])
  })

  it('several keep their order among themselves, and go to the end or the front', async () => {
    const { ids } = await openQueue(['a', 'b', 'c', 'd', 'e'], own)
    const [a = '', b = '', c = '', d = '', e = ''] = ids
    await act('task_order', { task_ids: [d, b], to: 'last' })
    expect(await orders([a, c, e, b, d])).toEqual([1, 2, 3, 4, 5])
    await act('task_order', { task_ids: [d, c], to: 'first' })
    expect(await orders([c, d, a, e, b])).toEqual([1, 2, 3, 4, 5])
    await act('task_order', { task_ids: [a, b], to: 'before', before: a })
    expect(await orders([c, d, a, b, e])).toEqual([1, 2, 3, 4, 5])
    expect(await act('task_order', { task_ids: [a], to: 'before', before: 'nothing' })).toMatchObject({
      code: TaskCode.notCreated,
    })
    expect(await act('task_order', { task_ids: ['nothing'], to: 'first' })).toMatchObject({ code: TaskCode.notCreated })
    // A new one comes behind all.
    const server = await fixture.serve({ '/f': { body } }, { bytesPerSecond: 1_000 })
    expect((await taskOf(await start(`${server.url}/f`))).order).toBe(6)
  })

  it('the same place can be taken a thousand times', async () => {
    const { ids } = await openQueue(['a', 'b', 'c'], own)
    const [a = '', b = '', c = ''] = ids
    for (let count = 0; count < 120; count += 1)
      await act('task_order', { task_ids: [count % 2 === 0 ? b : c], to: 'before', before: count % 2 === 0 ? c : b })
    expect((await orders([a, b, c])).toSorted()).toEqual([1, 2, 3])
    expect(await orders([a, c, b])).toEqual([1, 2, 3])
  })

  it('a high priority goes before the others and runs, a low one behind them; a restart keeps it', async () => {
    const { ids } = await openQueue(['a', 'b', 'c'], own)
    const [a = '', b = '', c = ''] = ids
    expect(await act('task_change', { task_ids: [c, 'nothing'], priority: 1 })).toMatchObject({ data: { changed: 1 } })
    await until('it runs', async () => (await taskOf(c)).wait === null)
    expect(await taskOf(c)).toMatchObject({ priority: 1, order: 1 })
    await act('task_change', { task_ids: [a], priority: -1 })
    expect(await orders([c, b, a])).toEqual([1, 2, 3])
    await fixture.reopen(own)
    expect(await orders([c, b, a])).toEqual([1, 2, 3])
    // A task that is moved among those of high priority becomes one of them.
    await act('task_order', { task_ids: [a], to: 'first' })
    expect(await taskOf(a)).toMatchObject({ priority: 1, order: 1 })
    expect(await act('task_change', { task_ids: ['nothing'], priority: 1 })).toMatchObject({ code: TaskCode.notCreated })
    expect(await act('task_change', { task_ids: [a], priority: 2 })).toMatchObject({
      code: Code.invalid,
      data: { field: 'priority' },
    })
  })
})

itWithAria2('on aria2 a torrent that gives up its place keeps its bytes', async () => {
  await fixture.open()
  await act('save_download_config', { max_running: 1 })
  const files = { 'film.mkv': randomBytes(3_000_000) }
  const [one, other] = [await fixture.swarm('one', files, 300_000), await fixture.swarm('other', files, 300_000)]
  const [first, second] = [await start(one.magnet), await start(other.magnet)]
  await until('the first one moves', async () => (await taskOf(first)).down_size > 0)
  await act('task_order', { task_ids: [second], to: 'first' })
  await until('the second one runs', async () => (await taskOf(second)).wait === null)
  expect(await taskOf(first)).toMatchObject({ status: 1, wait: { reason: 'queued', place: 1 } })
  expect((await taskOf(first)).down_size).toBeGreaterThan(0)
})
