/** Search results (?q=): the first of all kinds, or one kind (&tab=). */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../../forum/base/paths.ts'
import { AllResults, searchTabs, useResultCounts } from '../../../forum/search/all-results.tsx'
import { foundPeople, foundReplies, foundTags, foundThreads, searchHistory } from '../../../forum/search/search-data.ts'
import { PeopleResults, ReplyResults, TagResults, ThreadResults } from '../../../forum/search/search-results.tsx'
import { SearchStart } from '../../../forum/search/search-start.tsx'
import { searchText } from '../../../forum/search/search-text.ts'
import styles from '../../../forum/search/search.module.css'
import { pathTo } from '../../../kit/nav/href.ts'
import { useText } from '../../../kit/lang.ts'
import { back, redirect, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { session } from '../../../kit/session.ts'
import { FollowButton } from '../../../people/follow-button.tsx'
import { brokenRule, SearchField } from '../../../shared/search/search-field.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { PullRefresh } from '../../../ui/pull-refresh.tsx'
import { Segments } from '../../../ui/segments.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const partOf = {
  all: AllResults,
  threads: ThreadResults,
  replies: ReplyResults,
  people: PeopleResults,
  tags: TagResults,
} as const

export function Screen() {
  const words = useText(searchText)
  const q = useQueryValue('q')
  const isSearched = q !== '' && brokenRule(q) === ''
  useEffect(() => {
    if (isSearched) void searchHistory.open(session.get()).then(() => searchHistory.remember(q))
  }, [q, isSearched])
  return (
    <>
      <SearchField
        key={q}
        title={words.title}
        label={words.field}
        first={q}
        search={(next) => redirect(pathTo(paths.searchResults, { q: next }))}
        leave={() => back(paths.explore)}
      />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {isSearched ? <Results q={q} /> : <SearchStart />}
      </main>
    </>
  )
}

function Results({ q }: { q: string }) {
  const words = useText(searchText)
  const client = useQueryClient()
  const counts = useResultCounts(q)
  const queryTab = useQueryValue('tab')
  const tab = searchTabs.find((one) => one === queryTab) ?? 'all'
  const Part = partOf[tab]
  const lists = [foundThreads(q), foundReplies(q), foundPeople(q), foundTags(q)]
  return (
    <PullRefresh refresh={() => Promise.all(lists.map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] })))}>
      <section className={styles.results} aria-label={words.title}>
        <Segments
          label={words.which}
          segments={searchTabs.map((key) => ({ key, label: words.tabs[key], count: counts[key] || undefined }))}
          chosen={tab}
          onSelect={(key) => redirect(pathTo(paths.searchResults, { q, tab: key === 'all' ? '' : key }))}
          isChips
        />
        <Part q={q} Follow={FollowButton} />
      </section>
    </PullRefresh>
  )
}
