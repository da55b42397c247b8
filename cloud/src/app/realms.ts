/** Opens both realms' databases and migrates their schemas; reports a failure in one sentence. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import { checkDb, openDb, type DbPlace } from '../kit/db.ts'
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
  await makeFolder(join(config.dataFolder, 'cloud'))
  const steps = await readSteps(migrations)
  const realms: Realm[] = []
  for (const lang of langs) {
    const location = placeOf(config, lang)
    const db = openDb(location)
    undo.push(() => db.destroy())
    await checkDb(db).catch((error: unknown) => {
      throw unreachable(location, error)
    })
    await migrate(db, location, { steps, now })
    realms.push(events.openRealm(lang, db))
  }
  return realms
}

export function placeOf({ dataFolder, databaseUrl }: Pick<CloudConfig, 'dataFolder' | 'databaseUrl'>, lang: Lang): DbPlace {
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

export function unreachable(location: DbPlace, error: unknown): OperatorError {
  if (location.kind === 'sqlite')
    return new OperatorError(
      `The database ${location.path} cannot be opened (${reasonOf(error)}): make its folder writable, or set HOMEPORT_DATA to a folder that is.`,
    )
  return new OperatorError(
    `PostgreSQL at DATABASE_URL does not answer (${reasonOf(error)}): start it, or correct DATABASE_URL; without DATABASE_URL Homeport uses SQLite.`,
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.message) : String(error)
}
