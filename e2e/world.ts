/** Test environment of the end-to-end tests: cloud processes and a station as real processes, on free ports and in a folder of their own. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { browser } from '../scripts/browser.ts'
import { programOptions } from '../scripts/node-flags.mjs'
import { openNetworkToggle, type NetworkToggle } from './parts/network-toggle.ts'
import { end } from './parts/seed.ts'
import { compileCache } from '../testing/compile-cache.ts'
import { until } from '../testing/until.ts'
import { freePort } from '../testing/free-port.ts'
import { lanAddress } from '../testing/lan-address.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export { lanAddress }

export type Program = { child: ChildProcess; said: () => string }
export type World = {
  folder: string
  downloads: string
  /** Addresses of the cloud processes over the LAN, the station's own first. */
  addresses: string[]
  /** Port of the TV page on the box, for screens on the LAN. */
  screenPort: number
  /** The proxy between the station and its cloud. */
  network: NetworkToggle
  readonly station: Program
  /** The first cloud process. */
  readonly cloud: Program
  pair(): Promise<{ devsn: string; code: string }>
  /** kill -9, as in a power cut. */
  killStation(): Promise<void>
  startStation(): Promise<void>
  /** The first cloud process is killed with -9 and restarted on the same port. */
  killCloud(): Promise<void>
  startCloud(): Promise<void>
  stop(): Promise<void>
}

/**
 * folder: an empty one for all that the programs write, a new one where absent. isProbed: cloud and station run with scripts/process-probe.mjs. isCloudElsewhere: for the box the cloud is on another machine; `network` has an address on
 * the LAN, for phones too. isSupervised: the station is run by scripts/start.mjs, as a box at home is. hasBox: false where a story needs no box.
 */
type WorldOptions = {
  folder?: string
  clouds?: number
  env?: Record<string, string>
  isProbed?: true
  isCloudElsewhere?: true
  isSupervised?: true
  hasBox?: false
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const run = (program: 'cloud' | 'station', env: Record<string, string>) =>
    options.isSupervised && program === 'station'
      ? runScript([path.join(root, 'scripts/start.mjs'), program], env)
      : runProgram(program, { env, flags: options.isProbed ? probeFlags : [] })
  const folder = options.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'homeport-e2e-')))
  const ports = await Promise.all(Array.from({ length: options.clouds ?? 1 }, freePort))
  const screenPort = await freePort()
  const network = await openNetworkToggle(ports.at(-1) ?? 0, options.isCloudElsewhere && lanAddress)
  const shared = {
    HOMEPORT_DATA: folder,
    HOMEPORT_PRIVATE_SOURCES: '1',
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_SCREEN_PORT: String(screenPort),
    ...options.env,
  }
  const clouds = ports.map((port) => run('cloud', { ...shared, HOMEPORT_PORT: String(port) }))
  await Promise.all(ports.map((port, index) => ready(port, clouds[index])))
  // The station uses the last cloud process, phones the first: with two, every act crosses the bus.
  const stationEnv = { ...shared, HOMEPORT_PORT: String(ports[0]), HOMEPORT_CLOUD: network.address }
  let station = options.hasBox === false ? undefined : run('station', stationEnv)
  return {
    folder,
    downloads: path.join(folder, 'downloads'),
    screenPort,
    network,
    addresses: ports.map((port) => `http://${lanAddress ?? '127.0.0.1'}:${port}`),
    get station() {
      if (!station) throw new Error('no box was started')
      return station
    },
    get cloud() {
      const [first] = clouds
      if (!first) throw new Error('no cloud was started')
      return first
    },
    pair: () => pairIn(folder),
    killStation: () => killed(station),
    startStation: async () => {
      station = run('station', stationEnv)
    },
    killCloud: () => killed(clouds[0]),
    startCloud: async () => {
      clouds[0] = run('cloud', { ...shared, HOMEPORT_PORT: String(ports[0]) })
      await ready(ports[0] ?? 0, clouds[0])
    },
    stop: async () => {
      if (station) await end(station.child)
      await Promise.all(clouds.map((cloud) => end(cloud.child)))
      await network.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The pairing that `npm run pair` prints for the box in this folder. */
export async function pairIn(folder: string): Promise<{ devsn: string; code: string }> {
  // The box reaches its cloud through this process: it must not block while `pair` waits for the box to be online.
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/pair.mjs'], {
    cwd: root,
    env: { ...process.env, HOMEPORT_DATA: folder },
  })
  const pairing: { devsn: string; code: string } = JSON.parse(stdout)
  return pairing
}

