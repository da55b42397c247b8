/** Large links come over several connections: byte for byte whatever the server does with them, and never from an address that the box may not reach. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { openRangeServer, type RangeServerDeps } from '../testing/range-server.ts'

/** `npm run soak` fetches a larger file in the test of ten cuts. */
const isSoak = process.env.SOAK === '1'
const body = randomBytes(24_000_000)
/** Stands for a public address: the only one of this machine that the tests do not take for private. */
const publicHost = '127.0.0.2'
const isPrivate = (address: string) => address !== publicHost && isPrivateAddress(address)

let aheadMs: number
// The engine for links alone: nothing else of these tests needs an aria2.
const fixture = setUpDownloads({ now: () => Date.now() + aheadMs, searchPath: '', packaged: '' })
const { open, start } = fixture

beforeEach(() => {
  aheadMs = 0
})

async function serve(deps: Partial<RangeServerDeps> = {}) {
  const server = await openRangeServer({ body, ...deps })
  fixture.closing.push(server.stop)
  return server
}

async function comesWhole(id: string): Promise<void> {
  await until('it is done', async () => (await fixture.box.task(id)).is_done)
  expect(fixture.box.read((await fixture.box.task(id)).name)?.equals(body)).toBe(true)
}

const ended = (id: string) => until('it is over', async () => (await fixture.box.task(id)).status !== 1)
const waits = (id: string) => until('it waits', async () => (await fixture.box.task(id)).wait !== null)

describe('a large file', () => {
  it('comes over several connections, each with a range of its own', async () => {
    const server = await serve()
    await open()
    await comesWhole(await start(server.url))
    const starts = server.requests.flatMap((range) => /^bytes=(\d+)-/.exec(range)?.[1] ?? [])
    expect(starts.length).toBeGreaterThan(2)
    expect(new Set(starts).size).toBe(starts.length)
  })

  it.each<[string, RangeServerDeps['answer']]>([
    ['refuses every connection but the first', ({ range }) => (range === '' ? true : 503)],
    ['ignores ranges though it offers them', () => ({ body })],
  ])('comes whole from a server that %s', async (_, answer) => {
    const server = await serve({ answer })
    await open()
    await comesWhole(await start(server.url))
  })

  it('goes on over all its ranges when every connection was cut, and asks for nothing twice', async () => {
    let isCut = true
    const server = await serve({ cutAfter: () => (isCut ? 1_000_000 : Infinity) })
    await open()
    const id = await start(server.url)
    await waits(id)
    const { down_size } = await fixture.box.task(id)
    expect(down_size).toBeGreaterThan(1_000_000)
    await fixture.box.stop()
    isCut = false
    const before = server.requests.length
    await open()
    aheadMs += 6_000
    await comesWhole(id)
    const again = server.requests.slice(before)
    expect(again.length).toBeGreaterThan(0)
    for (const range of again) expect(range).toMatch(/^bytes=[1-9]/)
  })

  it(`P41: of ${isSoak ? 200 : 20} MB comes whole over a line that is cut ten times, what is shown never falls, and hardly a byte comes twice`, async () => {
    const film = randomBytes(isSoak ? 200_000_000 : 20_000_000)
    let cuts = 0
    // A part of each range, so that the line is cut ten times before the whole is there.
    const server = await serve({ body: film, cutAfter: () => (cuts < 10 ? film.length / 100 : Infinity) })
    await open()
    const id = await start(server.url)
    const sizes: number[] = []
    while (cuts < 10) {
      await until('more is here, and it waits', async () => {
        const { wait, down_size, reason } = await fixture.box.task(id)
        return wait !== null && reason === 'no_network' && down_size > (sizes.at(-1) ?? 0)
      })
      sizes.push((await fixture.box.task(id)).down_size)
      cuts += 1
      aheadMs += 6_000
    }
    await until('it is done', async () => (await fixture.box.task(id)).is_done)
    expect(fixture.box.read('film.mkv')?.equals(film)).toBe(true)
    expect(sizes).toHaveLength(10)
    expect(server.sentBytes()).toBeLessThan(1.2 * film.length)
  })

  it('begins anew where the server has another file now, and mixes no bytes of the two', async () => {
    const versions = [
      { body: randomBytes(body.length), etag: '"first"' },
      { body, etag: '"second"' },
    ] as const
    let current: 0 | 1 = 0
    const server = await serve({ cutAfter: () => (current === 0 ? 1_000_000 : Infinity), version: () => versions[current] })
    await open()
    const id = await start(server.url)
    await waits(id)
    current = 1
    aheadMs += 6_000
    await comesWhole(id)
  })

  it('begins anew where the server has nothing from there on (416), and takes no part of it for the whole', async () => {
    let isCut = true
    const server = await serve({
      cutAfter: () => (isCut ? 1_000_000 : Infinity),
      answer: ({ range }) => (!isCut && range !== '' ? 416 : true),
    })
    await open()
    const id = await start(server.url)
    await waits(id)
    isCut = false
    const before = server.requests.length
    await until('it begins anew', () => {
      aheadMs += 1_000
      return server.requests.slice(before).includes('')
    })
    await comesWhole(id)
  })
})

