/**
 * A download through Homeport compared with bare aria2: alternating, in a memory file system if there is one, median of 5 of each. The bandwidth is that of a
 * fast home connection, 1 Gbit/s: without a limit the bench would measure the processor time of the egress proxy (docs/decisions/012).
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '@homeport/contract/device.ts'
import { downloadStatus, removeTask, startTask, Task } from '@homeport/contract/download.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/promise.ts'
import { findPrograms } from '../station/src/app/programs.ts'
import { median, report } from './parts/figures.ts'
import { ask, bindOwner, ended, openPrograms, root, type Bench } from './parts/programs.ts'

const { aria2 } = await findPrograms(process.env)
const rounds = 5
const sizeBytes = 600_000_000
const lineBytesPerSecond = 125_000_000
const budget = 0.95
const lookMs = 10
const memory = '/dev/shm'

let folder: string
let bench: Bench
let token: string
let devsn: string
let server: ReturnType<typeof spawn>
let address: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(existsSync(memory) ? memory : os.tmpdir(), 'homeport-bench-'))
  server = spawn(
    process.execPath,
    [path.join(root, 'bench/parts/bare-files.ts'), String(sizeBytes), String(lineBytesPerSecond)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const port = await new Promise<string>((resolve) =>
    server.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  address = `http://127.0.0.1:${port}`
  bench = await openPrograms({ station: true, env: { HOMEPORT_DOWNLOADS: path.join(folder, 'homeport') } })
  const { signedIn, device } = await bindOwner(bench)
  token = signedIn.token
  devsn = device.devsn
})

afterAll(async () => {
  await Promise.all([bench.stop(), ended(server)])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test.skipIf(!aria2)(
  `a link comes through Homeport at least 0.95 as fast as through bare aria2${aria2 ? '' : ' (skipped: no aria2 starts here)'}`,
  async () => {
    await throughHomeport(0)
    await throughBare(0)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      ours.push(await throughHomeport(round))
      theirs.push(await throughBare(round))
    }
    const speed = (ms: number) => (sizeBytes / ms / 1000).toFixed(0)
    console.log(`ours ${ours.map(speed).join(' ')} MB/s, bare ${theirs.map(speed).join(' ')} MB/s`)
    report('http download over bare aria2', { figure: median(theirs) / median(ours), budget, unit: '×' })
    expect(median(theirs) / median(ours)).toBeGreaterThanOrEqual(budget)
  },
)

/** ms from the tap to the complete file in the download folder. */
async function throughHomeport(round: number): Promise<number> {
  const url = `${address}/film-${round}.bin`
  const began = performance.now()
  const { task_id } = startTask.output.parse(await act(startTask, { url }))
  const file = path.join(folder, 'homeport', `film-${round}.bin`)
  // The folder contains only complete files.
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, lookMs))
  const tookMs = performance.now() - began
  await until(async () => Task.parse(await act(downloadStatus, { url, task_id })).is_done)
  expect((await stat(file)).size).toBe(sizeBytes)
  await act(removeTask, { task_id, files: 1 })
  return tookMs
}

/** With the box's settings, from its start to its end. */
async function throughBare(round: number): Promise<number> {
  const began = performance.now()
  const child = spawn(
    aria2 ?? '',
    ['--no-conf', '-q', '-x5', '-s5', '-k4M', '--file-allocation=falloc', `--dir=${folder}`, `${address}/bare-${round}.bin`],
    { stdio: 'ignore' },
  )
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`aria2 did not start: ${error.message}`)))
    child.once('exit', resolve)
  })
  const tookMs = performance.now() - began
  expect(code).toBe(0)
  await rm(path.join(folder, `bare-${round}.bin`))
  return tookMs
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, lookMs))
}

async function act<I extends Shape>(promise: Act<I>, data: In<I>): Promise<unknown> {
  const payload = JSON.stringify({ request: promise.name, timestamp: 0, code: 200, data, fd: '' })
  const frame = await ask({ port: bench.port, token }, publish, { client_id: devsn, payload })
  if (!('act' in frame) || frame.code !== 200) throw new Error(`${promise.name}: ${JSON.stringify(frame)}`)
  return frame.data
}
