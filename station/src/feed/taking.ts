/** Begins the downloads of the items that were chosen. Each is written down before, and begun under an id of its own: a kill in between makes neither two of it nor none. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import * as z from 'zod/mini'
import { Refusal } from '../kit/refusal.ts'
import type { FeedStore } from './feed.store.ts'
import type { LinkOrTorrent } from '../shared/link-or-torrent.ts'
import { FeedUnreadable, type FeedClient } from './fetch-feed.ts'
import type { FeedItemRow, ItemStore } from './item.store.ts'

export type TakingDeps = {
  store: FeedStore
  items: ItemStore
  client: FeedClient
  /** Begins a download; the same id is the same one. Its task, also where the box has it already. Throws a Refusal with a reason. */
  start: (fetched: LinkOrTorrent, about: { id: string; category: string }) => Promise<string>
  /** done, or undefined for a task that the box has no longer. */
  isDone: (task_id: string) => Promise<boolean | undefined>
  /** With its files. */
  remove: (task_id: string) => Promise<unknown>
  signal: AbortSignal
  onFault: (fault: unknown) => void
  now: () => number
}

const maxTries = 5
const waitMs = (tries: number) => backoff(tries, { first: 600_000 })
const longestWaitMs = waitMs(maxTries - 2)
/** Another try would meet the same. */
const lasting = new Set(['private', 'own_port', 'bad_torrent', 'torrent_too_large', 'no_files', 'version_2', 'page', 'no_engine'])
const Reason = z.object({ reason: z.string() })

export function createTaking({ store, items, client, start, isDone, remove, signal, onFault, now }: TakingDeps) {
  /** When items may be tried again whose last try could not be written down, as on a full disk. */
  const unwritten = new Map<string, number>()
  const keyOf = ({ feed_id, item_id }: FeedItemRow) => `${feed_id} ${item_id}`

  /** True if it is given up. */
  async function begin(item: FeedItemRow, category: string): Promise<boolean> {
    try {
      const fetched = await client.fetchLink(item.link, item.kind, signal)
      await items.begun(item, await start(fetched, { id: `feed ${item.feed_id} ${item.item_id}`, category }))
      return false
    } catch (error) {
      if (signal.aborted) return false
      const isKnown = error instanceof FeedUnreadable || error instanceof Refusal
      // The others are begun though one meets what nobody thought of.
      if (!isKnown) onFault(error)
      const fault = faultOf(error)
      const tries = item.tries + 1
      const isOver = lasting.has(fault) || tries >= maxTries
      const next_at = now() + waitMs(item.tries)
      unwritten.set(keyOf(item), next_at)
      try {
        await items.failed(item, {
          state: isOver ? 'failed' : 'waiting',
          fault,
          tries,
          next_at,
          taken_at: Math.min(item.taken_at, now()),
        })
      } catch (unwritable) {
        onFault(unwritable)
        return false
      }
      unwritten.delete(keyOf(item))
      return isOver
    }
  }

  return {
    /** True if something was given up: another release may take its place. */
    async work(): Promise<boolean> {
      let isOver = false
      for (const item of await items.waiting(now(), longestWaitMs)) {
        if (signal.aborted) return false
        const next_at = unwritten.get(keyOf(item)) ?? 0
        if (next_at > now() && next_at <= now() + longestWaitMs) continue
        const feed = await store.byId(item.feed_id)
        if (feed && (await begin(item, feed.rule.category))) isOver = true
      }
      for (const item of await items.replacing()) {
        const done = await isDone(item.task_id)
        if (done === false) continue
        if (done && item.replaces !== item.task_id) await remove(item.replaces)
        await items.hasReplaced(item)
      }
      return isOver
    },
  }
}

function faultOf(error: unknown): string {
  if (error instanceof FeedUnreadable) return error.fault
  const parsed = Reason.safeParse(error instanceof Refusal ? error.data : undefined)
  return parsed.success ? parsed.data.reason : 'other'
}
