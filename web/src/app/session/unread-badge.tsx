/** The unread count on its tab; also starts what waits to be sent, and films that are to be fetched. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../../kit/lang.ts'
import { showAppBadge } from '../../kit/platform.ts'
import { loadUntilThere } from '../../kit/lazy-part.ts'
import { hasUnsentPosts } from '../../forum/outbox/pending-check.ts'
import { hasUnsent, subscribeToUnread, unread } from '../../message/unread.ts'
import { hasKeptFilms } from '../../movie/kept/pending-kept.ts'
import { hasPendingMarks } from '../../movie/pending-marks.ts'
import { Badge } from '../../ui/badge.tsx'
import { appText } from '../text.ts'

export function UnreadBadge() {
  const words = useText(appText)
  const client = useQueryClient()
  const counts = useQuery(unread()).data
  const all = counts ? counts.messages + counts.system + counts.reminders : 0
  useEffect(() => subscribeToUnread(client), [client])
  const isCounted = counts !== undefined
  // Without a network the icon keeps what it had.
  useEffect(() => (isCounted ? showAppBadge(all) : undefined), [isCounted, all])
  useEffect(() => {
    void sendMessages(client)
    void sendPosts()
    void sendMarks(client)
    void keepFilms(client)
  }, [client])
  return <Badge count={all} label={words.unread(all)} />
}

/** Sends the messages written before a reload. Loads nothing if none is waiting. */
async function sendMessages(client: QueryClient): Promise<void> {
  if (!(await hasUnsent())) return
  const [{ startMessageOutbox: startOutgoing }, { insert }] = await Promise.all([
    loadUntilThere(() => import('../../message/message-outbox.ts')),
    loadUntilThere(() => import('../../message/data.ts')),
  ])
  startOutgoing((to, message) => insert(client, to, message))
}

async function sendMarks(client: QueryClient): Promise<void> {
  if (await hasPendingMarks()) (await loadUntilThere(() => import('../../movie/mark-outbox.ts'))).startMarkOutbox(client)
}

/** Films that are taken along, and positions in them. */
async function keepFilms(client: QueryClient): Promise<void> {
  if (await hasKeptFilms()) (await loadUntilThere(() => import('../../movie/kept/keep-films.ts'))).startKeeping(client)
}

async function sendPosts(): Promise<void> {
  if (await hasUnsentPosts()) (await loadUntilThere(() => import('../../forum/outbox/outbox.ts'))).startOutbox({})
}
