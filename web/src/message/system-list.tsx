/** The list of system messages, newest first, in its four states; shown ones are marked read. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import { QueryList } from '../shared/query-list.tsx'
import { readTalk, system, talk } from './data.ts'
import './message.css'
import { messageText } from './text.ts'

export function SystemList() {
  const words = useText(messageText)
  const client = useQueryClient()
  const list = useInfiniteQuery(talk(system))
  const newest = list.data?.pages[0]?.data[0]?.id ?? ''
  useEffect(() => {
    if (newest !== '') void readTalk(client, system)
  }, [client, newest])

  return (
    <QueryList
      list={list}
      waiting={
        <div className="late" aria-hidden="true">
          <span className="sk" style={{ height: 108, borderRadius: 20, marginBottom: 12 }} />
          <span className="sk" style={{ height: 84, borderRadius: 20 }} />
        </div>
      }
      empty={<EmptyState art={lines.letter} title={words.noSystem} text={words.noSystemText} isNear />}
    >
      {(rows) => (
        <ul className="said">
          {rows.map((row) => (
            <li key={row.id} className="card">
              <p>{row.text}</p>
              <time className="cap" dateTime={new Date(row.sent_at * 1000).toISOString()}>
                {agoOf(row.sent_at, now())}
              </time>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}
