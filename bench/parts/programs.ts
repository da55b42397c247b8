/** Starts cloud and station as real processes for a bench, on free ports and in a folder of their own, with a signed-in owner of the box. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import { register, type SignedIn } from '@homeport/contract/account.ts'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import type { Call, In, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { freePort } from '../../testing/free-port.ts'
import { programOptions } from '../../scripts/node-flags.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Shared by all runs of all benches, so that every start is warm. */
const compileCache = path.join(os.tmpdir(), 'homeport-bench-compile')

export type Bench = {
  folder: string
  port: number
  screenPort: number
  cloud: ChildProcess
  station: ChildProcess | undefined
  readyMs: number
  /** Another station for the same box, once the one before it has ended. */
  startStation(): ChildProcess
  stop(): Promise<void>
}

export async function openPrograms(options: { station: boolean; env?: Record<string, string> }): Promise<Bench> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-bench-'))
  const port = await freePort()
  const screenPort = await freePort()
  const env = {
    HOMEPORT_DATA: folder,
    HOMEPORT_PORT: String(port),
    HOMEPORT_SCREEN_PORT: String(screenPort),
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_PRIVATE_SOURCES: '1',
    ...options.env,
  }
  const began = performance.now()
  const cloud = run('cloud', env)
  await serves(port)
  const readyMs = performance.now() - began
  let station = options.station ? run('station', env) : undefined
  return {
    folder,
    port,
    screenPort,
    cloud,
    get station() {
      return station
    },
    readyMs,
    startStation: () => (station = run('station', env)),
    stop: async () => {
      await Promise.all([ended(cloud), station ? ended(station) : undefined].filter((one) => one !== undefined))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Processes to end if a bench fails. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

function run(program: 'cloud' | 'station', env: Record<string, string>): ChildProcess {
  const options = programOptions(program, env)
  const child = spawn(process.execPath, [...options.flags, path.join(root, program, 'src/app/main.ts')], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...options.env,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
  })
  running.add(child)
  return child
}

async function serves(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Makes a call as the app does; throws on any code but 200. */
export async function ask<I extends Shape, O extends Shape>(
  { port, token = '' }: { port: number; token?: string },
  promise: Call<I, O>,
  input: In<I>,
): Promise<Out<O>> {
  const answer = await fetch(`http://127.0.0.1:${port}/en/${promise.host}${promise.path}`, {
    method: promise.method,
    headers: { Token: token, Source: 'app', Version: 'v3', client: 'app', SsoClient: 'h5' },
    body: new URLSearchParams(encodeForm(Object(input))),
  })
  const { code, msg, data }: { code: number; msg: string; data: unknown } = await answer.json()
  if (code !== 200) throw new Error(`${promise.path}: ${code} ${msg}`)
  return promise.output.parse(data)
}

export async function bindOwner(bench: Bench): Promise<{ signedIn: SignedIn; device: Device }> {
  const signedIn = await ask(bench, register, { username: 'bench', password: 'a long bench phrase', agreed: 1 })
  const result = spawnSync(process.execPath, ['scripts/pair.mjs'], {
    cwd: root,
    env: { ...process.env, HOMEPORT_DATA: bench.folder },
    encoding: 'utf8',
  })
  const pairing: { devsn: string; code: string } = JSON.parse(result.stdout)
  return { signedIn, device: await ask({ port: bench.port, token: signedIn.token }, bindDevice, pairing) }
}
