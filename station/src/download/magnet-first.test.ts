/** A magnet that does not move gets its torrent another way: the task goes on with it (a real aria2 and a real swarm). */
import { randomBytes } from 'node:crypto'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect } from 'vitest'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { onEveryProgram } from '../testing/torrent-programs.ts'

let blobs: Record<string, Buffer>
let aheadMs: number
const fixture = setUpDownloads({ isOpen: true, blobOf: async (_, id) => blobs[id], now: () => Date.now() + aheadMs })
const itOnEveryProgram = onEveryProgram(fixture)
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const { start, isDone } = fixture
const files = { 'film.mkv': randomBytes(300_000), 'extra.mkv': randomBytes(100_000) }

beforeEach(() => {
  blobs = {}
  aheadMs = 0
})

/** A magnet that nobody answers, and a swarm that only its torrent names. */
async function silentMagnet(name: string) {
  const made = await fixture.swarm(name, files)
  blobs['file'] = made.bytes
  return { ...made, silent: `magnet:?xt=urn:btih:${made.infoHash}&dn=${name}&tr=http://127.0.0.1:9/announce` }
}

/** The engine asks the swarm for the metadata. */
async function asks(id: string): Promise<void> {
  await until('the engine asks for the metadata', async () => (await fixture.box.downloads.engine.active()).length > 0)
  expect(await fixture.box.task(id)).toMatchObject({ status: 1, total_size: 0 })
}

async function endsWhole(id: string, name: string): Promise<void> {
  await isDone(id)
  for (const [path, body] of Object.entries(files)) expect(fixture.box.read(`${name}/${path}`)?.equals(body), path).toBe(true)
  expect(fixture.box.updates.map(({ task }) => task.status)).not.toContain(3)
  expect(await fixture.box.tasks()).toHaveLength(1)
}

describe('a magnet without peers, then', () => {
  itFromPeers('its torrent file', async () => {
    const { silent } = await silentMagnet('file')
    const id = await start(silent)
    await asks(id)
    expect(await fixture.box.act('start_task', { torrent: 'file' })).toMatchObject({ code: TaskCode.inDownloading, task_id: id })
    await endsWhole(id, 'file')
  })

  itFromPeers('its torrent file by link', async () => {
    const { silent, bytes } = await silentMagnet('link')
    const server = await fixture.serve({ '/link.torrent': { body: bytes } })
    const id = await start(silent)
    await asks(id)
    const again = await fixture.box.act('start_task', { url: `${server.url}/link.torrent` })
    expect(again).toMatchObject({ code: TaskCode.inDownloading, task_id: id })
    await endsWhole(id, 'link')
  })

  itFromPeers('another magnet of its hash, whose tracker answers', async () => {
    const { silent, magnet } = await silentMagnet('magnet')
    const id = await start(silent)
    await asks(id)
    expect(await fixture.box.act('start_task', { url: magnet })).toMatchObject({ code: TaskCode.inDownloading, task_id: id })
    expect(await fixture.box.task(id)).toMatchObject({ url: silent })
    await endsWhole(id, 'magnet')
  })

  itFromPeers('its torrent file, where the box has set it aside for a while', async () => {
    const { silent } = await silentMagnet('waits')
    const dead = (count: number) => `magnet:?xt=urn:btih:${String(count).repeat(40)}`
    await fixture.box.act('save_download_config', { max_running: 1 })
    const id = await start(silent)
    await asks(id)
    for (const count of [1, 2, 3]) {
      aheadMs += 61_000
      await start(dead(count))
    }
    aheadMs += 61_000
    await until('it was set aside', async () => (await fixture.box.task(id)).wait?.reason === 'retry')
    expect(await fixture.box.act('start_task', { torrent: 'file' })).toMatchObject({ code: TaskCode.inDownloading, task_id: id })
    await isDone(id)
  })
})

itOnEveryProgram('a torrent file leads to the task of its info hash before it is started', async () => {
  const { magnet } = await silentMagnet('asked')
  expect(await fixture.box.act('download_status', { torrent: 'file' })).toMatchObject({ code: TaskCode.notCreated, data: null })
  const id = await start(magnet)
  expect(await fixture.box.act('download_status', { torrent: 'file' })).toMatchObject({ code: Code.ok, task_id: id })
  expect(await fixture.box.tasks()).toHaveLength(1)
  expect((await fixture.box.act('download_status', { torrent: 'none' })).code).toBe(TaskCode.notStarted)
})
