/** P41: a box whose clock is set back while it runs, as by a time server after it took the local time of its board for UTC (eight hours in China). What lasts goes on: nothing waits until the clock is there again. */
import { createServer, type Server } from 'node:http'
import { codeMinutes } from '@homeport/contract/kit/connection.ts'
import { downloadStatus, startTask, Task, taskChanges } from '@homeport/contract/download/download.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { until } from '../../../testing/until.ts'
import { monotonicMs } from '../kit/monotonic.ts'
import { openTestCloud, owner, type TestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { startStation, type Station } from './start.ts'

const hoursMs = 3_600_000
let folder: string
let cloud: TestCloud
let box: Station | undefined
let server: Server
let address: string
/** How far its clock is ahead, and what passes beside the time of this test. */
let clock: { aheadMs: number; passedMs: number }
let tries: number

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  clock = { aheadMs: 8 * hoursMs, passedMs: 0 }
  tries = 0
  server = createServer((request, response) => {
    if (request.url !== '/slow.bin') return void ((tries += 1), response.writeHead(503).end())
    response.writeHead(200, { 'content-length': 100_000_000 })
    const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 100)
    response.once('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socketAddress = server.address()
  address = `http://127.0.0.1:${typeof socketAddress === 'object' && socketAddress ? socketAddress.port : 0}`
})
afterEach(async () => {
  await box?.stop()
  box = undefined
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await cloud.stop()
  clear(folder)
})

async function start(): Promise<Station> {
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: folder, HOMEPORT_CLOUD: cloud.url, HOMEPORT_PRIVATE_SOURCES: '1' }
  box = await startStation(
    { ...readStationConfig(env), screenPort: 0 },
    {
      now: () => Date.now() + clock.aheadMs,
      elapsed: () => monotonicMs() + clock.passedMs,
      print: () => {},
      warn: () => {},
      random: () => 0,
    },
  )
  await cloud.hello()
  return box
}

async function bound(): Promise<string> {
  const { devsn } = await start()
  await cloud.send(devsn, 'en', { kind: 'household', members: [owner], name: '' })
  await cloud.send(devsn, 'en', { kind: 'mirror_from', epoch: '', rev: 0 })
  return devsn
}

const Changes = z.object({ tasks: z.array(Task) })
/** This one as the open apps were told of it last. */
function pushed(name: string): Task | undefined {
  const tasks = cloud.received.flatMap(({ up }) => {
    if (up.kind !== 'push') return []
    if (up.frame.act === downloadStatus.name) return [Task.parse(up.frame.data)]
    return up.frame.act === taskChanges.name ? Changes.parse(up.frame.data).tasks : []
  })
  return tasks.findLast(({ url }) => url.endsWith(name))
}
const pushedBytes = () => pushed('/slow.bin')?.down_size ?? 0
const chunks = () => cloud.received.filter(({ up }) => up.kind === 'mirror').length

it('apps go on being told of what a download brings', async () => {
  const devsn = await bound()
  await cloud.act(devsn, startTask.name, { url: `${address}/slow.bin` })
  await until('something came', () => pushedBytes() > 0)
  clock.aheadMs = 0
  const before = pushedBytes()
  await until('more is told', () => pushedBytes() > before + 500_000)
})

it('a download that waits for its next try is tried', async () => {
  const devsn = await bound()
  await cloud.act(devsn, startTask.name, { url: `${address}/busy.bin` })
  await until('it waits', () => pushed('/busy.bin')?.wait?.reason === 'retry')
  clock.aheadMs = 0
  const before = tries
  await until('it is tried again', () => tries > before)
})

it('a chunk of the mirror that nobody acknowledged is sent again', async () => {
  await bound()
  await until('a chunk was sent', () => chunks() > 0)
  clock.aheadMs = 0
  const before = chunks()
  clock.passedMs = 31_000
  await until('it is sent again', () => chunks() > before)
})

it('P19: a pairing code ends after its minutes', async () => {
  const station = await start()
  const first = station.pairing()?.code ?? ''
  clock.aheadMs = 0
  clock.passedMs = codeMinutes * 60_000
  await until('another code is shown', () => {
    const code = station.pairing()?.code ?? ''
    return code !== '' && code !== first
  })
  expect(first).not.toBe('')
})
