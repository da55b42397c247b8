/** The list of system messages, newest first, in its four states; shown ones are marked read. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { now } from '../kit/time/clock.ts'
import { agoOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { QueryList } from '../shared/query-list.tsx'
import cardStyles from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import skeletonStyles from '../ui/skeleton.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { readTalk, system, talk } from './data.ts'
import styles from './system-list.module.css'
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
        <div className={skeletonStyles.late} aria-hidden="true">
          <Skeleton height={108} radius={20} below={12} />
          <Skeleton height={84} radius={20} />
        </div>
      }
      empty={<EmptyState art={lines.letter} title={words.noSystem} text={words.noSystemText} isNear />}
    >
      {(rows) => (
        <ul className={styles.notices}>
          {rows.map((row) => (
            <li key={row.id} className={cardStyles.card}>
              <p>{row.text}</p>
              <time className={textStyles.caption} dateTime={new Date(row.sent_at * 1000).toISOString()}>
                {agoOf(row.sent_at, now())}
              </time>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}
