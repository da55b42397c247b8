/** Queries of search: threads, replies, people, tags, and hot words. */
import { tags } from '@homeport/contract/forum.ts'
import { hotSearch, searchPeople, searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { session } from '../../kit/session.ts'
import { createSearchHistory } from '../../shared/search/search-history.ts'
import { keyOf } from '../base/data.ts'

const rowsOnPage = 20
const hotFreshMs = 300_000

/** Its key has 'feed', so that a like updates it too. */
export const foundThreads = (q: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('feed', 'found', q),
    queryFn: ({ pageParam, signal }) => ask(searchThreads, { q, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? null : next),
    enabled: q !== '',
    meta: { isQuiet: true },
  })

export const foundReplies = (q: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('found-replies', q),
    queryFn: ({ pageParam, signal }) => ask(searchReplies, { q, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? null : next),
    enabled: q !== '',
    meta: { isQuiet: true },
  })

/** Its key is among the lists of people, so that a follow updates it too. */
export const foundPeople = (q: string) =>
  infiniteQueryOptions({
    queryKey: [session.get().lang, 'people', 'list', 'found', q],
    queryFn: ({ pageParam, signal }) => ask(searchPeople, { q, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? null : next),
    enabled: q !== '',
    meta: { isQuiet: true },
  })

/** q '' returns the most used tags. */
export const foundTags = (q: string) =>
  queryOptions({
    queryKey: keyOf('tags', q),
    queryFn: ({ signal }) => ask(tags, { q: q.replace(/^[#＃]/, '').slice(0, 20), limit: 50 }, { signal }),
    select: ({ data }) => data,
    meta: { isQuiet: true },
  })

export const hotQueries = () =>
  queryOptions({
    queryKey: keyOf('hot'),
    queryFn: ({ signal }) => ask(hotSearch, {}, { signal }),
    select: ({ data }) => data,
    staleTime: hotFreshMs,
    meta: { isQuiet: true },
  })

export const searchHistory = createSearchHistory('forum')
