/** Takes for wishes what the feeds have, and what a search brought: each of them once, whoever asks and wherever a kill falls. */
import type { Db } from '../../kit/db.ts'
import { inTurns } from '../../kit/turns/in-turns.ts'
import { takeForWishes, type ServedItem } from '../bring-items.store.ts'
import type { FeedStore } from '../feed.store.ts'
import type { FeedItemRow, ItemStore } from '../item.store.ts'
import { rankOf, releaseOf, type ReleaseName } from '../match-rule.ts'
import type { ReadItem } from '../read-feed.ts'
import { chooseForWishes, type MatchRelease, type Mark, type OfferedRelease } from './choose-for-wishes.ts'
import { isHere, type LibraryOf } from './library.ts'
import type { StoredWish, WishStore } from './wish.store.ts'

export type ServeDeps = {
  db: Db
  store: FeedStore
  items: ItemStore
  wishes: WishStore
  matchRelease: MatchRelease
  libraryOf: LibraryOf
  readName: (name: string) => ReleaseName
  /** done, or undefined for a task that the box has no longer. */
  isDone: (task_id: string) => Promise<boolean | undefined>
  now: () => number
}
export type ServeWishes = ReturnType<typeof createServeWishes>
type Offered = OfferedRelease & { feed_id: string; task_id: string; row: ReadItem | undefined }

export function createServeWishes({ db, store, items, wishes, matchRelease, libraryOf, readName, isDone, now }: ServeDeps) {
  /** Also one that is not begun yet. */
  const isThere = async ({ task_id }: { task_id: string }) => task_id === '' || (await isDone(task_id)) !== undefined

  async function serve(offered: readonly Offered[], all: readonly StoredWish[]): Promise<number> {
    const local = await libraryOf([...new Set(all.map(({ tmdb }) => tmdb))])
    const chosen = await chooseForWishes(offered, all, {
      matchRelease,
      isThere,
      taken: await wishes.taken(),
      isHere: ({ tmdb, entry }, mark) => isHere(local.get(tmdb), entry, mark),
    })
    const before = await items.takenOf(chosen.map(({ release }) => release.identity).filter((identity) => identity !== ''))
    let taken = 0
    for (const { release, marks } of chosen) {
      const { feed_id, item_id, task_id, identity, worth, row, isTaken } = release
      // A rule took this film or episode, well enough for the wish, as this release or as another.
      const other = before.get(identity)
      const isEnough =
        other !== undefined && (await isThere(other)) && marks.every((mark) => other.worth >= 2 * rankOf(qualityOf(mark, all)))
      const by = isTaken ? { feed_id, item_id, task_id } : isEnough ? other : undefined
      if (by) await wishes.note(rowsOf(marks, by))
      else {
        const item: ServedItem = {
          feed_id,
          item_id,
          identity,
          worth,
          replaces: '',
          row,
          taken: rowsOf(marks, { feed_id, item_id }),
        }
        taken += await takeForWishes(db, [item], now())
      }
    }
    return taken
  }

  function rowsOf(marks: readonly Mark[], by: { feed_id: string; item_id: string; task_id?: string }) {
    const { feed_id, item_id, task_id = '' } = by
    return marks.map((mark) => ({ ...mark, feed_id, item_id, task_id, taken_at: now() }))
  }

  return {
    /** Takes of all that the feeds have now. How many are taken. */
    lookThrough: async (): Promise<number> => {
      const all = await wishes.all()
      if (all.length === 0) return 0
      const offered: Offered[] = []
      for (const { feed_id, is_on } of await store.all()) {
        if (!is_on) continue
        for await (const item of inTurns(await items.present(feed_id)))
          if (item.state !== 'failed') offered.push({ ...offeredOf(item), feed_id, row: undefined })
      }
      return serve(offered, all)
    },
    /** Takes of what a search brought for one wish. */
    async takeFound(feed_id: string, read: readonly ReadItem[], wish: StoredWish): Promise<number> {
      const existing = await items.statesOf(feed_id)
      const offered = read.map((row) => {
        const { state, task_id } = existing.get(row.item_id) ?? { state: '' as const, task_id: '' }
        return { ...offeredOf({ ...row, state, task_id }), feed_id, state, row }
      })
      return serve(
        offered.filter(({ state }) => state !== 'failed'),
        [wish],
      )
    },
  }

  function offeredOf(item: ReadItem & Pick<FeedItemRow, 'state' | 'task_id'>) {
    return { ...releaseOf(item, readName), isTaken: item.state !== '', task_id: item.task_id }
  }
}

function qualityOf({ wish_id }: Mark, all: readonly StoredWish[]): string {
  return all.find((wish) => wish.wish_id === wish_id)?.quality_from ?? ''
}
