/** A program of the owner's that is silent, lies, answers without an end, lets nobody in or starts anew: the same for each driver. The programs are small servers that speak as those do. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { bencode } from '../../testing/swarm.ts'
import { unwrittenNotes } from '../../testing/unwritten.ts'
import { createDriver } from '../torrent-program/open-program.ts'
import { HouseEngine } from './engine.ts'
import type { ProgramLogin } from './program-login.ts'
import type { TorrentTask } from './torrent-tasks.ts'

const film = 'a'.repeat(40)
const task: TorrentTask = {
  gid: 'film',
  limits: { down_limit: 0, up_limit: 0, seed_ratio: null, seed_minutes: null },
  isWanted: true,
  isDone: false,
  isPart: false,
}

type Mode = keyof typeof modes | 'honest'
type Answer = (response: http.ServerResponse) => void

const block = Buffer.alloc(64 * 1024, ' ')
const modes = {
  silent: () => {},
  'no JSON': (response) => void response.end('<html>hello</html>'),
  'the wrong fields': (response) => void response.end('{"result":"success","arguments":{"torrents":7},"torrents":7}'),
  'an answer without an end': (response) => {
    const pour = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', pour)
    pour()
  },
  'half an answer': (response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('{"result":"succ')
    response.destroy()
  },
  'an error': (response) => void response.writeHead(500).end(),
} satisfies Record<string, Answer>

/** Answers about one torrent: 100 of its 400 bytes are here. */
const speakers = {
  qbittorrent(url: string): string {
    if (url.includes('auth/login')) return 'Ok.'
    if (url.includes('webapiVersion')) return '2.8.19'
    if (url.includes('app/version')) return 'v4.5.2'
    if (url.includes('export')) return bencode({ info: { name: 'another' } }).toString('latin1')
    if (!url.includes('maindata')) return '[]'
    const entry = {
      name: 'film',
      state: 'stalledDL',
      size: 400,
      total_size: 400,
      completed: 100,
      dlspeed: 7,
      save_path: '/films',
    }
    return JSON.stringify({ rid: 1, full_update: true, torrents: { [film]: entry } })
  },
  transmission(_: string, body: string): string {
    const { method = '' } = JSON.parse(body || '{}')
    const session = { version: '3.00', 'rpc-version': 16, 'current-stats': { secondsActive: 9_000 } }
    const progress = { sizeWhenDone: 400, leftUntilDone: 300, rateDownload: 7, metadataPercentComplete: 1 }
    const entry = {
      id: 1,
      hashString: film,
      name: 'film',
      status: 4,
      downloadDir: '/films',
      torrentFile: '/etc/passwd',
      ...progress,
    }
    return JSON.stringify({ result: 'success', arguments: method.startsWith('session') ? session : { torrents: [entry] } })
  },
} satisfies Record<ProgramLogin['kind'], (url: string, body: string) => string>

async function openServer(kind: ProgramLogin['kind']) {
  let mode: Mode = 'honest'
  const heard: string[] = []
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts).toString()
    heard.push(`${request.url} ${request.headers.authorization ?? ''} ${body}`)
    if (mode !== 'honest') return modes[mode](response)
    response.setHeader('x-transmission-session-id', 'one')
    if (kind === 'transmission' && request.headers['x-transmission-session-id'] !== 'one') return response.writeHead(409).end()
    response.end(Buffer.from(speakers[kind](request.url ?? '', body), 'latin1'))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  onTestFinished(close)
  return {
    address: `http://127.0.0.1:${port}`,
    heard,
    speak: (next: Mode): void => void (mode = next),
    close,
    open: () => listen(port),
  }
}

async function openEngine(kind: ProgramLogin['kind'], address: string) {
  const faults: unknown[] = []
  const engine = new HouseEngine({
    driver: createDriver(
      { kind, address, user: 'owner', password: 'Cellar door 7' },
      { ownPorts: () => [], unwritten: unwrittenNotes() },
    ),
    tasks: {
      hashOf: async () => film,
      byHashes: async (hashes) => new Map(hashes.filter((hash) => hash === film).map((hash) => [hash, task])),
      indexesOf: async () => [1],
    },
    warn: () => {},
    onFault: (fault) => faults.push(fault),
  })
  onTestFinished(() => engine.stop())
  await engine.start()
  return { engine, faults }
}

