/** The empty search: the search history, hot words, the most used tags and the boards; a sentence where a forum has none of them. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { RecentSearches } from '../../shared/search/recent-searches.tsx'
import styles from '../../shared/search/search-field.module.css'
import chipStyles from '../../ui/chip.module.css'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { allBoards, within } from '../base/data.ts'
import { paths } from '../base/paths.ts'
import { BoardChips } from '../board/board-list.tsx'
import { foundTags, hotQueries, searchHistory } from './search-data.ts'
import { TagChips } from './search-results.tsx'
import { searchText } from './search-text.ts'

const maxTags = 8

export function SearchStart() {
  const words = useText(searchText)
  const [hot, tags, boards] = [useQuery(hotQueries()), useQuery(foundTags('')), useQuery(allBoards())]
  const recent = useObservable(searchHistory.queries)
  const foundHref = (q: string) => hrefTo(paths.searchResults, { q })
  const popular = hot.data ?? []
  const used = tags.data?.slice(0, maxTags) ?? []
  const tops = within(boards.data ?? [], 0)
  const lists = [recent, popular, used, tops]
  // In one go: what came later would push down what stands.
  const isPending = [hot, tags, boards].some((list) => list.isPending)
  return (
    <>
      <RecentSearches history={searchHistory} hrefOf={foundHref} />
      {!isPending && lists.every((list) => list.length === 0) && (
        <EmptyState art={art.nothingFound} title={words.start} text={words.startText} isNear />
      )}
      {!isPending && popular.length > 0 && (
        <Section title={words.hot}>
          <ul className={chipStyles.chips}>
            {popular.map((q) => (
              <li key={q}>
                <a className={chipStyles.chip} href={foundHref(q)}>
                  {q}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {!isPending && used.length > 0 && (
        <Section title={words.tabs.tags}>
          <TagChips tags={used} />
        </Section>
      )}
      {!isPending && tops.length > 0 && (
        <Section title={words.boards}>
          <BoardChips boards={tops} />
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.ask} aria-label={title}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  )
}