const probeFlags = ['--expose-gc', '--import', path.join(root, 'scripts/process-probe.mjs')]

export function runProgram(
  program: 'cloud' | 'station',
  { env, flags }: { env: Record<string, string>; flags: readonly string[] },
): Program {
  const options = programOptions(program, env)
  const words = [...options.flags, ...flags, path.join(root, program, 'src/app/main.ts')]
  return runScript(words, { ...options.env, ...env }, flags.length > 0)
}

function runScript(words: readonly string[], env: Record<string, string>, hasChannel = false): Program {
  const child = spawn(process.execPath, [...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_NO_WARNINGS: '1',
      ...compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? ['ipc' as const] : [])],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, said: () => text }
}

export async function killed(program?: Program): Promise<void> {
  const gone = new Promise((resolve) => program?.child.once('exit', resolve))
  program?.child.kill('SIGKILL')
  await gone
}

async function ready(port: number, program?: Program): Promise<void> {
  await until(`cloud on ${port} serves`, async () => {
    if (program?.child.exitCode !== null) throw new Error(program?.said())
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  })
}

export type FileServer = {
  address: string
  servedBytes(): number
  /** From now on so many bytes of this file are sent, and no more. */
  allow(file: string, bytes: number): void
  stop(): Promise<void>
}

/** A plain file server that sends at most `bytesPerSecond` over all its connections and supports ranges, as a film site does. */
export async function openFileServer(
  files: Record<string, Buffer>,
  bytesPerSecond = Number.POSITIVE_INFINITY,
): Promise<FileServer> {
  let served = 0
  /** Bytes of a file that may still be sent. */
  const allowed = new Map<string, number>()
  const waiting = new Set<{ file: string; response: http.ServerResponse; rest: Buffer }>()
  const server = http.createServer((request, response) => {
    const file = decodeURIComponent((request.url ?? '').split('?')[0] ?? '')
    const body = files[file]
    if (!body) return response.writeHead(404).end()
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const from = range ? Number(range[1]) : 0
    const to = range?.[2] ? Math.min(Number(range[2]), body.length - 1) : body.length - 1
    const headers = { 'content-length': to - from + 1, 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' }
    response.writeHead(range ? 206 : 200, range ? { ...headers, 'content-range': `bytes ${from}-${to}/${body.length}` } : headers)
    if (request.method === 'HEAD') return response.end()
    const transfer = { file, response, rest: body.subarray(from, to + 1) }
    waiting.add(transfer)
    response.on('close', () => waiting.delete(transfer))
  })
  const ticker = setInterval(() => {
    const share = Math.ceil(bytesPerSecond / ticksPerSecond / waiting.size)
    for (const transfer of waiting) {
      const mayBe = allowed.get(transfer.file) ?? Number.POSITIVE_INFINITY
      const piece = transfer.rest.subarray(0, Math.min(share, mayBe))
      if (piece.length === 0 && transfer.rest.length > 0) continue
      allowed.set(transfer.file, mayBe - piece.length)
      transfer.rest = transfer.rest.subarray(piece.length)
      served += piece.length
      transfer.response.write(piece)
      if (transfer.rest.length > 0) continue
      waiting.delete(transfer)
      transfer.response.end()
    }
  }, 1000 / ticksPerSecond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    servedBytes: () => served,
    allow: (file, bytes) => void allowed.set(file, bytes),
    stop: () => {
      clearInterval(ticker)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const ticksPerSecond = 20

export const hasBrowser = browser !== undefined
