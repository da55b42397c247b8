/** Torrents that Transmission does not have as the box gave them, after a start of it or of the box: they leave, and the box gives them anew. */
import { isOwn, type HouseTorrent } from '../house-program/driver.ts'
import type { createRestartWatch } from './restart-watch.ts'
import type { createWriteDown } from './write-down.ts'

type LostDeps = {
  writeDown: ReturnType<typeof createWriteDown>
  restarts: ReturnType<typeof createRestartWatch>
  torrent: (hash: string) => Promise<HouseTorrent | undefined>
  remove: (hash: string) => Promise<void>
}

export function createLostTorrents({ writeDown, restarts, torrent, remove }: LostDeps) {
  /** The box itself may have been killed. */
  let isNew = true

  async function dropOne(hash: string, hasRestarted: boolean): Promise<void> {
    const loaded = await torrent(hash)
    // Without a tag it is one of the box's too, which Transmission does not know as such.
    const isLost = loaded && (loaded.tags.length === 0 || (hasRestarted && isOwn(loaded)))
    if (isLost) await remove(hash)
    else if (!loaded || hasRestarted) await writeDown.removed(hash)
  }

  return {
    /** True if Transmission has started anew. */
    async drop(): Promise<boolean> {
      const hasRestarted = await restarts.look()
      if (hasRestarted || isNew) {
        await restarts.loaded()
        for (const hash of await writeDown.lost()) await dropOne(hash, hasRestarted)
      }
      isNew = false
      restarts.take()
      return hasRestarted
    },
  }
}
