/**
 * A link through Homeport compared with bare aria2, on a line without a limit and on one of 1 Gbit/s: alternating, in a memory file system if there is one,
 * median of 5 of each. The aria2 is the one that the box would take; where none starts, the bench is skipped.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '@homeport/contract/device.ts'
import { downloadStatus, removeTask, startTask, Task } from '@homeport/contract/download/download.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { until } from '../testing/until.ts'
import { findPrograms } from '../station/src/app/programs.ts'
import { median, report } from './parts/figures.ts'
import { ask, bindOwner, ended, openPrograms, root, type Bench } from './parts/programs.ts'

const { aria2 } = await findPrograms(process.env)
const rounds = 5
const sizeBytes = 1024 ** 3
const lines = [
  { name: 'without a limit', bytesPerSecond: Number.MAX_SAFE_INTEGER, budget: 0.9 },
  { name: 'of 1 Gbit/s', bytesPerSecond: 125_000_000, budget: 0.95 },
]
const lookMs = 10
/** A download that takes longer has failed. */
const withinMs = 120_000
const memory = '/dev/shm'

let folder: string
let bench: Bench
let token: string
let devsn: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(existsSync(memory) ? memory : os.tmpdir(), 'homeport-bench-'))
  bench = await openPrograms({ station: true, env: { HOMEPORT_DOWNLOADS: path.join(folder, 'homeport'), ARIA2: aria2 ?? '' } })
  const { signedIn, device } = await bindOwner(bench)
  token = signedIn.token
  devsn = device.devsn
})

afterAll(async () => {
  await bench.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test.skipIf(!aria2).each(lines)(
  `a link comes through Homeport nearly as fast as through bare aria2, on a line $name${aria2 ? '' : ' (skipped: no aria2 starts here)'}`,
  async ({ name, bytesPerSecond, budget }) => {
    const { address, stop } = await serve(bytesPerSecond)
    try {
      await throughHomeport(address, 0)
      await throughBare(address, 0)
      const ours: Run[] = []
      const theirs: Run[] = []
      for (let round = 1; round <= rounds; round += 1) {
        ours.push(await throughHomeport(address, round))
        theirs.push(await throughBare(address, round))
      }
      console.log(`${name}: ours ${ours.map(speedOf).join(' ')} MB/s, bare ${theirs.map(speedOf).join(' ')} MB/s`)
      console.log(`processor time a GiB: station and its engine ${median(ours.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms`)
      const figure = median(theirs.map(({ ms }) => ms)) / median(ours.map(({ ms }) => ms))
      report(`http download over bare aria2, on a line ${name}`, { figure, budget, unit: '×' })
      expect(figure).toBeGreaterThanOrEqual(budget)
    } finally {
      await stop()
    }
  },
)

/** cpuMs: processor time of the station and its engine, 0 where it is not measured. */
type Run = { ms: number; cpuMs: number }

const speedOf = ({ ms }: Run) => (sizeBytes / ms / 1000).toFixed(0)

async function serve(bytesPerSecond: number) {
  const script = path.join(root, 'bench/parts/bare-files.ts')
  const server = spawn(process.execPath, [script, String(sizeBytes), String(bytesPerSecond)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  return { address: `http://127.0.0.1:${port}`, stop: () => ended(server) }
}

/** From the tap to the complete file in the download folder. */
async function throughHomeport(address: string, round: number): Promise<Run> {
  const url = `${address}/film-${round}.bin`
  const [began, cpuBefore] = [performance.now(), cpuMsOfStation()]
  const { task_id } = startTask.output.parse(await act(startTask, { url }))
  const file = path.join(folder, 'homeport', `film-${round}.bin`)
  // The folder contains only complete files.
  while (!existsSync(file)) {
    if (performance.now() - began > withinMs) {
      const { status, reason } = Task.parse(await act(downloadStatus, { url, task_id }))
      throw new Error(`the download did not come: status ${status}, reason ${reason}`)
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  const ms = performance.now() - began
  const cpuMs = cpuMsOfStation() - cpuBefore
  await until('it is done', async () => Task.parse(await act(downloadStatus, { url, task_id })).is_done)
  expect((await stat(file)).size).toBe(sizeBytes)
  await act(removeTask, { task_id, files: 1 })
  return { ms, cpuMs }
}

/** User and system time of the station and of the programs that it started; 0 where /proc does not say. */
function cpuMsOfStation(): number {
  const station = bench.station?.pid ?? 0
  const children = readIf(`/proc/${station}/task/${station}/children`).split(' ').filter(Boolean)
  const ticks = [String(station), ...children].map((pid) => {
    const fields = readIf(`/proc/${pid}/stat`)
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  // USER_HZ is 100 on every Linux that Node runs on.
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}

function readIf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** With the settings of a box's aria2, from its start to its end. */
async function throughBare(address: string, round: number): Promise<Run> {
  const began = performance.now()
  const child = spawn(
    aria2 ?? '',
    ['--no-conf', '-q', '-x5', '-s5', '-k4M', '--file-allocation=falloc', `--dir=${folder}`, `${address}/bare-${round}.bin`],
    { stdio: 'ignore', timeout: withinMs },
  )
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`aria2 did not start: ${error.message}`)))
    child.once('exit', resolve)
  })
  const ms = performance.now() - began
  expect(code).toBe(0)
  await rm(path.join(folder, `bare-${round}.bin`))
  return { ms, cpuMs: 0 }
}

async function act<I extends Shape>(promise: Act<I>, data: In<I>): Promise<unknown> {
  const payload = JSON.stringify({ request: promise.name, timestamp: 0, code: 200, data, fd: '' })
  const frame = await ask({ port: bench.port, token }, publish, { client_id: devsn, payload })
  if (!('act' in frame) || frame.code !== 200) throw new Error(`${promise.name}: ${JSON.stringify(frame)}`)
  return frame.data
}
