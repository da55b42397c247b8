/** The list of notifications, newest first, in its four states; opening one marks it read. */
import type { Reminder } from '@homeport/contract/message.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { now } from '../kit/time/clock.ts'
import { agoOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { QueryList } from '../shared/query-list.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import skeletonStyles from '../ui/skeleton.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import { readReminder, remindersOf } from './data.ts'
import styles from './talk-list.module.css'
import { messageText } from './text.ts'

/** `hrefOf`: the link of a notification; undefined if it has none. `otherwise`: shown if the list is empty. */
export function ReminderList({
  hrefOf,
  otherwise,
}: {
  hrefOf: (reminder: Reminder) => string | undefined
  otherwise: ReactNode
}) {
  const words = useText(messageText)
  const client = useQueryClient()
  const list = useInfiniteQuery(remindersOf())
  return (
    <QueryList
      list={list}
      waiting={
        <ul className={classes(styles.talks, skeletonStyles.late)} aria-hidden="true">
          {[0, 1, 2].map((row) => (
            <li className={classes(styles.row, listStyles.divided)} key={row}>
              <Skeleton width={40} height={40} isRound />
              <span className={layoutStyles.grow}>
                <Skeleton height={16} />
              </span>
            </li>
          ))}
        </ul>
      }
      empty={
        <EmptyState art={lines.bell} title={words.noReminders} text={words.noRemindersText} isNear>
          {otherwise}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className={styles.talks}>
          {rows.map((row) => (
            <li className={listStyles.divided} key={row.id}>
              <a
                className={classes(styles.row, !row.is_read && styles.unread)}
                href={hrefOf(row)}
                onClick={() => row.is_read || void readReminder(client, row.id)}
              >
                <Sender by={row.by} />
                <span className={layoutStyles.grow}>
                  <span className={textStyles.twoLines}>
                    {row.by && <b>{displayNameOf(row.by)} </b>}
                    {words.kinds[row.kind]}
                  </span>
                  {row.text !== '' && <span className={classes(textStyles.secondary, textStyles.twoLines)}>{row.text}</span>}
                  <time className={textStyles.caption} dateTime={new Date(row.at * 1000).toISOString()}>
                    {agoOf(row.at, now())}
                  </time>
                </span>
                {!row.is_read && (
                  <i className={styles.unreadDot}>
                    <span className={textStyles.visuallyHidden}>{words.new}</span>
                  </i>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}

function Sender({ by }: { by: Person | null }) {
  if (by) return <Avatar name={displayNameOf(by)} src={pictureUrl(by.avatar)} isSmall />
  return (
    <span className={classes(tileStyles.tile, tileStyles.round)}>
      <Bell size={20} strokeWidth={1.75} />
    </span>
  )
}
