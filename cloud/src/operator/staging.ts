/** The hidden folder beside a backup in which it is made. It holds keys and accounts: those that a kill left are removed by the next backup. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const prefix = '.homeport-backup-'
/** Another machine's is at work no longer: each of its files changes the folder. */
const foreignKeptMs = 86_400_000

const ownPrefix = (): string => `${prefix}${hostname().replaceAll(/[^\w-]/g, '_')}.`

export async function openStaging(folder: string): Promise<string> {
  for (const name of await readdir(folder))
    if (name.startsWith(prefix) && (await isLeft(folder, name))) await rm(join(folder, name), { recursive: true, force: true })
  return mkdtemp(join(folder, `${ownPrefix()}${process.pid}.`))
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  if (name.startsWith(ownPrefix())) return !isAlive(Number(name.slice(ownPrefix().length).split('.')[0]))
  const stats = await stat(join(folder, name)).catch(() => undefined)
  return stats !== undefined && stats.mtimeMs < Date.now() - foreignKeptMs
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
