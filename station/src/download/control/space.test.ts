/** Space is reserved before a start, counting what other tasks will still need (promise 38): on a real small disk. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { canMount, mountSmallDisk } from '../../testing/disk.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'

const MB = 1024 * 1024
const own = { searchPath: '', packaged: '' }
const fixture = setUpDownloads()
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const { start, isDone } = fixture
const wait = async (id: string) => (await fixture.box.task(id)).wait?.reason
const waits = (id: string) => until('it waits for space', async () => (await wait(id)) === 'space')
const moves = (id: string) => until('it moves', async () => (await fixture.box.task(id)).down_size > 0)

// 64 of its 100 MB are kept free.
describe.skipIf(!canMount)(`a disk for 36 MB${canMount ? '' : ' (skipped: only root may mount a small tmpfs)'}`, () => {
  beforeEach(() => void fixture.closing.push(mountSmallDisk(join(fixture.folder, 'downloads'), 100)))

  async function serve({ hasHead = true } = {}) {
    const files = { '/first': 20 * MB, '/second': 20 * MB, '/small': 2 * MB, '/huge': 40 * MB }
    const served = Object.entries(files).map(([path, size]) => [path, { body: randomBytes(size) }] as const)
    return { ...(await fixture.serve(Object.fromEntries(served), { bytesPerSecond: MB, hasHead })), bodies: new Map(served) }
  }

  it('P38: what does not fit beside the others waits, smaller ones pass it, and it goes on once another is removed', async () => {
    await fixture.open(own)
    const server = await serve()
    const first = await start(`${server.url}/first`)
    await moves(first)
    const second = await start(`${server.url}/second`)
    expect(await fixture.box.task(second)).toMatchObject({ status: 1, wait: { reason: 'space', place: 0, next_at: null } })
    // Two of 20 MB on a disk for 36.
    const { lacks_size } = await fixture.box.task(second)
    expect(lacks_size).toBeGreaterThan(3 * MB)
    expect(lacks_size).toBeLessThan(6 * MB)
    expect(await fixture.box.task(first)).toMatchObject({ lacks_size: 0 })
    expect(await fixture.box.act('start_task', { url: `${server.url}/huge` })).toMatchObject({ code: TaskCode.noSpace })
    await isDone(await start(`${server.url}/small`))
    expect(await wait(second)).toBe('space')
    await fixture.reopen()
    await moves(first)
    expect(await wait(second)).toBe('space')
    server.hurry()
    await fixture.box.act('remove_task_and_file', { task_id: first, files: 1 })
    await isDone(second)
    expect(fixture.box.read('second')?.equals(server.bodies.get('/second')?.body ?? Buffer.alloc(0))).toBe(true)
  })

  it('P38: it is refused when the others are done and the disk is full of them', async () => {
    await fixture.open(own)
    const server = await serve()
    const first = await start(`${server.url}/first`)
    await moves(first)
    const second = await start(`${server.url}/second`)
    expect(await wait(second)).toBe('space')
    server.hurry()
    await isDone(first)
    await until('it failed', async () => (await fixture.box.task(second)).status === 3)
    const failed = await fixture.box.task(second)
    expect(failed).toMatchObject({ code: TaskCode.noSpace, reason: 'no_space', wait: null })
    expect(failed.lacks_size).toBeGreaterThan(3 * MB)
  })

  it('P38: it also waits where its size comes late, and goes on from its bytes', async () => {
    await fixture.open(own)
    const server = await serve({ hasHead: false })
    const first = await start(`${server.url}/first`)
    await moves(first)
    const second = await start(`${server.url}/second`)
    await waits(second)
    await fixture.box.act('stop_task', { task_id: first })
    server.hurry()
    await isDone(second)
  })

  itFromPeers('P38: a magnet waits beside a link, and goes on when that is removed', async () => {
    await fixture.open()
    const server = await serve()
    const swarm = await fixture.swarm('film', { 'film.mkv': randomBytes(20 * MB) })
    // Its size is known before the link is here.
    await fixture.box.act('magnet_uri', { url: swarm.magnet })
    const first = await start(`${server.url}/first`)
    await moves(first)
    const second = await start(swarm.magnet)
    await waits(second)
    await fixture.box.act('remove_task_and_file', { task_id: first, files: 1 })
    await isDone(second)
  })
})
