/** Finds an aria2 that runs here, and starts it with our settings only: its secret stands in a file that nobody else reads. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

export type Program = { command: string; version: string }
export type ProgramParts = {
  /** The box's own folder: settings, process id, metadata. */
  folder: string
  downloads: string
  searchPath: string
  /** The door that judges every address. */
  proxy: string
}

/** wanted: the ARIA2 setting, '' unset; packaged: the npm package's program, '' without one. */
export type WhereToLook = { wanted: string; searchPath: string; packaged: string }

/** The first of them that answers --version; what did not start is named in `failed`. */
export async function findAria2({
  wanted,
  searchPath,
  packaged,
}: WhereToLook): Promise<{ found: Program | undefined; failed: string[] }> {
  const failed: string[] = []
  for (const command of [wanted, 'aria2c', packaged]) {
    if (command === '') continue
    const version = await versionOf(command, searchPath)
    if (version) return { found: { command, version }, failed }
    failed.push(command)
  }
  return { found: undefined, failed }
}

/** The aria2 that npm brought along, '' where it has none for this machine. */
export function packagedAria2(): string {
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve('@naria2/linux-x64/package.json')), 'aria2c')
    // npm unpacks it without the right to run.
    if (existsSync(binary)) chmodSync(binary, 0o755)
    return binary
  } catch {
    return ''
  }
}

function versionOf(command: string, searchPath: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, ['--no-conf', '--version'], { timeout: 10_000, env: { PATH: searchPath } }, (error, out) => {
      resolve(error ? '' : (/aria2 version (\S+)/.exec(out)?.[1] ?? ''))
    })
  })
}

/** It saves every 5 s how far it is, and takes seconds to end politely. */
const leftOverTries = 80

export type Running = { child: ChildProcess; port: number; secret: string }

/** Starts the program; an aria2 left over from a killed station is ended first, so that no two write the same files. */
export async function runAria2({ command }: Program, parts: ProgramParts, secret: string): Promise<Running> {
  const settingsFile = join(parts.folder, 'aria2.conf')
  await endLeftOver(parts.folder, settingsFile)
  mkdirSync(join(parts.folder, 'torrents'), { recursive: true })
  const port = await freePort()
  const lines = Object.entries(await settings(parts, port, secret)).map(([key, value]) => `${key}=${value}\n`)
  writeFileSync(settingsFile, lines.join(''), { mode: 0o600 })
  chmodSync(settingsFile, 0o600)
  const child = spawn(command, [`--conf-path=${settingsFile}`], {
    cwd: parts.folder,
    // Its own small surroundings: no proxy, no .netrc and no other settings of the user leak in.
    env: { PATH: parts.searchPath, HOME: parts.folder, LANG: 'C.UTF-8' },
    stdio: 'ignore',
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', () => resolve())
    child.once('error', reject)
  })
  writeFileSync(join(parts.folder, 'aria2.pid'), String(child.pid))
  return { child, port, secret }
}

async function settings(
  { folder, downloads, proxy }: ProgramParts,
  port: number,
  secret: string,
): Promise<Record<string, string | number | boolean>> {
  return {
    'enable-rpc': true,
    'rpc-listen-all': false,
    'rpc-listen-port': port,
    'rpc-secret': secret,
    'rpc-max-request-size': '48M',
    'rpc-save-upload-metadata': false,
    'stop-with-process': process.pid,
    'no-netrc': true,
    quiet: true,
    dir: downloads,
    // The box's own table is the one memory of what to do (kept on every change); aria2 keeps only how far each file is.
    'auto-save-interval': 5,
    'always-resume': false,
    continue: true,
    'allow-overwrite': false,
    'auto-file-renaming': true,
    'allow-piece-length-change': true,
    'file-allocation': await allocation(downloads),
    'disk-cache': '16M',
    // The box itself hands over no more than may run; lists of magnets are read beside.
    'max-concurrent-downloads': 100,
    'max-connection-per-server': 5,
    split: 5,
    'min-split-size': '4M',
    'max-tries': 5,
    'retry-wait': 2,
    'connect-timeout': 20,
    timeout: 60,
    'max-download-result': 1000,
    'follow-torrent': false,
    'follow-metalink': false,
    'bt-save-metadata': true,
    'bt-remove-unselected-file': true,
    'bt-detach-seed-only': true,
    'seed-ratio': 1,
    'seed-time': 60,
    'enable-dht': true,
    'enable-dht6': false,
    'dht-file-path': join(folder, 'dht.dat'),
    'enable-peer-exchange': true,
    'all-proxy': proxy,
    'proxy-method': 'tunnel',
  }
}

/** falloc only where the disk can do it at once; elsewhere it fails or writes every byte twice. */
async function allocation(downloads: string): Promise<'falloc' | 'none'> {
  const quick = [0xef53, 0x58465342, 0x9123683e, 0x01021994]
  try {
    return quick.includes((await statfs(downloads)).type) ? 'falloc' : 'none'
  } catch {
    return 'none'
  }
}

async function endLeftOver(folder: string, settingsFile: string): Promise<void> {
  const file = join(folder, 'aria2.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const isOurs = () => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--conf-path=${settingsFile}`)
    } catch {
      return false
    }
  }
  if (!(pid > 1)) return
  for (let tries = 0; isOurs() && tries < leftOverTries; tries += 1) {
    process.kill(pid, 'SIGKILL')
    await after(25)
  }
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
