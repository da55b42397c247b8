/** ed2k links by the box's own client, to the last byte, from peers that speak the network's protocol over TCP (promises 37, 41, 42). */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linkTo, partBytes, shareBytes } from '../../../../../testing/ed2k/shared-file.ts'
import { until } from '../../../../../testing/until.ts'
import { gid, setUpEd2k } from '../../../testing/ed2k.ts'
import { askAgainMs } from './source-list.ts'

const fixture = setUpEd2k()
const { openClient, peer, server, job, isDone, dir, names, read } = fixture
const small = randomBytes(700_000)
const smallFile = shareBytes('流浪地球 ＃1.mkv', small)
/** Two parts and a bit. */
const large = randomBytes(2 * partBytes + 300_000)
const largeFile = shareBytes('Metropolis.mkv', large)

const add = (client: ReturnType<typeof openClient>, url: string, name = '') =>
  client.addLink({ gid, kind: 'ed2k', url, dir: dir(), name })

it('a file of one part comes from a source in its link, under the name in the link', async () => {
  const source = await peer(smallFile)
  const client = openClient()
  await add(client, linkTo(smallFile, [source]))
  await isDone(client)
  expect(names()).toEqual(['流浪地球 ＃1.mkv'])
  expect(read('流浪地球 ＃1.mkv').equals(small)).toBe(true)
  expect(await job(client)).toMatchObject({ total_bytes: small.length, done_bytes: small.length, error: 0 })
})

it('a file of exactly one part is verified by its list of two hashes', async () => {
  const bytes = large.subarray(0, partBytes)
  const file = shareBytes('exact', bytes)
  const source = await peer(file)
  const client = openClient()
  await add(client, linkTo(file, [source]))
  await isDone(client)
  expect(file.partHashes).toHaveLength(2)
  expect(read('exact').equals(bytes)).toBe(true)
})

it('several sources send side by side: a whole one, half ones, one that packs and one whose slot ends', async () => {
  const whole = await peer(largeFile, { pauseMs: 1 })
  const half = await peer(largeFile, { parts: [1] })
  const packing = await peer(largeFile, { isPacked: true, parts: [0, 2] })
  const ending = await peer(largeFile, { slotBlocks: 4 })
  const client = openClient()
  await add(client, linkTo(largeFile, [whole, half, packing, ending]))
  await isDone(client)
  expect(read('Metropolis.mkv').equals(large)).toBe(true)
  for (const source of [whole, half, packing, ending]) expect(source.counts.blocks).toBeGreaterThan(0)
  expect(half.requested.every((start) => Math.floor(start / partBytes) === 1)).toBe(true)
  expect(ending.counts.slotRequests).toBeGreaterThan(1)
})

it('one file has a limit of its own, from its start on and until it is taken away, and another has none', async () => {
  const [limited, other] = [await peer(largeFile), await peer(smallFile)]
  const client = openClient()
  const limits = { down_limit: 20_000, up_limit: 0, seed_ratio: null, seed_minutes: null }
  await client.addLink({ gid, kind: 'ed2k', url: linkTo(largeFile, [limited]), dir: dir(), name: '', limits })
  const quick = { gid: '00000000000000aa', kind: 'ed2k' as const, name: '', dir: join(fixture.folder, 'other') }
  mkdirSync(quick.dir)
  await client.addLink({ ...quick, url: linkTo(smallFile, [other]) })
  await until('the other is complete', async () => (await client.job(quick.gid))?.state === 'complete')
  expect((await job(client)).done_bytes).toBeLessThan(small.length)
  await client.limitJob(gid, { ...limits, down_limit: 0 })
  await isDone(client)
  expect(read('Metropolis.mkv').equals(large)).toBe(true)
})

it('a slot that ends is requested again on the same connection until the file is complete', async () => {
  const source = await peer(smallFile, { slotBlocks: 1 })
  const client = openClient()
  await add(client, linkTo(smallFile, [source]))
  await isDone(client)
  expect(read(smallFile.name).equals(small)).toBe(true)
  expect(source.counts).toMatchObject({ connections: 1, slotRequests: 4 })
})

it('a damaged part is fetched again from another source', async () => {
  const bad = await peer(largeFile, { damaged: [0, 1, 2] })
  const client = openClient()
  const good = await peer(largeFile, { rank: 3 })
  await add(client, linkTo(largeFile, [bad, good]))
  await until('a part was damaged', () => bad.counts.blocks > 53)
  good.letIn()
  await isDone(client)
  expect(read('Metropolis.mkv').equals(large)).toBe(true)
})

it('a source that sent damaged parts is left after the second time', async () => {
  const bad = await peer(smallFile, { damaged: [0] })
  const client = openClient()
  await add(client, linkTo(smallFile, [bad]))
  await until('it is left', async () => (await job(client)).sources === 0)
  expect(bad.counts.blocks).toBe(8)
  expect(await job(client)).toMatchObject({ state: 'active', done_bytes: 0, next_at: null })
  expect(names()).toEqual([smallFile.name, `${smallFile.name}.aria2`])
})

