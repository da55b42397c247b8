/** Latency of an act from a socket client to the box and back, compared with bare mqtt.js ↔ aedes ↔ mqtt.js over WebSocket: alternating 5 × 100, twenty a second as no person presses faster (a socket that sends without a pause is slowed down on purpose), ratio of the medians of p95. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, type RawData } from 'ws'
import { getDownloadConfig } from '@homeport/contract/download/download-config.ts'
import { median, percentile, report } from './parts/figures.ts'
import { bindOwner, ended, openPrograms, root, type Bench } from './parts/programs.ts'

const rounds = 5
const actsPerRound = 100
const everyMs = 50
const budget = 2

let bench: Bench
let socket: WebSocket
let bare: MqttClient
const children: ChildProcess[] = []
let devsn = ''

beforeAll(async () => {
  bench = await openPrograms({ station: true })
  const { signedIn, device } = await bindOwner(bench)
  devsn = device.devsn
  socket = new WebSocket(`ws://127.0.0.1:${bench.port}/en/ws`)
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(frame('login', { token: signedIn.token }, 'login'))
  await new Promise((resolve) => socket.once('message', resolve))
  const brokerPort = await firstLine(['bench/parts/bare-broker.ts'])
  await firstLine(['bench/parts/bare-box.ts', brokerPort])
  bare = await mqtt.connectAsync(`ws://127.0.0.1:${brokerPort}`)
  await bare.subscribeAsync('bench/up', { qos: 1 })
})

afterAll(async () => {
  socket.close()
  await bare.endAsync()
  await Promise.all([...children.map(ended), bench.stop()])
})

test('an act takes at most twice a bare round trip', async () => {
  await throughHomeport(actsPerRound)
  await throughBare(actsPerRound)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(percentile(await throughHomeport(actsPerRound), 0.95))
    theirs.push(percentile(await throughBare(actsPerRound), 0.95))
  }
  console.log(`p95 ours ${ours.map((ms) => ms.toFixed(2)).join(' ')} ms, bare ${theirs.map((ms) => ms.toFixed(2)).join(' ')} ms`)
  report('act over bare round trip', { figure: median(ours) / median(theirs), budget: budget, unit: '×' })
  expect(median(ours) / median(theirs)).toBeLessThanOrEqual(budget)
})

async function throughHomeport(count: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const id = `bench-${turn}-${Math.random()}`
    const began = performance.now()
    const answered = new Promise<void>((resolve) => {
      const handler = (data: RawData) => {
        const reply: { id?: string; code: number } = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}')
        if (reply.id !== id) return
        if (reply.code !== 200) throw new Error(`the act was answered ${reply.code}`)
        socket.off('message', handler)
        resolve()
      }
      socket.on('message', handler)
    })
    socket.send(frame(getDownloadConfig.name, {}, id))
    await answered
    times.push(performance.now() - began)
    await setTimeout(everyMs)
  }
  return times
}

async function throughBare(count: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now()
    const answered = new Promise((resolve) => bare.once('message', resolve))
    bare.publish('bench/down', frame(getDownloadConfig.name, {}, String(turn)), { qos: 1 })
    await answered
    times.push(performance.now() - began)
    await setTimeout(everyMs)
  }
  return times
}

function frame(act: string, data: object, id: string): string {
  return JSON.stringify({ act, id, time: 0, data: { app: 'bench', devsn, appuid: '', data } })
}

function firstLine(args: string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, args[0] ?? ''), ...args.slice(1)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve) => child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())))
}
