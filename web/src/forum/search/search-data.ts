/** Queries of search: threads, replies, people, tags; hot words; and the search history, stored in this browser and deleted with the session (P13). */
import { tags } from '@homeport/contract/forum.ts'
import { hotSearch, searchPeople, searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../../kit/ask.ts'
import { observable } from '../../kit/observable.ts'
import { readSaved, writeSaved } from '../../kit/storage.ts'
import { onSessionEnd, session, type Session } from '../../kit/session.ts'
import { keyOf } from '../base/data.ts'

const rowsOnPage = 20
const hotFreshMs = 300_000
const historyMost = 12

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

export const searchHistory = observable<readonly string[]>([])
const History = z.array(z.string())

/** A guest's history is lost with the page. */
function historyKey({ lang, token, user }: Session): string {
  return token !== '' && user ? `${lang}/forum/${user.user_id}/searched` : ''
}

let owner = '-'

onSessionEnd(() => {
  owner = '-'
  searchHistory.set([])
})

export async function openHistory(signedIn: Session): Promise<void> {
  const key = historyKey(signedIn)
  if (key === owner) return
  owner = key
  searchHistory.set([])
  const saved = z.safeParse(History, key === '' ? [] : await readSaved(key))
  if (key === owner && saved.success)
    searchHistory.set([...new Set([...searchHistory.get(), ...saved.data])].slice(0, historyMost))
}

export function rememberSearch(q: string): void {
  write([q, ...searchHistory.get().filter((one) => one !== q)].slice(0, historyMost))
}

/** '' deletes the whole history. */
export function forgetSearch(q: string): void {
  write(q === '' ? [] : searchHistory.get().filter((one) => one !== q))
}

function write(list: readonly string[]): void {
  searchHistory.set(list)
  const key = historyKey(session.get())
  if (key !== '' && key === owner) void writeSaved(key, list)
}