it('a source that was damaged once is used again if nobody else has the part', async () => {
  const source = await peer(smallFile, { damaged: [0], damagedTimes: 1 })
  const client = openClient()
  await add(client, linkTo(smallFile, [source]))
  await isDone(client)
  expect(read(smallFile.name).equals(small)).toBe(true)
})

it('sources come from the servers; those that nobody can connect to are none', async () => {
  const source = await peer(smallFile)
  const sources = new Map([[smallFile.hash.toString('hex'), [{ host: '127.0.0.1', port: source.port }, { lowId: 4_711 }]]])
  const knowing = await server(sources)
  const silent = await server(sources, { isSilent: true })
  const client = openClient({
    silenceMs: 1_000,
    servers: [knowing, silent, { port: 1 }].map(({ port }) => ({ host: '127.0.0.1', port })),
  })
  await add(client, linkTo(smallFile))
  await isDone(client)
  expect(read(smallFile.name).equals(small)).toBe(true)
  expect((await job(client)).sources).toBe(1)
  expect(knowing.searches).toEqual([{ hash: smallFile.hash.toString('hex'), size: small.length }])
})

it('without a source it says when it searches again, and finds one that came meanwhile', async () => {
  const sources = new Map<string, { host: string; port: number }[]>()
  const { port } = await server(sources)
  const client = openClient({ servers: [{ host: '127.0.0.1', port }], silenceMs: 300 })
  await add(client, linkTo(smallFile))
  await until('it was searched', async () => ((await job(client)).next_at ?? 0) > Date.now())
  expect(await job(client)).toMatchObject({ state: 'active', peers: 0, sources: 0, rank: 0 })
  sources.set(smallFile.hash.toString('hex'), [{ host: '127.0.0.1', port: (await peer(smallFile)).port }])
  fixture.pass(askAgainMs)
  await isDone(client)
})

it('the place in a full queue is told, also after the source closed the connection, and it goes on when it is our turn', async () => {
  const source = await peer(smallFile, { rank: 12 })
  const client = openClient()
  await add(client, linkTo(smallFile, [source]))
  await until('its rank is known', async () => (await job(client)).rank === 12)
  expect(await job(client)).toMatchObject({ state: 'active', peers: 0, sources: 1, next_at: null })
  source.setRank(3)
  await until('it moved up', async () => (await job(client)).rank === 3)
  source.letIn()
  await isDone(client)

  const closing = await peer(smallFile, { rank: 7, closesQueue: true })
  const second = openClient()
  await add(second, linkTo(smallFile, [closing]), 'second')
  await until('it closed the connection', async () => (await job(second)).next_at !== null)
  expect(await job(second)).toMatchObject({ rank: 7, sources: 1 })
  expect(closing.counts.slotRequests).toBe(1)
  closing.letIn()
  fixture.pass(askAgainMs)
  await isDone(second)
})

it('silent, slow to answer and broken sources give way: the file comes from the one that works', async () => {
  const mute = await peer(smallFile, { silentFrom: 'hello' })
  const stuck = await peer(smallFile, { silentFrom: 'parts' })
  const none = await peer(smallFile, { hasNoFile: true })
  const wrong = await peer(largeFile)
  const breaking = await peer(smallFile, { breaksAfter: 2 })
  const client = openClient({ silenceMs: 600 })
  await add(client, linkTo(smallFile, [mute, stuck, none, wrong, { port: 1 }, breaking]))
  await until('it broke off', () => breaking.counts.breaks === 1)
  await until('it is complete', async () => {
    fixture.pass(6_000)
    return (await job(client)).state === 'complete'
  })
  expect(read(smallFile.name).equals(small)).toBe(true)
  expect([none.counts.connections, wrong.counts.connections]).toEqual([1, 1])
})

it('pausing keeps what is verified, and it goes on from there', async () => {
  const source = await peer(largeFile, { pauseMs: 1 })
  const client = openClient()
  await add(client, linkTo(largeFile, [source]))
  await until('a part is verified', async () => (await job(client)).done_bytes > partBytes + 1_000_000)
  await client.pause(gid)
  const { done_bytes } = await job(client)
  expect(await job(client)).toMatchObject({ state: 'paused', speed_bytes: 0, peers: 0 })
  const before = source.requested.length
  source.hurry()
  await client.unpause(gid)
  await isDone(client)
  expect(read('Metropolis.mkv').equals(large)).toBe(true)
  expect(done_bytes).toBeGreaterThan(partBytes)
  expect(source.requested.slice(before).every((start) => start >= partBytes)).toBe(true)
})

it('the client keeps its id in the network for life, in a private file', async () => {
  const source = await peer(smallFile)
  for (const name of ['one', 'two']) {
    const client = openClient()
    await client.addLink({ gid, kind: 'ed2k', url: linkTo(smallFile, [source]), dir: dir(), name })
    await isDone(client)
  }
  const [first, second] = source.hellos.map((hello) => hello.toString('hex', 1, 17))
  expect(first).toBe(second)
  expect([first?.slice(10, 12), first?.slice(28, 30)]).toEqual(['0e', '6f'])
  const path = join(fixture.folder, 'station', 'ed2k-user')
  expect(readFileSync(path, 'utf8')).toBe(first)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
