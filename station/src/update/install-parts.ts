/**
 * The packages of an unpacked version. Where its lockfile is that of the running version they are shared, by links to each package; otherwise npm installs
 * them, each checked against the sum in the lockfile, which is part of the signed archive.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { UpdateRefusal } from './update-refusal.ts'

const ownScope = '@homeport'
const lockName = 'package-lock.json'
const npmTimeoutMs = 30 * 60_000

/** running: the folder of the version that runs; folder: of the new one; cache: of npm. */
export type InstallFolders = { running: string; folder: string; cache: string; env: NodeJS.ProcessEnv }

export async function installParts(location: InstallFolders, signal: AbortSignal): Promise<void> {
  const [ours, theirs] = await Promise.all([location.running, location.folder].map((root) => lockOf(root)))
  if (ours !== '' && ours === theirs) await shareParts(location)
  else await npmInstall(location, signal)
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.optional(z.string()), integrity: z.optional(z.string()) })),
})

/** The foreign packages that a lockfile names, with their sums; '' if it cannot be read. */
async function lockOf(root: string): Promise<string> {
  const text = await readFile(path.join(root, lockName), 'utf8').catch(() => '{}')
  const lock = Lock.safeParse(JSON.parse(text))
  if (!lock.success) return ''
  const foreign = Object.entries(lock.data.packages).filter(
    ([location, { integrity }]) => location !== '' && integrity !== undefined,
  )
  return JSON.stringify(foreign.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** A folder of their own for links: the workspaces (@homeport) must be those of the new version. */
async function shareParts({ running, folder }: InstallFolders): Promise<void> {
  const names = (await readdir(path.join(running, 'node_modules'))).filter((name) => name !== ownScope && !name.startsWith('.'))
  await mkdir(path.join(folder, 'node_modules', ownScope), { recursive: true })
  for (const name of names)
    await symlink(await realpath(path.join(running, 'node_modules', name)), path.join(folder, 'node_modules', name))
  for (const name of await readdir(path.join(running, 'node_modules', ownScope)))
    if (existsSync(path.join(folder, name))) await symlink(`../../${name}`, path.join(folder, 'node_modules', ownScope, name))
  for (const workspace of await readdir(folder)) {
    const own = path.join(running, workspace, 'node_modules')
    if (workspace !== 'node_modules' && existsSync(own))
      await symlink(await realpath(own), path.join(folder, workspace, 'node_modules'))
  }
}

/** npm comes with Homeport's Node, or is in PATH. */
async function npmInstall({ folder, cache, env }: InstallFolders, signal: AbortSignal): Promise<void> {
  const words = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', words, {
    cwd: folder,
    signal,
    timeout: npmTimeoutMs,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...env,
      npm_config_cache: cache,
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${env.PATH}`,
    },
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-2_000)))
  const code = await new Promise<unknown>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  if (code !== 0) throw new UpdateRefusal('no_parts', errors.trim() || String(code))
}
