/** How the engine follows a program of the owner's: by what changes, and with a word in the log on what it cannot read. The program is a small server that speaks as qBittorrent does. */
import http from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { createQbittorrent } from '../qbittorrent/driver.ts'
import { HouseEngine } from './engine.ts'
import type { TorrentTask } from './torrent-tasks.ts'

const [film, show, odd] = ['a', 'b', 'c'].map((digit) => digit.repeat(40))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Its answer of what has changed is told once. */
async function openProgram(torrents: object) {
  let changes: object | undefined
  let rid = 0
  const server = http.createServer(({ url = '' }, response) => {
    if (url.includes('auth/login')) return response.end('Ok.')
    if (url.includes('webapiVersion')) return response.end('2.8.19')
    if (url.includes('app/version')) return response.end('v4.5.2')
    if (!url.includes('maindata')) return response.end()
    rid += 1
    const isWhole = url.endsWith('rid=0')
    response.end(JSON.stringify({ rid, full_update: isWhole, torrents: isWhole ? torrents : (changes ?? {}) }))
    if (!isWhole) changes = undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const warnings: string[] = []
  const lookups: string[][] = []
  const engine = new HouseEngine({
    driver: createQbittorrent(
      {
        kind: 'qbittorrent',
        address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
        user: 'a',
        password: 'b',
      },
      { ownPorts: () => [] },
    ),
    tasks: {
      hashOf: async () => undefined,
      byHashes: async (hashes) => {
        lookups.push([...hashes])
        return new Map<string, TorrentTask>()
      },
      indexesOf: async () => [],
    },
    warn: (line) => warnings.push(line),
    onFault: (fault) => expect(fault).toBeUndefined(),
  })
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => engine.stop(),
  )
  await engine.start()
  await until('it is up', () => engine.isUp())
  return {
    engine,
    warnings,
    lookups,
    change: (one: object): void => void (changes = one),
    /** Until it has looked so often again. */
    looked: async (count: number): Promise<void> => {
      const before = rid
      await until('it has looked', () => rid >= before + count)
    },
  }
}

it('looks up the task of what has another state, and of nothing that stays as it is', async () => {
  const program = await openProgram({
    [film ?? '']: { name: 'film', state: 'stalledDL', total_size: 9 },
    [show ?? '']: { name: 'show', state: 'stalledDL', total_size: 9 },
  })
  await program.looked(1)
  program.lookups.splice(0)
  await program.looked(2)
  expect(program.lookups).toEqual([])
  program.change({ [show ?? '']: { dlspeed: 5 } })
  await program.looked(2)
  expect(program.lookups).toEqual([])
  program.change({ [show ?? '']: { state: 'pausedDL' } })
  await until('it is looked up', () => program.lookups.length > 0)
  expect(program.lookups).toEqual([[show]])
})

it('says once in the log that some torrents cannot be read, and has the others', async () => {
  const program = await openProgram({
    [film ?? '']: { name: 'film', state: 'pausedDL', total_size: 9 },
    [odd ?? '']: { name: 7, total_size: 9 },
    'of version 2': { name: 'show', total_size: 9 },
  })
  program.change({ [odd ?? '']: { name: 8 } })
  await program.looked(3)
  expect(program.warnings).toEqual(['qBittorrent tells 2 of its torrents in a way that Homeport cannot read: they are left out.'])
  expect(await program.engine.library.torrents()).toMatchObject([{ hash: film, name: 'film' }])
})
