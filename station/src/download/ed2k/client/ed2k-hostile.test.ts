/** Sources and servers that lie, flood or lead astray, and a box that is killed (promises 34, 37, 42, 43). */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { linkTo, partBytes, shareBytes, shareZeros } from '../../../../../testing/ed2k/shared-file.ts'
import { until } from '../../../../../testing/until.ts'
import { gid, setUpEd2k } from '../../../testing/ed2k.ts'
import type { Job } from '../../engine/engine.ts'
import { blockBytes } from '../ed2k-hash.ts'

const fixture = setUpEd2k()
const { openClient, peer, server, job, isDone, dir, names, read } = fixture
const small = randomBytes(500_000)
const smallFile = shareBytes('a.mkv', small)
const large = randomBytes(2 * partBytes + 300_000)
const largeFile = shareBytes('Metropolis.mkv', large)

const add = (client: ReturnType<typeof openClient>, url: string, name = '') =>
  client.addLink({ gid, kind: 'ed2k', url, dir: dir(), name })

function frame([protocol, opcode]: readonly [number, number], payload: Buffer, length = payload.length + 1): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt8(protocol, 0)
  header.writeUInt32LE(length, 1)
  header.writeUInt8(opcode, 5)
  return Buffer.concat([header, payload])
}

it('garbage, a frame of 4 GB, a packed bomb and a wrong hash set are left at once, without growing', async () => {
  const bomb = frame([0xd4, 0x4c], deflateSync(Buffer.alloc(300_000_000)))
  const greetings = [
    randomBytes(2_000),
    frame([0xe3, 0x4c], randomBytes(50), 0xffff_ffff),
    frame([0xe3, 0x4c], Buffer.alloc(0), 0),
    bomb,
  ]
  const liars = [
    ...(await Promise.all(greetings.map((greeting) => peer(largeFile, { greeting })))),
    await peer(largeFile, { hasWrongHashes: true }),
  ]
  // In a process of its own: what else a worker of tests has run would count too.
  const client = clientApart(linkTo(largeFile, liars))
  const status = async (): Promise<{ job: Job; grownBytes: number }> => {
    client.send('job')
    const [answer] = await once(client, 'message')
    return answer
  }
  await until('all are left', async () => (await status()).job.sources === 0)
  const { job, grownBytes } = await status()
  client.kill('SIGKILL')
  expect(grownBytes).toBeLessThan(100_000_000)
  expect(liars.map(({ counts }) => counts.connections)).toEqual([1, 1, 1, 1, 1])
  expect(job).toMatchObject({ state: 'active', done_bytes: 0 })
})

function clientApart(link: string): ChildProcess {
  const script = join(import.meta.dirname, '../../../testing/ed2k-process.ts')
  return fork(script, [join(fixture.folder, 'station'), dir(), link], { execArgv: [] })
}

/** Sends `greeting`, then messages without end. */
async function openFlood(greeting: Buffer = Buffer.alloc(0), some: Buffer = frame([0xc5, 0x60], Buffer.alloc(12, 1))) {
  const sockets = new Set<Socket>()
  let connections = 0
  const many = Buffer.concat(Array.from({ length: 100 }, () => some))
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
    socket.write(greeting)
    const more = () => void (socket.destroyed || (socket.write(many) ? setImmediate(more) : socket.once('drain', more)))
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections, open: () => sockets.size, stop: () => void server.close() }
}

it('P42: a source that floods us with messages in place of its answer, of a slot or of blocks is left', async () => {
  const hash = smallFile.hash
  const hello = frame([0xe3, 0x4c], Buffer.alloc(0))
  const status = frame([0xe3, 0x50], Buffer.concat([hash, Buffer.alloc(2)]))
  const hashes = frame([0xe3, 0x52], Buffer.concat([hash, Buffer.alloc(2)]))
  const slot = frame([0xe3, 0x55], Buffer.alloc(0))
  const steps = [[], [hello, status, hashes], [hello, status, hashes, slot]]
  const floods = await Promise.all(steps.map((step) => openFlood(Buffer.concat(step))))
  const client = openClient()
  const source = await peer(smallFile, { rank: 1 })
  await add(client, linkTo(smallFile, [...floods, source]))
  await until('all floods were connected', () => floods.every(({ connections }) => connections() === 1))
  // A flood sees the end of its connection a moment after the client, or the client counts its source before the floods.
  await until('the floods are left', () => floods.every(({ open }) => open() === 0))
  await until('one source is left', async () => (await job(client)).sources === 1)
  source.letIn()
  await isDone(client)
  for (const flood of floods) flood.stop()
})

