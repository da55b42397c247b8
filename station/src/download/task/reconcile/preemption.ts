/** Which tasks give up their place in the engine, and how. */
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { unlessAway, type Engine } from '../../engine/engine.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { TaskStore } from '../../table/store.ts'
import type { Progress } from '../view/progress.ts'
import { afterFailedTry, longestWaitMs } from '../../table/retry.ts'
import type { ParkReason } from '../limits/slot.ts'
import type { Slots } from '../limits/slots.ts'

export type TurnsDeps = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  slots: Slots
  progress: Progress
  now: () => number
}

export function createTurns({ store, engine, magnets, slots, progress, now }: TurnsDeps) {
  /** The last of the queue; live streams only if nothing else is left. */
  async function overLimit(): Promise<string[]> {
    const running = new Set(slots.counted())
    return (await store.queued())
      .toSorted((a, b) => b.is_live - a.is_live)
      .map(({ task_id }) => task_id)
      .filter((task_id) => running.has(task_id))
      .slice(slots.free() + running.size)
  }

  /** Those that run though others before them in the queue wait, from the last one on. A live stream would lose what it sends meanwhile: it keeps its place. */
  async function overtaken(): Promise<string[]> {
    const queue = (await store.queued())
      .filter(({ kind }) => engine.isUp(kind))
      .map(({ task_id, is_live }, at) => ({ task_id, is_live, at }))
    const counted = new Set(slots.counted())
    const waiting = queue.filter(({ task_id }) => !slots.has(task_id))
    const running = queue.filter(({ task_id, is_live }) => is_live === 0 && counted.has(task_id)).toReversed()
    const next = waiting.slice(Math.max(0, slots.free()))
    return running.filter(({ at }, count) => at > (next[count]?.at ?? Infinity)).map(({ task_id }) => task_id)
  }

  /** Back to waiting, with their bytes. */
  async function putBack(ids: string[]): Promise<void> {
    for (const task_id of ids) {
      const row = await store.byId(task_id)
      const down_size = progress.downOf(task_id)
      progress.forget(task_id)
      slots.release(task_id)
      await unlessAway(engine.pause(task_id, row?.kind))
      if (row) await progress.change(row, { down_size: Math.max(row.down_size, down_size ?? 0) })
    }
  }

  /** They give way to others for a while. Whoever had a short turn only has its next one when all were tried. */
  async function park(ids: ReadonlyMap<string, ParkReason>): Promise<void> {
    for (const [task_id, why] of ids) {
      const row = await store.byId(task_id)
      if (!row) continue
      await unlessAway(engine.forget(task_id, row.kind))
      const link = parseLink(row.url)
      if (link.kind === 'magnet') await unlessAway(magnets.leave(link.infoHash))
      const down_size = Math.max(row.down_size, progress.downOf(task_id) ?? 0)
      await progress.wait(row, {
        ...afterFailedTry(row, down_size, now()),
        reason: why === 'slow' ? 'busy' : row.kind === 'magnet' ? 'no_peers' : 'timed_out',
        down_size,
        ...(why !== 'early' && { next_at: now() + longestWaitMs }),
        // The slow ones take turns.
        ...(why === 'slow' && { is_fruitless: 0 }),
      })
    }
  }

  return { putBack, park, overLimit, overtaken }
}
