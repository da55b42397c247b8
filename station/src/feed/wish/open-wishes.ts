/** Puts the parts of wishes together: who serves them, searches for them, and tells what is missing. */
import { createSearchIndexers, type SearchDeps } from './search-indexers.ts'
import { createMissingEpisodes, type MissingDeps } from './missing-episodes.ts'
import { createServeWishes, type ServeDeps } from './serve-wishes.ts'
import { wishStore } from './wish.store.ts'
import { createWishes, type WishesDeps } from './wishes.ts'

export type OpenWishesDeps = Omit<ServeDeps, 'wishes'> &
  Omit<SearchDeps, 'serve'> &
  Omit<WishesDeps, 'wishes' | 'serve' | 'search'> &
  Omit<MissingDeps, 'wishes'>

export function openWishes(deps: OpenWishesDeps) {
  const store = wishStore(deps.db)
  const serve = createServeWishes({ ...deps, wishes: store })
  const search = createSearchIndexers({ ...deps, serve })
  const wishes = createWishes({ ...deps, wishes: store, serve, search })
  // After a start, too: a kill may have come between what a feed brought and the wishes.
  let isDue = true

  return {
    wishes,
    missing: createMissingEpisodes({ ...deps, wishes: store }),
    lookThrough: serve.lookThrough,
    /** A feed brought something. */
    due: (): void => void (isDue = true),
    async work(): Promise<void> {
      if (!isDue) return
      isDue = false
      await serve.lookThrough()
    },
    idle: search.idle,
  }
}
