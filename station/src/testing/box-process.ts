/** For tests: the box as a program of its own with a real broker, to be killed, held and started again. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../../testing/compile-cache.ts'
import { freePort } from '../../../testing/free-port.ts'
import { until } from '../../../testing/until.ts'
import { openTestCloud, owner } from './cloud.ts'

const main = fileURLToPath(new URL('../app/main.ts', import.meta.url))

/** As `npm start` runs it (scripts/node-flags.mjs); scripts/node-flags.test.ts compares them. */
export const stationOptions = {
  flags: ['--max-semi-space-size=1', '--heap-growing-percent=50'],
  env: {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '32768',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_TOP_PAD_: '65536',
    UV_THREADPOOL_SIZE: '64',
  },
}

export type BoxProcess = Awaited<ReturnType<typeof openBoxProcess>>

/** Not started yet. settings: of the environment. */
export async function openBoxProcess(folder: string, settings: Record<string, string> = {}) {
  const cloud = await openTestCloud()
  const screenPort = await freePort()
  let child: ChildProcess | undefined
  let [devsn, output, hellos] = ['', '', 0]
  const helloCount = () => cloud.received.filter(({ up }) => up.kind === 'hello').length
  const hasEnded = () => child?.exitCode !== null || child.signalCode !== null

  const box = {
    cloud,
    screenPort,
    /** Written since its last start. */
    output: () => output,
    pid: () => child?.pid ?? 0,
    hasEnded,
    exitCode: () => child?.exitCode,
    /** Waits for nothing. */
    launch(flags: readonly string[] = []): void {
      hellos = helloCount()
      output = ''
      const env = {
        ...compileCache,
        ...stationOptions.env,
        PATH: process.env.PATH,
        NODE_NO_WARNINGS: '1',
        HOMEPORT_MDNS: '0',
        HOMEPORT_DLNA: '0',
        HOMEPORT_MPV: '0',
        HOMEPORT_DATA: folder,
        HOMEPORT_CLOUD: cloud.url,
        HOMEPORT_SCREEN_PORT: String(screenPort),
        HOMEPORT_PRIVATE_SOURCES: '1',
        HOMEPORT_LIBRARY_WRITE: '1',
        ...settings,
      }
      child = spawn(process.execPath, [...stationOptions.flags, ...flags, main], {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    },
    /** Waits until it is online, with an owner. */
    async start(flags: readonly string[] = []): Promise<void> {
      box.launch(flags)
      await box.isOnline()
    },
    /** Waits until the box that was launched is online, and gives it an owner. */
    async isOnline(): Promise<void> {
      await until('the box is online', () => {
        if (hasEnded()) throw new Error(`it ended with ${child?.exitCode}: ${output}`)
        return helloCount() >= hellos + 2
      })
      devsn = cloud.signs.at(-1)?.clientId ?? ''
      await cloud.send(devsn, 'en', { kind: 'household', members: [owner], name: '' })
    },
    async kill(): Promise<void> {
      if (!child || hasEnded()) return
      child.kill('SIGKILL')
      // One that is held does not even die.
      await until('the box has ended', hasEnded)
    },
    act: (name: string, data: unknown) => cloud.act(devsn, name, data),
    async stop(): Promise<void> {
      await box.kill()
      await cloud.stop()
    },
  }
  return box
}

/** Each regular file below a folder: its path in it, and its text. */
export function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')]
    }),
  )
}
