/** Begins and ends torrents of Transmission, each of them written down as it begins for the first time. */
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway } from '../engine/engine.ts'
import { isOwn, type HouseTorrent } from '../house-program/driver.ts'
import type { UnwrittenStore } from './unwritten.store.ts'
import type { createPeerHold } from './peer-hold.ts'
import { createWriteDown } from './write-down.ts'

const lookEveryMs = 60
const stopsWithinMs = 10_000

type BeginDeps = {
  change: (method: string, hash: string) => Promise<void>
  torrent: (hash: string) => Promise<HouseTorrent | undefined>
  /** The next look at what has changed looks at it, too. */
  touch: (hash: string) => void
  peers: ReturnType<typeof createPeerHold>
  unwritten: UnwrittenStore
}

export function createBegin({ change, torrent, touch, peers, unwritten }: BeginDeps) {
  const start = (hash: string) => change('torrent-start-now', hash)
  /** It stops at its next pulse, whatever it is told until then. At the very end of a verification it is told as stopped, heeds no stop, and begins: so it is asked twice. */
  async function stop(hash: string): Promise<void> {
    await change('torrent-stop', hash)
    // Before it stops, so that it writes this down too.
    await peers.release(hash)
    let wasStopped = false
    for (let waited = 0; waited < stopsWithinMs; waited += lookEveryMs) {
      const now = await torrent(hash)
      const isStopped = !now || now.isStopped || now.state === 'error'
      // An answer of before this may tell that it runs, and a quiet torrent is not told of by itself.
      if (isStopped && wasStopped) return touch(hash)
      if (!isStopped) await change('torrent-stop', hash)
      wasStopped = isStopped
      await after(lookEveryMs)
    }
    throw new EngineAway('Transmission does not stop a torrent')
  }
  const writeDown = createWriteDown({ stop, start, store: unwritten })
  /** Once it is verified it goes into the program's queue, and is begun past that by the box's next look. */
  async function startVerifying(hash: string): Promise<void> {
    await change('torrent-verify', hash)
    await start(hash)
  }
  /** A verification of one that runs stops it, writes it down and begins it again, all by itself: a pause of its owner's holds meanwhile. */
  async function startWritten(hash: string, before: HouseTorrent): Promise<void> {
    await peers.hold(hash)
    await writeDown.writing(hash, async () => {
      await start(hash)
      // The limit is written down too, and after a kill only torrents of the box's get theirs back.
      if (!isOwn(before)) await peers.release(hash)
      await change('torrent-verify', hash)
    })
    await peers.release(hash)
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
      const before = await torrent(hash)
      // Nothing is to be verified: that takes no time.
      if (before?.isStopped && before.done_bytes === 0) return startWritten(hash, before)
      await peers.hold(hash)
      await start(hash)
      await writeDown.look(hash, await torrent(hash))
    },
    verify: async (hash: string): Promise<void> => {
      const before = writeDown.isUnwritten(hash) ? await torrent(hash) : undefined
      await (before?.isStopped ? startWritten(hash, before) : startVerifying(hash))
    },
  }
}
