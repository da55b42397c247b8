/** Finds an amuled that works and starts it with a folder, settings and a password of its own; nobody but this machine reaches its API. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Address } from '../ed2k-file.ts'

const run = promisify(execFile)
/** Downloads of older versions froze. */
const leastVersion = [3, 1, 0] as const
const answersWithinMs = 10_000

/** api: the program that sets the password of the API; it lies beside amuled. */
export type AmuleProgram = { command: string; api: string; version: string }
/** configured: the AMULED setting, '' if not set. */
export type WhereToLook = { configured: string; searchPath: string }

/** failed: what stands in the way of the one that is set or installed, '' if there is none. */
export async function findAmule({ configured, searchPath }: WhereToLook): Promise<{ program?: AmuleProgram; failed: string }> {
  const command = configured || 'amuled'
  const version = await versionOf(command, searchPath)
  if (version === '') return { failed: configured === '' ? '' : `"${configured}" does not start` }
  if (isOlder(version)) return { failed: `amuled ${version} is older than ${leastVersion.join('.')}` }
  return {
    program: { command, api: command.includes('/') ? join(dirname(command), 'amuleapi') : 'amuleapi', version },
    failed: '',
  }
}

export type AmuleParts = {
  /** The program's own: settings, and parts of unfinished files. */
  folder: string
  searchPath: string
  /** Finished files, and those under way. */
  incoming: string
  temp: string
  /** By address. */
  servers: readonly Address[]
  /** Bytes a second, 0: no limit. */
  downLimitBytes: number
}
export type AmuleProcess = { child: ChildProcess; url: string; password: string }

export async function runAmule(program: AmuleProgram, parts: AmuleParts): Promise<AmuleProcess> {
  const { folder, searchPath } = parts
  for (const path of [folder, parts.incoming, parts.temp]) mkdirSync(path, { recursive: true, mode: 0o700 })
  endLeftOver(folder)
  // It is left by one that was killed, and a new one does not start beside it.
  rmSync(join(folder, 'muleLock'), { force: true })
  const port = await freePort()
  const password = randomBytes(24).toString('base64url')
  writeFileSync(join(folder, 'amule.conf'), settings(parts, port), { mode: 0o600 })
  // Its own list does not survive a restart.
  writeFileSync(join(folder, 'server.met'), serverList(parts.servers))
  const env = { PATH: searchPath, HOME: folder, LANG: 'C.UTF-8' }
  await run(program.api, [`--config-dir=${folder}`, `--set-admin-pass=${password}`], { env, timeout: answersWithinMs })
  const child = spawn(program.command, ['-c', folder, '-o'], { cwd: folder, env, stdio: 'ignore' })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', () => resolve())
    child.once('error', reject)
  })
  writeFileSync(join(folder, 'amuled.pid'), String(child.pid))
  return { child, url: `http://127.0.0.1:${port}`, password }
}

async function versionOf(command: string, searchPath: string): Promise<string> {
  try {
    const { stdout } = await run(command, ['--version'], { env: { PATH: searchPath }, timeout: answersWithinMs })
    return /(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? ''
  } catch {
    return ''
  }
}

function isOlder(version: string): boolean {
  const numbers = version.split('.').map(Number)
  const at = leastVersion.findIndex((least, index) => (numbers[index] ?? 0) !== least)
  return at >= 0 && (numbers[at] ?? 0) < (leastVersion[at] ?? 0)
}

function settings({ incoming, temp, downLimitBytes }: AmuleParts, port: number): string {
  const secret = createHash('md5').update(randomBytes(24)).digest('hex')
  return `[eMule]
Nick=Homeport
Port=4662
UDPPort=4672
ConnectToED2K=1
ConnectToKad=1
Autoconnect=1
Reconnect=1
UPnPEnabled=0
NewVersionCheck=0
TempDir=${temp}
IncomingDir=${incoming}
CheckDiskspace=1
MinFreeDiskSpace=64
MaxDownload=${Math.ceil(downLimitBytes / 1024)}
[ExternalConnect]
AcceptExternalConnections=1
ECAddress=127.0.0.1
ECPassword=${secret}
[AmuleApi]
Enabled=1
BindAddress=127.0.0.1
HttpPort=${port}
`
}

/** server.met: a version, a number, and for each server its address, port and no tags. */
function serverList(servers: readonly Address[]): Buffer {
  const known = servers.filter(({ host }) => /^\d+\.\d+\.\d+\.\d+$/.test(host))
  const entries = known.map(({ host, port }) => {
    const entry = Buffer.alloc(10)
    Buffer.from(host.split('.').map(Number)).copy(entry)
    entry.writeUInt16LE(port, 4)
    return entry
  })
  const head = Buffer.alloc(5)
  head.writeUInt8(0x0e, 0)
  head.writeUInt32LE(entries.length, 1)
  return Buffer.concat([head, ...entries])
}

/** One of a killed station. */
function endLeftOver(folder: string): void {
  const file = join(folder, 'amuled.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const cmdline = pid > 1 && existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') : []
  if (cmdline.includes(folder) && cmdline.some((part) => basename(part).includes('amule'))) process.kill(pid, 'SIGKILL')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
