/** For tests of memory and of kills: a complete cloud in a process of its own, with its own folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../app/main.ts', import.meta.url))
/** As `npm start` runs it on a box (docs/decisions/007-memory.md). */
const boxFlags = ['--max-semi-space-size=1']

export type CloudProcess = Awaited<ReturnType<typeof startCloudProcess>>

/** port 0: any free one. folder: of an earlier process; without it a new one, deleted at the end. */
export async function startCloudProcess({ port = 0, folder }: { port?: number; folder?: string } = {}) {
  const dataFolder = folder ?? (await mkdtemp(join(tmpdir(), 'homeport-cloud-process-')))
  const child = spawn(process.execPath, [...boxFlags, main], {
    env: { PATH: '/usr/bin:/bin', HOMEPORT_DATA: dataFolder, HOMEPORT_PORT: String(port), HOMEPORT_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const ownPort = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the cloud ended with ${code}: ${output}`)))
    child.stdout.on('data', (chunk: Buffer) => {
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
