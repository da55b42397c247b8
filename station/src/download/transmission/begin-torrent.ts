/** Begins and ends torrents of Transmission, each of them written down by a stop as it begins for the first time. */
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway } from '../engine/engine.ts'
import type { HouseTorrent } from '../house-program/driver.ts'
import type { createPeerHold } from './peer-hold.ts'
import { createWriteDown } from './write-down.ts'

const lookEveryMs = 60
const stopsWithinMs = 10_000

type BeginDeps = {
  change: (method: string, hash: string) => Promise<void>
  torrent: (hash: string) => Promise<HouseTorrent | undefined>
  peers: ReturnType<typeof createPeerHold>
}

export function createBegin({ change, torrent, peers }: BeginDeps) {
  const start = (hash: string) => change('torrent-start-now', hash)
  /** It stops at its next pulse, whatever it is told until then. */
  async function stop(hash: string): Promise<void> {
    await change('torrent-stop', hash)
    // Before it stops, so that it writes this down too.
    await peers.release(hash)
    for (let waited = 0; waited < stopsWithinMs; waited += lookEveryMs) {
      const now = await torrent(hash)
      if (!now || now.isStopped || now.state === 'error') return
      await after(lookEveryMs)
    }
    throw new EngineAway('Transmission does not stop a torrent')
  }
  const writeDown = createWriteDown({ stop, start })
  /** Once it is verified it goes into the program's queue, and is begun past that by the box's next look. */
  async function startVerifying(hash: string): Promise<void> {
    await change('torrent-verify', hash)
    await start(hash)
  }

  return {
    writeDown,
    start,
    pause: async (hash: string): Promise<void> => {
      writeDown.paused(hash)
      await stop(hash)
    },
    begin: async (hash: string): Promise<void> => {
      if (!writeDown.isUnwritten(hash)) return start(hash)
      await peers.hold(hash)
      await start(hash)
      await writeDown.look(hash, await torrent(hash))
    },
    verify: async (hash: string): Promise<void> => {
      if (!writeDown.isUnwritten(hash)) return startVerifying(hash)
      await peers.hold(hash)
      await startVerifying(hash)
      // The stop ends this verification.
      await writeDown.restart(hash, startVerifying)
    },
  }
}