describe.each(['qbittorrent', 'transmission'] as const)('a %s', (kind) => {
  it.each(Object.keys(modes) as (keyof typeof modes)[])(
    'P41, P43, P46: of %s is away and tells nothing of before, takes no memory, and is back by itself',
    async (mode) => {
      const server = await openServer(kind)
      const { engine, faults } = await openEngine(kind, server.address)
      await until('it is up', () => engine.isUp())
      expect(await engine.job('film')).toMatchObject({ state: 'active', speed_bytes: 7, done_bytes: 100 })
      const before = process.memoryUsage().rss
      server.speak(mode)
      await until('it is away', () => !engine.isUp())
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
      expect(engine.version()).toBe('')
      await expect(engine.job('film')).rejects.toThrow('away')
      await expect(engine.active()).rejects.toThrow('away')
      server.speak('honest')
      await until('it is up again', () => engine.isUp())
      expect(await engine.active()).toMatchObject([{ gid: 'film', state: 'active' }])
      expect(faults).toEqual([])
    },
  )

  it('P41: that starts anew is asked again by itself', async () => {
    const server = await openServer(kind)
    const { engine, faults } = await openEngine(kind, server.address)
    await until('it is up', () => engine.isUp())
    await server.close()
    await until('it is away', () => !engine.isUp())
    await server.open()
    await until('it is up again', () => engine.isUp())
    expect(await engine.job('film')).toMatchObject({ done_bytes: 100 })
    expect(faults).toEqual([])
  })

  it('P42: that is silent ends with the box, which waits for none of its answers', async () => {
    const server = await openServer(kind)
    server.speak('silent')
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const { engine } = await openEngine(kind, server.address)
    await until('it is asked', () => server.heard.length > 0)
    expect(engine.isUp()).toBe(false)
    await engine.stop()
  })

  it('P37: whose torrent file is another torrent gives no metadata', async () => {
    const folder = mkdtempSync(join(os.tmpdir(), 'homeport-hostile-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await openServer(kind)
    const { engine } = await openEngine(kind, server.address)
    await until('it is up', () => engine.isUp())
    await engine.addMetadata({ gid: 'metadata', magnet: `magnet:?xt=urn:btih:${film}`, dir: folder })
    const before = server.heard.length
    await until(
      'it was asked for its torrent file',
      () => server.heard.slice(before).filter((one) => one.includes(film)).length > 2,
    )
    expect(readdirSync(folder)).toEqual([])
    expect((await engine.job('metadata'))?.state).not.toBe('complete')
  })
})

it('P42: two at once, of which one is silent, do not wait for each other', async () => {
  const [silent, good] = [await openServer('transmission'), await openServer('qbittorrent')]
  silent.speak('silent')
  const [first, second] = await Promise.all([openEngine('transmission', silent.address), openEngine('qbittorrent', good.address)])
  await until('the other one is up', () => second.engine.isUp())
  expect(first.engine.isUp()).toBe(false)
})

describe.each(['qbittorrent', 'transmission'] as const)('P34: a %s that sends elsewhere', (kind) => {
  it('is not followed, and nobody else hears the password', async () => {
    const server = await openServer(kind)
    const { engine } = await openEngine(kind, server.address)
    await until('it is up', () => engine.isUp())
    const heard: string[] = []
    const other = http.createServer((request, response) => {
      heard.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await server.close()
    const mover = http.createServer((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end())
    await new Promise<void>((resolve) => mover.listen(Number(new URL(server.address).port), '127.0.0.1', resolve))
    onTestFinished(() => void mover.close())
    await until('it is away', () => !engine.isUp())
    await expect(engine.job('film')).rejects.toThrow('away')
    expect(heard).toEqual([])
  })
})
