/** The first results of each kind, with a link to the full list. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { ThreadsSkeleton } from '../base/thread-row.tsx'
import { ReplyResult } from './reply-result.tsx'
import { foundPeople, foundReplies, foundTags, foundThreads } from './search-data.ts'
import { NothingFound, PeopleRows, TagChips, type FollowOf } from './search-results.tsx'
import { searchText } from './search-text.ts'
import styles from './search.module.css'
import { ThreadResult } from './thread-result.tsx'

const maxRows = 3
const maxTags = 8

export const searchTabs = ['all', 'threads', 'replies', 'people', 'tags'] as const
export type SearchTab = (typeof searchTabs)[number]

type Pages = { data: { pages: readonly { data: readonly unknown[] }[] } | undefined; hasNextPage: boolean }

/** The number of results loaded: '18', or '20+' if more follow. */
export function useResultCounts(q: string): Record<SearchTab, string> {
  const words = useText(searchText)
  const countOf = ({ data, hasNextPage }: Pages) => {
    if (!data) return ''
    const n = data.pages.reduce((sum, page) => sum + page.data.length, 0)
    return hasNextPage ? words.more(n) : String(n)
  }
  const tags = useQuery(foundTags(q)).data
  return {
    all: '',
    threads: countOf(useInfiniteQuery(foundThreads(q))),
    replies: countOf(useInfiniteQuery(foundReplies(q))),
    people: countOf(useInfiniteQuery(foundPeople(q))),
    tags: tags ? String(tags.length) : '',
  }
}

export function AllResults({ q, Follow }: { q: string; Follow: FollowOf }) {
  const words = useText(searchText)
  const counts = useResultCounts(q)
  const [threads, replies, people] = [
    useInfiniteQuery(foundThreads(q)),
    useInfiniteQuery(foundReplies(q)),
    useInfiniteQuery(foundPeople(q)),
  ]
  const tags = useQuery(foundTags(q))
  const lists = [threads, replies, people, tags]
  const [titles, replyMatches, peopleMatches] = [firstOf(threads.data), firstOf(replies.data), firstOf(people.data)]
  const named = tags.data?.slice(0, maxTags) ?? []
  const isNothing = titles.length + replyMatches.length + peopleMatches.length + named.length === 0
  const again = () => void Promise.all(lists.map((list) => list.refetch()))
  if (isNothing && lists.some((list) => list.isPending)) return <ThreadsSkeleton />
  if (isNothing && lists.some((list) => list.isError)) return <LoadFailed onRetry={again} />
  if (isNothing) return <NothingFound q={q} />
  const all = (tab: SearchTab, isMore: boolean) =>
    isMore ? { href: hrefTo(paths.searchResults, { q, tab }), label: words.seeAll(counts[tab]) } : null
  return (
    <>
      {titles.length > 0 && (
        <Section title={words.tabs.threads} all={all('threads', isLonger(threads.data))}>
          <ul className={styles.hits}>
            {titles.map((row) => (
              <ThreadResult key={row.id} row={row} />
            ))}
          </ul>
        </Section>
      )}
      {replyMatches.length > 0 && (
        <Section title={words.inReplies} all={all('replies', isLonger(replies.data))}>
          <ul className={styles.hits}>
            {replyMatches.map((row) => (
              <ReplyResult key={row.id} row={row} />
            ))}
          </ul>
        </Section>
      )}
      {peopleMatches.length > 0 && (
        <Section title={words.tabs.people} all={all('people', isLonger(people.data))}>
          <PeopleRows rows={peopleMatches} Follow={Follow} />
        </Section>
      )}
      {named.length > 0 && (
        <Section title={words.tabs.tags} all={all('tags', (tags.data?.length ?? 0) > maxTags)}>
          <TagChips tags={named} />
        </Section>
      )}
    </>
  )
}

type List<T> = { pages: readonly { data: readonly T[] }[] } | undefined

function firstOf<T>(list: List<T>): readonly T[] {
  return list?.pages[0]?.data.slice(0, maxRows) ?? []
}

function isLonger(list: List<unknown>): boolean {
  return (list?.pages[0]?.data.length ?? 0) > maxRows
}

function Section({ title, all, children }: { title: string; all: { href: string; label: string } | null; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{title}</h2>
        {all && (
          <a href={all.href} aria-label={`${all.label} · ${title}`}>
            {all.label}
            <ChevronRight size={18} strokeWidth={1.75} />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
