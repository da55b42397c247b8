/** Queries of conversations, messages, notifications (wire name: reminders). Opening one marks it read. */
import {
  conversation,
  conversations,
  readMessages,
  readReminders,
  notifications,
  type Conversation,
  type Message,
  type Reminder,
} from '@homeport/contract/message.ts'
import type { PageOf } from '@homeport/contract/shape/page.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { isConnected } from '../kit/call/box-connection.ts'
import { nextPage } from '../kit/query/next-page.ts'
import { patchQueries } from '../kit/query/patch-queries.ts'
import { session } from '../kit/session.ts'
import { unread } from './unread.ts'

const rowsOnPage = 30
/** Poll interval of an open conversation without a socket. */
const talkMs = 5_000
const connectedMs = 30_000
/** The sender id of system messages. */
export const system = ''

const keyOf = (...rest: string[]) => [session.get().lang, 'message', ...rest]

export const messagesPath = '/pages/user/mine/message/index'
export const remindersPath = '/pages/forum/postings/remind'

export function conversationOf(userId: string): string {
  return `#${messagesPath}?with=${encodeURIComponent(userId)}`
}

export const talks = () =>
  infiniteQueryOptions({
    queryKey: keyOf('talks'),
    queryFn: ({ pageParam, signal }) => ask(conversations, { page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: connectedMs,
    meta: { isSaved: true, isQuiet: true },
  })

type TalkPage = { with: Person | null; data: Message[]; next: string }

/** Newest first, older ones by further pages. */
export const talk = (withId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('talk', withId),
    queryFn: ({ pageParam, signal }) => ask(conversation, { with: withId, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? null : next),
    refetchInterval: () => (isConnected.get() ? connectedMs : talkMs),
    meta: { isSaved: true, isQuiet: true },
  })

export const remindersOf = () =>
  infiniteQueryOptions({
    queryKey: keyOf('reminders'),
    queryFn: ({ pageParam, signal }) => ask(notifications, { page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    meta: { isSaved: true, isQuiet: true },
  })

/** Adds a sent message to the conversation at once. */
export function insert(client: QueryClient, to: string, message: Message): void {
  patchQueries<InfiniteData<TalkPage, string>>(client, keyOf('talk', to), (list) => {
    const [first, ...rest] = list.pages
    if (!first || first.data.some((one) => one.from_me && one.id === message.id)) return list
    return { ...list, pages: [{ ...first, data: [message, ...first.data] }, ...rest] }
  })
  void client.invalidateQueries({ queryKey: keyOf('talks') })
}

/** Optimistic; a refusal is corrected by the next refetch. */
export async function readTalk(client: QueryClient, withId: string): Promise<void> {
  const rows = client.getQueryData(talks().queryKey)?.pages.flatMap(({ data }) => data) ?? []
  const seen = withId === system ? 0 : (rows.find((row) => row.with.user_id === withId)?.unread ?? 0)
  client.setQueryData(unread().queryKey, (counts) =>
    counts && withId === system
      ? { ...counts, system: 0 }
      : counts && { ...counts, messages: Math.max(0, counts.messages - seen) },
  )
  patchQueries<InfiniteData<PageOf<Conversation>, number>>(client, keyOf('talks'), (list) =>
    eachRow(list, (row) => (row.with.user_id === withId ? { ...row, unread: 0 } : row)),
  )
  await ask(readMessages, { with: withId }).catch(() => null)
  void client.invalidateQueries({ queryKey: unread().queryKey })
}

/** id '' marks all. */
export async function readReminder(client: QueryClient, id: string): Promise<void> {
  client.setQueryData(
    unread().queryKey,
    (counts) => counts && { ...counts, reminders: id === '' ? 0 : Math.max(0, counts.reminders - 1) },
  )
  patchQueries<InfiniteData<PageOf<Reminder>, number>>(client, keyOf('reminders'), (list) =>
    eachRow(list, (row) => (id === '' || row.id === id ? { ...row, is_read: true } : row)),
  )
  await ask(readReminders, { id }).catch(() => null)
  void client.invalidateQueries({ queryKey: unread().queryKey })
}

function eachRow<T>(list: InfiniteData<PageOf<T>, number>, turn: (row: T) => T): InfiniteData<PageOf<T>, number> {
  return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(turn) })) }
}
