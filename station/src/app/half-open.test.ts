/** The box itself notices a connection to its cloud that is dead though nobody closed it (promise 23: half-open TCP). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { keepAliveSeconds } from '@homeport/contract/kit/connection.ts'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCloud, type TestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { startStation, type Station } from './start.ts'

/** One and a half keep-alives, the longest wait before a new connection, and time for a slow machine. */
const noticedWithinMs = 1.5 * keepAliveSeconds * 1000 + 30_000

let folder: string
let cloud: TestCloud
let station: Station
const closing: (() => unknown)[] = []

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
})

afterEach(async () => {
  await station.stop()
  for (const close of closing.splice(0)) close()
  await cloud.stop()
  clear(folder)
})

/** Passes everything on to the cloud until it is pulled: from then on the old connections are silent, and new ones work. */
async function openNetworkToggle(to: number) {
  const ends = new Set<Socket>()
  const silent = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('data', (bytes) => silent.has(end) || other.write(bytes))
      end.on('error', () => end.destroy())
      end.on('close', () => (ends.delete(end), silent.has(end) || other.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  closing.push(() => {
    for (const end of [...ends, ...silent]) end.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    pull: () => ends.forEach((end) => silent.add(end)),
  }
}

it(
  'P23: a box whose connection is half open signs in again by itself, and takes acts on the new connection',
  async () => {
    const network = await openNetworkToggle(cloud.port)
    const config = readStationConfig({ HOMEPORT_DATA: join(folder, 'data'), HOMEPORT_CLOUD: network.url })
    station = await startStation({ ...config, screenPort: 0 }, { print: () => {}, warn: () => {} })
    await cloud.hello(1)
    network.pull()
    await expect.poll(() => cloud.signs.length, { interval: 200, timeout: noticedWithinMs }).toBeGreaterThan(1)
    await cloud.hello(2)
    expect(await cloud.act(station.devsn, 'task_list', {})).toMatchObject({ code: Code.ok })
  },
  noticedWithinMs + 30_000,
)
