/** Opens the realms' databases, and the uploads, for the operator's commands, without migrating (only the cloud does that). */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { checkDb, openDb, type Db } from '../kit/db.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { openUploads, type Uploads } from '../media/uploads.ts'
import type { CloudConfig } from '../app/config.ts'
import { dbAddressOf, unreachable } from '../app/realms.ts'

export type RealmDb = { lang: Lang; db: Db }
export type RealmDbs = { realmDbs: RealmDb[]; uploads: Uploads; stop: () => Promise<void> }

export function openDbs(config: CloudConfig, chosen: readonly Lang[]): Promise<RealmDb[]> {
  return Promise.all(
    chosen.map(async (lang) => {
      const location = dbAddressOf(config, lang)
      if (location.kind === 'sqlite' && !existsSync(location.path))
        throw new OperatorError(
          `There is no data of a cloud in ${config.dataFolder}: set HOMEPORT_DATA to the folder that the cloud uses.`,
        )
      const db = openDb(location)
      await checkDb(db).catch((error: unknown) => {
        throw unreachable(location, error)
      })
      return { lang, db }
    }),
  )
}

export async function openRealmDbs(config: CloudConfig): Promise<RealmDbs> {
  const realmDbs = await openDbs(config, langs)
  const cloudFolder = join(config.dataFolder, 'cloud')
  const folders = { folder: join(cloudFolder, 'blobs'), spoolFolder: join(cloudFolder, 'spool') }
  const uploads = await openUploads(config.uploadsUrl, folders)
  return {
    realmDbs,
    uploads,
    stop: async () => {
      await uploads.stop()
      for (const { db } of realmDbs) await db.destroy()
    },
  }
}
