/** What is unread, on the tab that leads to it; what one has written waits here to be sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../kit/lang.ts'
import { hearUnread, rereadMessages, unread } from '../message/unread.ts'
import { Badge } from '../ui/badge.tsx'
import { appText } from './text.ts'

export function News() {
  const words = useText(appText)
  const client = useQueryClient()
  const counts = useQuery(unread()).data
  const all = counts ? counts.messages + counts.system + counts.reminders : 0
  useEffect(() => hearUnread(client), [client])
  useEffect(() => rereadMessages(client), [client, all])
  useEffect(() => startWaiting(client), [client])
  return <Badge count={all} label={words.unread(all)} />
}

/** Not a byte of it before it is needed: a first screen has no letters. */
function startWaiting(client: ReturnType<typeof useQueryClient>): () => void {
  let stop = () => {}
  let isWanted = true
  void Promise.all([import('../message/outgoing.ts'), import('../message/data.ts')]).then(([{ startOutgoing }, { place }]) => {
    if (isWanted) stop = startOutgoing((to, message) => place(client, to, message))
  })
  return () => {
    isWanted = false
    stop()
  }
}