it('P42: a server that floods us, before or after its login, is left; with the last task every server is', async () => {
  const id = frame([0xe3, 0x40], Buffer.alloc(4, 1))
  const floods = [await openFlood(), await openFlood(id)]
  const quiet = await server(new Map())
  const servers = [...floods, quiet].map(({ port }) => ({ host: '127.0.0.1', port }))
  const client = openClient({ servers })
  await add(client, linkTo(smallFile))
  await until('all were asked', () => floods.every(({ connections }) => connections() > 0) && quiet.logins.length > 0)
  await until('the floods are left', () => floods.every(({ open }) => open() === 0))
  expect(quiet.open()).toBe(1)
  await client.pause(gid)
  // At once: without a task it would be left after a minute.
  await until('the quiet one is left', () => quiet.open() === 0, 40_000)
  for (const flood of floods) flood.stop()
})

it('P42: a server that says something now and then, but never takes our login, is left', async () => {
  let [connections, isOpen] = [0, false]
  const server = createServer((socket) => {
    connections += 1
    isOpen = true
    const word = setInterval(() => socket.write(frame([0xe3, 0x38], Buffer.alloc(3))), 200)
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(word)
        isOpen = false
      })
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = openClient({ servers: [{ host: '127.0.0.1', port }] })
  await add(client, linkTo(smallFile))
  await until('it was asked', () => connections > 0)
  // Its thousand words would last for more than three minutes.
  await until('it is left', () => !isOpen, 60_000)
  server.close()
})

it('nothing connects to private addresses or own ports, whoever names them', async () => {
  const source = await peer(smallFile)
  const sources = new Map([[smallFile.hash.toString('hex'), [{ host: '127.0.0.1', port: source.port }]]])
  const { port, logins } = await server(sources)
  const closed = openClient({ rule: { allowPrivate: false, ownPorts: () => [] }, servers: [{ host: '127.0.0.1', port }] })
  await add(closed, linkTo(smallFile, [source]))
  await until('the source of the link is left', async () => (await job(closed)).sources === 0)
  await closed.stop()
  const own = openClient({ rule: { allowPrivate: true, ownPorts: () => [source.port] }, servers: [{ host: '127.0.0.1', port }] })
  await add(own, linkTo(smallFile))
  await until('the source of the server is left', () => logins.length === 1)
  await until('it was judged', async () => (await job(own)).sources === 0 && ((await job(own)).next_at ?? 0) > 0)
  expect(source.counts.connections).toBe(0)
})

it('after kill -9 it goes on from the verified parts, and none of them is requested again', async () => {
  const source = await peer(largeFile, { pauseMs: 1 })
  const child = clientApart(linkTo(largeFile, [source]))
  const record = join(dir(), 'Metropolis.mkv.aria2')
  const verified = (): number[] => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).verified : [])
  await until('a part is verified', () => verified().length >= 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const blocks = verified()
  const before = source.requested.length
  source.hurry()
  const client = openClient()
  await add(client, linkTo(largeFile, [source]))
  await isDone(client)
  expect(read('Metropolis.mkv').equals(large)).toBe(true)
  const again = source.requested.slice(before).map((start) => Math.floor(start / partBytes))
  expect(again.filter((part) => blocks.includes(part))).toEqual([])
  expect(names()).toEqual(['Metropolis.mkv'])
})

