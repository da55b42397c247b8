/** The unread counts: pushed by notices while a socket is open, else polled when shown, on focus, and every 30 s while visible (wire.md). */
import { notice, unread as unreadCall } from '@homeport/contract/device.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { onAct } from '../kit/call/box-connection.ts'
import { readSaved } from '../kit/storage.ts'
import { session } from '../kit/session.ts'

const everyMs = 30_000

export const unread = () =>
  queryOptions({
    queryKey: [session.get().lang, 'message', 'unread'],
    queryFn: ({ signal }) => ask(unreadCall, {}, { signal }),
    enabled: session.get().token !== '',
    staleTime: 0,
    refetchInterval: everyMs,
    meta: { isSaved: true, isQuiet: true },
  })

/** Refetches the lists on screen when the counts change. */
export function subscribeToUnread(client: QueryClient): () => void {
  const stop = onAct(notice, ({ unread: count }) => {
    if (!count) return
    client.setQueryData(unread().queryKey, (before) => ({ devices: [], ...before, ...count }))
    counts = countsIn(client)
    rereadMessages(client)
  })
  let counts = ''
  // Without a socket, a changed count triggers it.
  const stopWatch = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.queryKey.includes('unread')) return
    const now = countsIn(client)
    if (now !== counts && counts !== '') rereadMessages(client)
    counts = now
  })
  const check = () => void client.invalidateQueries({ queryKey: unread().queryKey })
  addEventListener('focus', check)
  return () => {
    stop()
    stopWatch()
    removeEventListener('focus', check)
  }
}

function countsIn(client: QueryClient): string {
  const { messages, system, reminders } = client.getQueryData(unread().queryKey) ?? {}
  return [messages, system, reminders].join(' ')
}

/** Storage key of message-outbox.ts; '' for a guest. Deleted with the session like all data of its realm (P13). */
export function unsentKey(): string {
  const { lang, token, user } = session.get()
  return token !== '' && user ? `${lang}/unsent/${user.user_id}` : ''
}

export async function hasUnsent(): Promise<boolean> {
  const key = unsentKey()
  return key !== '' && (await readSaved(key)) !== undefined
}

/** Refetches all message queries except the counts. */
function rereadMessages(client: QueryClient): void {
  const [, , own] = unread().queryKey
  void client.invalidateQueries({
    queryKey: [session.get().lang, 'message'],
    predicate: ({ queryKey }) => queryKey[2] !== own,
  })
}
