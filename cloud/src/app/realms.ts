/** Opens both realms' databases and migrates their schemas; reports a failure in one sentence. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interruptedRestore, wrongKindIn } from '@homeport/contract/kit/program/folder-kinds.ts'
import { FolderTaken, lockFolder } from '@homeport/contract/kit/program/folder-lock.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { checkDb, openDb, type DbAddress } from '../kit/db.ts'
import type { Events } from '../kit/events.ts'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { OperatorError } from '../kit/operator-error.ts'
import type { Realm } from '../kit/realm.ts'
import type { CloudConfig } from './config.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

export async function openRealms(
  config: Pick<CloudConfig, 'dataFolder' | 'databaseUrl'>,
  { events, now, undo }: { events: Events; now: () => number; undo: (() => Promise<unknown>)[] },
): Promise<Realm[]> {
  await openFolder(config, undo)
  const steps = await readSteps(migrations)
  const realms: Realm[] = []
  for (const lang of langs) {
    const location = dbAddressOf(config, lang)
    const db = openDb(location)
    undo.push(() => db.destroy())
    await checkDb(db).catch((error: unknown) => {
      throw unreachable(location, error)
    })
    await migrate(db, location, { steps, now }).catch((error: unknown) => {
      throw isOfFile(location, error) ? unreachable(location, error) : error
    })
    realms.push(events.openRealm(lang, db))
  }
  return realms
}

const lockName = 'cloud.sock'
/** A Unix socket has no longer path (sun_path of Linux and macOS), and Windows has none in a folder. */
const maxLockPath = 103
const databaseFiles = langs.flatMap((lang) => [`${lang}.db`, `${lang}.db-wal`, `${lang}.db-shm`])

/** Makes the folder, and keeps a second cloud off its databases. Several processes share a database server. */
async function openFolder(
  { dataFolder, databaseUrl }: Pick<CloudConfig, 'dataFolder' | 'databaseUrl'>,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const folder = join(dataFolder, 'cloud')
  await makeFolder(folder)
  const files = databaseUrl === undefined ? [...databaseFiles, 'outbox.jsonl'] : ['outbox.jsonl']
  const sentence = interruptedRestore(dataFolder) ?? wrongKindIn(folder, { files, sockets: [lockName] })
  if (sentence !== undefined) throw new OperatorError(sentence)
  const path = join(folder, lockName)
  if (databaseUrl !== undefined || process.platform === 'win32' || Buffer.byteLength(path) > maxLockPath) return
  try {
    const lock = await lockFolder(path)
    undo.push(() => lock.stop())
  } catch (error) {
    if (error instanceof FolderTaken)
      throw new OperatorError(
        `A cloud already runs on this folder (${path} answers); stop it first, or set HOMEPORT_DATA to another folder.`,
      )
    throw new OperatorError(
      `The socket ${path} cannot be made (${reasonOf(error)}): make its folder writable, on a disk of this machine.`,
    )
  }
}

/** Beside a damaged file: SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN */
const fileCodes = [8, 10, 11, 13, 14, 26]

/** SQLite's own error, such as of a file that may not be written, at the first write. */
function isOfFile(location: DbAddress, error: unknown): boolean {
  return (
    location.kind === 'sqlite' && error instanceof Error && 'errcode' in error && fileCodes.includes(Number(error.errcode) & 0xff)
  )
}

export function dbAddressOf({ dataFolder, databaseUrl }: Pick<CloudConfig, 'dataFolder' | 'databaseUrl'>, lang: Lang): DbAddress {
  if (databaseUrl === undefined) return { kind: 'sqlite', path: join(dataFolder, 'cloud', `${lang}.db`) }
  return { kind: 'postgres', url: databaseUrl, schema: `homeport_${lang}` }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new OperatorError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}): make it writable, or set HOMEPORT_DATA to a folder that is.`,
    )
  })
}

export function unreachable(location: DbAddress, error: unknown): OperatorError {
  if (location.kind === 'sqlite' && isDamaged(error))
    return new OperatorError(
      `The database ${location.path} is damaged (${reasonOf(error)}): bring a backup back (docs/operating.md), or save what can be read of it with npm run repair.`,
    )
  if (location.kind === 'sqlite')
    return new OperatorError(
      `The database ${location.path} cannot be opened (${reasonOf(error)}): make its folder writable, or set HOMEPORT_DATA to a folder that is.`,
    )
  return new OperatorError(
    `PostgreSQL at DATABASE_URL does not answer (${reasonOf(error)}): start it, or correct DATABASE_URL; without DATABASE_URL Homeport uses SQLite.`,
  )
}

/** SQLITE_CORRUPT, SQLITE_NOTADB */
const damagedCodes = [11, 26]

function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && damagedCodes.includes(Number(error.errcode) & 0xff)
}

function reasonOf(error: unknown): string {
  return error instanceof Error
    ? 'code' in error && typeof error.code === 'string' && error.code !== 'ERR_SQLITE_ERROR'
      ? error.code
      : error.message
    : String(error)
}
