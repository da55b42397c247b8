/** The update feature: newer versions of the box's own software (docs/decisions/052). */
import type { Db } from '../kit/db.ts'
import type { Feature } from '../kit/feature.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import { updateActs } from './acts.ts'
import { openChannel, type ChannelSettings } from './channel.ts'
import { copyDatabase } from './copy-database.store.ts'
import { createUpdater, type UpdaterDeps } from './updater.ts'
import { versionFolder } from './version-folder.ts'

export type UpdateDeps = Pick<
  UpdaterDeps,
  'running' | 'root' | 'env' | 'restartInto' | 'isBusy' | 'now' | 'elapsed' | 'warn' | 'onFault'
> & {
  db: Db
  meta: MetaStore
  /** base: '' if none is set. */
  updates: ChannelSettings
  versionsFolder: string
}

export async function updateFeature(deps: UpdateDeps): Promise<Feature> {
  const { db, updates, running, versionsFolder, onFault } = deps
  const updater = await createUpdater({
    ...deps,
    channel: updates.base === '' ? undefined : openChannel(updates, running.version_code),
    versions: versionFolder(versionsFolder),
    copyDatabase: (file) => copyDatabase(db, file),
  })
  return {
    acts: updateActs(updater),
    slowTick: () => void updater.slowTick().catch(onFault),
    stop: () => updater.stop(),
  }
}