it('what an earlier version left of a link with aria2 does not keep it from coming whole', async () => {
  let isUp = false
  const server = await serve({ answer: () => (isUp ? true : 503) })
  await open()
  const id = await start(server.url)
  await waits(id)
  await fixture.box.stop()
  mkdirSync(join(fixture.box.root, '.incoming', id), { recursive: true })
  for (const name of ['film.mkv', 'film.mkv.aria2'])
    writeFileSync(join(fixture.box.root, '.incoming', id, name), randomBytes(1_000))
  isUp = true
  await open()
  aheadMs += 6_000
  await comesWhole(id)
})

it('a link whose resolver is silent is stopped at once', async () => {
  let count = 0
  // The check of the link is answered, the engine's own question is not.
  const lookup = () => (count++ === 0 ? Promise.resolve(['127.0.0.1']) : new Promise<string[]>(() => {}))
  await open({ lookup })
  const id = await start('http://films.example:9/film.mkv')
  await until('the engine asks the resolver', () => count > 1)
  let isStopped = false
  void fixture.box.act('stop_task', { task_id: id }).then(() => (isStopped = true))
  await until('it is stopped', () => isStopped)
  expect(await fixture.box.task(id)).toMatchObject({ status: 0 })
})

describe('P34: a public address', () => {
  const secret = randomBytes(9_000_000)

  it('that redirects only the second request for a range to this machine brings nothing from it', async () => {
    const inner = await serve({ body: secret })
    const server = await serve({
      host: publicHost,
      answer: ({ range }) => (range === '' ? true : { redirect: inner.url }),
    })
    await open({ privateSources: false, isPrivate })
    const id = await start(server.url)
    await ended(id)
    expect(await fixture.box.task(id)).toMatchObject({ status: 3, code: TaskCode.invalidLink, reason: 'private' })
    expect(server.requests.length).toBeGreaterThan(1)
    expect(inner.requests).toEqual([])
  })

  it('whose name leads to this machine when the box connects again brings nothing from it', async () => {
    const { server, inner } = await serveAtBoth()
    const addresses: string[] = []
    // The public address for the size and for the first connection of the download.
    const lookup = async () => {
      addresses.push(server.requests.length < 2 ? publicHost : '127.0.0.1')
      return addresses.slice(-1)
    }
    await open({ privateSources: false, isPrivate, lookup })
    const id = await start(`http://films.example:${server.port}/film.mkv`)
    await ended(id)
    expect(await fixture.box.task(id)).toMatchObject({ status: 3, code: TaskCode.invalidLink, reason: 'private' })
    expect(addresses).toContain('127.0.0.1')
    expect(server.requests).toEqual(['', ''])
    expect(inner.connections()).toBe(0)
  })

  it('may redirect to another public address, by name too, and each name is resolved by the box’s own resolver', async () => {
    const server = await serve({ host: publicHost })
    const lure = await serve({ host: publicHost, answer: () => ({ redirect: `http://mirror.example:${server.port}/film.mkv` }) })
    const names: string[] = []
    const lookup = async (name: string) => {
      names.push(name)
      return [publicHost]
    }
    await open({ privateSources: false, isPrivate, lookup })
    await comesWhole(await start(`http://films.example:${lure.port}/film.mkv`))
    expect(new Set(names)).toEqual(new Set(['films.example', 'mirror.example']))
  })

  it('may not redirect to a name that leads to this machine', async () => {
    const inner = await serve({ body: secret })
    const lure = await serve({ host: publicHost, answer: () => ({ redirect: `http://inner.example:${inner.port}/film.mkv` }) })
    const lookup = async (name: string) => [name === 'inner.example' ? '127.0.0.1' : publicHost]
    await open({ privateSources: false, isPrivate, lookup })
    const id = await start(`http://films.example:${lure.port}/film.mkv`)
    await ended(id)
    expect(await fixture.box.task(id)).toMatchObject({ status: 3, code: TaskCode.invalidLink, reason: 'private' })
    expect(inner.requests).toEqual([])
  })
})

/** Counts what connects to this machine at a port; undefined where another program has it. */
async function openAt(port: number) {
  let count = 0
  const server = net.createServer((socket) => {
    count += 1
    socket.destroy()
  })
  const isOpen = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isOpen) return undefined
  fixture.closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { connections: () => count }
}

/** A server at a public address, and one at the same port of this machine. */
async function serveAtBoth() {
  for (;;) {
    const server = await serve({ host: publicHost })
    const inner = await openAt(server.port)
    if (inner) return { server, inner }
  }
}
