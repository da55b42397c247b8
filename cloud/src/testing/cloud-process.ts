/** For tests of memory and of kills: a complete cloud in a process of its own, with its own folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { probeFlags, retainedMb } from './process-probe.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const main = fileURLToPath(new URL('../app/main.ts', import.meta.url))
/** As `npm start` runs it on a box (docs/decisions/007-memory.md); scripts/node-flags.test.ts compares them. */
export const boxOptions = {
  flags: ['--max-semi-space-size=2', '--heap-growing-percent=50'],
  env: {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '32768',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_TOP_PAD_: '65536',
  },
}

export type CloudProcess = Awaited<ReturnType<typeof startCloudProcess>>

/** port 0: any free one. folder: of an earlier process; without it a new one, deleted at the end. */
export async function startCloudProcess({ port = 0, folder }: { port?: number; folder?: string } = {}) {
  const dataFolder = folder ?? (await mkdtemp(join(tmpdir(), 'homeport-cloud-process-')))
  const child = spawn(process.execPath, [...boxOptions.flags, ...probeFlags, main], {
    env: {
      ...compileCache,
      PATH: '/usr/bin:/bin',
      ...boxOptions.env,
      HOMEPORT_DATA: dataFolder,
      HOMEPORT_PORT: String(port),
      HOMEPORT_LOG: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('the cloud has no output')
  const ended = once(child, 'exit')
  const ownPort = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the cloud ended with ${code}: ${output}`)))
    stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const listening = /serves on port (\d+)/.exec(output)?.[1]
      if (listening !== undefined) resolve(Number(listening))
    })
  })
  return {
    folder: dataFolder,
    port: ownPort,
    url: `http://127.0.0.1:${ownPort}`,
    /** Resident memory by the kernel's count. */
    async memoryMb(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
    },
    /** Heap and buffers after a collection. */
    retainedMb: () => retainedMb(child),
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
      if (folder === undefined) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
