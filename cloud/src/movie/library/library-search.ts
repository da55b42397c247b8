/**
 * The search of one library, kept up to date: an index of all films, and a small one, made at each search after a change, of those that changed since. When many did, the
 * large one is made anew in the background, in turns; meanwhile searches see every change by the small one.
 */
import type { FilmKeys } from '@homeport/contract/movie/film-keys.ts'
import type { createEpisodes } from './episodes.ts'
import type { FilmColumns } from './film-columns.ts'
import {
  buildSearchIndex,
  searchIndexOf,
  type EpisodeTexts,
  type FilmTexts,
  type SearchIndex,
} from '../search-index/search-index.ts'
import { createSearch, type Search } from '../search-index/search.ts'

/** With more changed films the large index is made anew. */
const maxChanged = 1_000

type Deps = {
  films: Pick<FilmColumns, 'slotOf' | 'size'>
  /** By slot. */
  keys: ReadonlyMap<number, FilmKeys>
  episodes: Pick<ReturnType<typeof createEpisodes>, 'entries'>
}

export function createLibrarySearch({ films, keys, episodes }: Deps, most = maxChanged) {
  let all: SearchIndex | undefined
  /** When each slot changed last since `all` was begun. */
  const changes = new Map<number, number>()
  let time = 0
  let rebuilding: Promise<void> | undefined
  let current: Search | undefined
  let changedBytes = 0

  function textsOf(isWanted: (slot: number) => boolean): { films: FilmTexts[]; episodes: EpisodeTexts[] } {
    const filmTexts = [...keys].flatMap(([slot, of]) => (isWanted(slot) ? [{ slot, keys: of }] : []))
    const episodeTexts: EpisodeTexts[] = []
    for (const [id, { series_id, texts }] of episodes.entries()) {
      const slot = films.slotOf(series_id)
      if (slot !== undefined && isWanted(slot)) episodeTexts.push({ slot, id, texts })
    }
    return { films: filmTexts, episodes: episodeTexts }
  }

  async function rebuild(): Promise<void> {
    const begun = time
    const texts = textsOf(() => true)
    all = await buildSearchIndex(texts.films, texts.episodes)
    for (const [slot, at] of changes) if (at <= begun) changes.delete(slot)
    current = undefined
  }

  function rebuildOnce(): Promise<void> {
    rebuilding ??= rebuild().finally(() => (rebuilding = undefined))
    return rebuilding
  }

  function made(index: SearchIndex): Search {
    const outdated = new Uint8Array(films.size())
    for (const slot of changes.keys()) outdated[slot] = 1
    const texts = changes.size > 0 ? textsOf((slot) => outdated[slot] === 1) : undefined
    const changed = texts && searchIndexOf(texts.films, texts.episodes)
    changedBytes = changed?.bytes ?? 0
    return createSearch({ all: index, changed, outdated, titleOf: (slot) => keys.get(slot)?.title })
  }

  return {
    /** Films that were added, changed or removed; of series also those whose episodes were. */
    note(slots: Iterable<number>): void {
      current = undefined
      if (!all && !rebuilding) return
      time += 1
      for (const slot of slots) changes.set(slot, time)
    },
    async search(): Promise<Search> {
      if (!all) await rebuildOnce()
      else if (changes.size > most) void rebuildOnce()
      if (!all) throw new Error('the index is made')
      current ??= made(all)
      return current
    },
    bytes: () => (all?.bytes ?? 0) + changedBytes,
  }
}
