/** Joins the copies that phones take along: their table, the folder, the queue and the acts. */
import { join } from 'node:path'
import type { Db } from '../../kit/db.ts'
import { createCopyQueue, type CopyQueueDeps } from './copy-queue.ts'
import { offlineActs, type OfflineDeps } from './offline-acts.ts'
import { copyStore } from './offline-copy.store.ts'

const keptMs = 7 * 86_400_000

/** folder: the box's own. */
export type OpenOfflineDeps = Omit<CopyQueueDeps, 'store'> & Omit<OfflineDeps, 'store' | 'queue'> & { db: Db }

export async function openOffline(deps: OpenOfflineDeps) {
  const store = copyStore(deps.db)
  const queue = createCopyQueue({ ...deps, folder: join(deps.folder, 'offline-copies'), store })
  // Without its folder there are no copies; all else is there.
  await queue.open().catch(deps.onFault)
  async function sweep(): Promise<void> {
    await store.removeBefore(deps.now() - keptMs)
    for (const { realm, user_id, copy_id } of await store.all()) if (!deps.isMember(realm, user_id)) await store.remove(copy_id)
    await queue.tidy()
    queue.kick()
  }
  return {
    acts: offlineActs({ ...deps, store, queue }),
    sweep,
    stop: () => queue.stop(),
  }
}
