/** The wishes of a household: the list, adding and removing, and the episodes that a series lacks. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { maxWishes, type Wish } from '@homeport/contract/feed/wish.ts'
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { FeedStore } from '../feed.store.ts'
import { isHere, type FilmHere, type LibraryOf } from './library.ts'
import type { SearchIndexers } from './search-indexers.ts'
import type { ServeWishes } from './serve-wishes.ts'
import { titleOf, type WantedEntry } from './wanted-entry.ts'
import type { StoredWish, WishStore, WishTakenRow } from './wish.store.ts'

/** away, bad_key, no_key: the film database cannot be asked. entry undefined: it has none. */
export type EntryAnswer = { state: 'ok'; value: WantedEntry | undefined } | { state: 'away' | 'bad_key' | 'no_key' }
export type WishesDeps = {
  store: Pick<FeedStore, 'all'>
  wishes: WishStore
  serve: ServeWishes
  search: SearchIndexers
  libraryOf: LibraryOf
  entryOf: (tmdb: string) => Promise<EntryAnswer>
  /** 0 to 100, or undefined for a task that the box has no longer. */
  progressOf: (task_id: string) => Promise<number | undefined>
  /** '' if that person has left. */
  nameOf: (realm: Lang, user_id: string) => string
  /** Begins what was taken. */
  wake: () => void
  now: () => number
}
export type AskedWish = { tmdb: string; season: number; episode: number; quality_from: FeedRule['quality_from'] }
type Asker = { realm: Lang; user_id: string }

const titleMaxLength = 200

export function createWishes(deps: WishesDeps) {
  const { store, wishes, serve, search, libraryOf, entryOf, progressOf, nameOf, wake, now } = deps
  /** Two members who wish the same at once are one wish. */
  const oneAtATime = createOneAtATime()

  async function list(lang: Lang): Promise<Wish[]> {
    const all = await wishes.all()
    const local = await libraryOf([...new Set(all.map(({ tmdb }) => tmdb))])
    const taken = Map.groupBy(await wishes.taken(), ({ wish_id }) => wish_id)
    const shown: Wish[] = []
    for (const wish of all)
      shown.push({
        ...toWire(wish, lang),
        added_by: nameOf(wish.realm, wish.user_id),
        ...(await stateOf(wish, taken.get(wish.wish_id) ?? [], local.get(wish.tmdb))),
      })
    return shown
  }

  async function stateOf(wish: StoredWish, taken: readonly WishTakenRow[], film: FilmHere | undefined) {
    const task_id = taken.at(-1)?.task_id ?? ''
    const isThere = film !== undefined && (wish.season === 0 || (wish.episode > 0 && isHere(film, wish.entry, wish)))
    const count = new Set(taken.map((row) => `${row.feed_id} ${row.item_id}`)).size
    const common = { taken: count, task_id, progress: null }
    if (isThere) return { ...common, state: 'here' as const, movie_id: film.movie_id }
    const done = task_id === '' ? undefined : await progressOf(task_id)
    const isGone = task_id !== '' && done === undefined
    const progress = done === undefined || done >= 100 ? null : Math.floor(done)
    const state = taken.length === 0 ? ('waiting' as const) : isGone ? ('gone' as const) : ('taken' as const)
    return { ...common, state, progress, movie_id: film?.movie_id ?? '', task_id: isGone ? '' : task_id }
  }

  async function save(request: AskedWish, { realm, user_id }: Asker): Promise<StoredWish> {
    const wish_id = wishIdOf(request)
    const existing = await wishes.byId(wish_id)
    if (existing?.removed_at === 0) {
      const changed = { ...existing, quality_from: request.quality_from }
      await wishes.save(changed)
      return changed
    }
    if ((await wishes.all()).length >= maxWishes) throw new Refusal(Code.taken)
    // It comes back as it was, unless what was taken for it was removed since.
    if (existing && (await lastState(existing)) === 'gone') await wishes.forgetTaken(wish_id)
    const entry = existing?.entry ?? (await newEntry(request.tmdb))
    const { tmdb, season, episode, quality_from } = request
    const saved = { wish_id, tmdb, season, episode, entry, quality_from, realm, user_id, added_at: now(), removed_at: 0 }
    await wishes.save(saved)
    return saved
  }

  async function lastState(wish: StoredWish) {
    const taken = (await wishes.taken()).filter(({ wish_id }) => wish_id === wish.wish_id)
    return (await stateOf(wish, taken, undefined)).state
  }

  async function newEntry(tmdb: string): Promise<WantedEntry> {
    const answer = await entryOf(tmdb)
    if (answer.state !== 'ok') throw new Refusal(Code.noResponse, { reason: answer.state })
    if (!answer.value) throw new Refusal(Code.notFound)
    return answer.value
  }

  return {
    list,
    /** feeds: how many were looked through. */
    async add(request: AskedWish, asker: Asker) {
      checkNumbers(request)
      const wish = await oneAtATime(() => save(request, asker))
      await serve.lookThrough()
      const feeds = (await store.all()).filter(({ is_on }) => is_on).length
      const isOpen = wish.episode === 0 || (await lastState(wish)) === 'waiting'
      if (wish.season > 0 && isOpen) await search(wish)
      wake()
      const data = await list(asker.realm)
      const state = data.find(({ wish_id }) => wish_id === wish.wish_id)?.state ?? ('waiting' as const)
      return { data, wish_id: wish.wish_id, state, feeds }
    },
    remove: (wish_id: string) => wishes.remove(wish_id, now()),
  }
}

export function wishIdOf({ tmdb, season, episode }: Pick<AskedWish, 'tmdb' | 'season' | 'episode'>): string {
  return season === 0 ? tmdb : `${tmdb} ${season} ${episode}`
}

/** Only a series has seasons, and only a season has episodes. */
function checkNumbers({ tmdb, season, episode }: AskedWish): void {
  const isOfSeries = tmdb.startsWith('tv/')
  if (season > 0 && !isOfSeries) throw new Refusal(Code.invalid, { field: 'season', rule: 'invalid' })
  if (episode > 0 && (!isOfSeries || season === 0)) throw new Refusal(Code.invalid, { field: 'episode', rule: 'invalid' })
}

function toWire({ wish_id, tmdb, season, episode, entry, quality_from, added_at }: StoredWish, lang: Lang) {
  const kind = episode > 0 ? ('episode' as const) : entry.kind
  const title = cutText(titleOf(entry, lang), titleMaxLength).toWellFormed()
  const { year, poster } = entry
  return { wish_id, tmdb, kind, season, episode, title, year, poster, quality_from, added_at: Math.floor(added_at / 1_000) }
}