it('a file above 4 GiB is fetched with long offsets, plain and packed, behind what is here', async () => {
  const size = 2 ** 32 + partBytes + 400_000
  const file = shareZeros('large.mkv', size, randomBytes(500_000))
  const last = file.partHashes.length - 1
  const plain = await peer(file, { parts: [last - 1] })
  const packing = await peer(file, { parts: [last], isPacked: true })
  const client = openClient()
  // All parts but the last two are here: holes of the file read as zeros.
  const path = join(dir(), 'large.mkv')
  const record = { hash: file.hash.toString('hex'), size, part_hashes: file.partHashes.map((hash) => hash.toString('hex')) }
  writeFileSync(path, '')
  truncateSync(path, size)
  const verified = Array.from({ length: last - 1 }, (_, part) => part)
  writeFileSync(`${path}.aria2`, JSON.stringify({ ...record, verified, received: [] }))
  await add(client, linkTo(file, [plain, packing]))
  await isDone(client)
  expect(plain.requested.toSorted((one, other) => one - other)[0]).toBe((last - 1) * partBytes)
  expect(plain.requested.every((start) => start > 2 ** 32 - partBytes)).toBe(true)
  expect(packing.counts.blocks).toBe(Math.ceil((size - last * partBytes) / blockBytes))
  expect(names()).toEqual(['large.mkv'])
})

it('a damaged record begins the file anew, a record of another name is taken over, and what is not of the job is deleted', async () => {
  const source = await peer(smallFile)
  const client = openClient()
  writeFileSync(join(dir(), 'a.mkv'), 'other bytes')
  writeFileSync(join(dir(), 'a.mkv.aria2'), '{"verified":[0]')
  writeFileSync(join(dir(), 'left over'), '')
  await add(client, linkTo(smallFile, [source]))
  await isDone(client)
  expect(read('a.mkv').equals(small)).toBe(true)
  expect(names()).toEqual(['a.mkv'])

  const many = await peer(largeFile, { pauseMs: 1 })
  const first = openClient()
  await add(first, linkTo(largeFile, [many]), 'before.mkv')
  await until('it has begun', async () => (await job(first)).done_bytes > partBytes)
  await first.stop()
  const requests = many.requested.length
  many.hurry()
  const second = openClient()
  await add(second, linkTo(largeFile, [many]), 'after.mkv')
  await isDone(second)
  expect(names()).toEqual(['after.mkv'])
  expect(many.requested.slice(requests).includes(0)).toBe(false)
})

it('a name in the link stays a name: no folder, no control characters, no longer than the disk takes', async () => {
  for (const [name, file] of [
    ['../../etc/passwd', 'passwd'],
    ['a%2Fb%5Cc%00.mkv', 'c.mkv'],
    [`${encodeURIComponent('长'.repeat(150))}.mkv`, `${'长'.repeat(78)}.mkv`],
  ] as const) {
    const source = await peer(smallFile)
    const client = openClient()
    await add(
      client,
      `ed2k://|file|${name}|${small.length}|${smallFile.hash.toString('hex')}|/|sources,127.0.0.1:${source.port}|/`,
    )
    await isDone(client)
    expect(names()).toEqual([file])
    await client.stop()
  }
})

it('a limit of the speed holds for every source until it is taken away', async () => {
  const sources = await Promise.all([peer(largeFile), peer(largeFile)])
  const client = openClient()
  // So little that the file would take five hours; how much a limit lets through is computed in throttle.test.ts.
  client.limitDown(1_000)
  await add(client, linkTo(largeFile, sources))
  await until('both send', async () => sources.every(({ counts }) => counts.blocks > 0))
  const unlimited = openClient({ folder: join(fixture.folder, 'other') })
  const other = join(fixture.folder, 'other work')
  mkdirSync(other)
  await unlimited.addLink({ gid, kind: 'ed2k', url: linkTo(largeFile, sources), dir: other, name: '' })
  // It has all of the file meanwhile, from the same sources.
  await isDone(unlimited)
  expect((await job(client)).done_bytes).toBeLessThan(blockBytes)
  client.limitDown(0)
  await isDone(client)
})
