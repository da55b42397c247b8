/** Search in the films of the current box (?q=, ?tab=, ?exact=1): hits as one types, and the searches of before while the field is empty. */
import type { Device } from '@homeport/contract/device.ts'
import { filmSearchTabs } from '@homeport/contract/movie/movie.ts'
import { Bookmark, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { later } from '../../../../kit/time/clock.ts'
import { hrefTo, pathTo } from '../../../../kit/nav/href.ts'
import { useText } from '../../../../kit/lang.ts'
import { back, rewriteAddress, useQueryValue } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { session, useSession } from '../../../../kit/session.ts'
import { libraryPath, screeningPath } from '../../../../movie/data.ts'
import { searchHistory, searchPath } from '../../../../movie/search/search-data.ts'
import { HotFilms } from '../../../../movie/search/hot-films.tsx'
import { AddedShelf } from '../../../../movie/shelves.tsx'
import { FilmSearchResults } from '../../../../movie/search/search-results.tsx'
import { searchText } from '../../../../movie/search/search-text.ts'
import { wishesPath } from '../../../../movie/wish/wish-data.ts'
import { Elsewhere } from '../../../../movie/wish/elsewhere.tsx'
import { wishText } from '../../../../movie/wish/wish-text.ts'
import styles from '../../../../movie/film-search.module.css'
import { RecentSearches } from '../../../../shared/search/recent-searches.tsx'
import { SearchField } from '../../../../shared/search/search-field.tsx'
import { classes } from '../../../../ui/classes.ts'
import layoutStyles from '../../../../ui/layout.module.css'
import listStyles from '../../../../ui/list.module.css'
import { Row } from '../../../../ui/row.tsx'
import textStyles from '../../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'device' }

/** After the last letter the search begins; its words are then in the address, so that reload and back find them. */
const typedAfterMs = 200
/** A search that stood this long is remembered. */
const rememberedAfterMs = 2_000

const hrefOfQuery = (q: string) => hrefTo(searchPath, { q })

export function Screen() {
  const { device } = useSession()
  return device && <FilmSearch key={device.devid} device={device} />
}

function FilmSearch({ device }: { device: Device }) {
  const words = useText(searchText)
  const wishWords = useText(wishText)
  const q = useQueryValue('q').trim().slice(0, 80)
  const queryTab = useQueryValue('tab')
  const tab = filmSearchTabs.find((one) => one === queryTab)
  const isExact = useQueryValue('exact') === '1'
  const stopWaiting = useRef(() => {})
  /** The words that this page itself put into the address; other words come from a link, a reload or back. */
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    if (q === '') return
    return later(rememberedAfterMs, () => void searchHistory.open(session.get()).then(() => searchHistory.remember(q)))
  }, [q])
  useEffect(() => () => stopWaiting.current(), [])

  function search(next: string) {
    stopWaiting.current()
    setTyped(next.trim())
    rewriteAddress(pathTo(searchPath, { q: next.trim(), tab: tab ?? '' }))
  }
  function typing(text: string) {
    stopWaiting.current()
    stopWaiting.current = later(typedAfterMs, () => search(text))
  }
  return (
    <>
      <SearchField
        key={q === typed ? 'typed' : q}
        title={words.title}
        label={words.field}
        first={q}
        search={search}
        typing={typing}
        leave={() => back(libraryPath)}
      />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {q === '' ? (
          <>
            <p className={classes(styles.tip, textStyles.caption)}>{words.tip}</p>
            <RecentSearches history={searchHistory} hrefOf={hrefOfQuery} />
            <HotFilms device={device} hrefOf={hrefOfQuery} />
            <AddedShelf device={device} />
            <div className={classes(listStyles.list, layoutStyles.section, styles.results)}>
              <Row icon={<SlidersHorizontal strokeWidth={1.75} />} label={words.filter} href={hrefTo(screeningPath)} />
              <Row icon={<Bookmark strokeWidth={1.75} />} label={wishWords.title} href={`#${wishesPath}`} />
            </div>
          </>
        ) : (
          <section className={styles.results} aria-label={words.title}>
            <FilmSearchResults device={device} q={q} tab={tab} isExact={isExact} />
            <Elsewhere device={device} q={q} />
          </section>
        )}
      </main>
    </>
  )
}
