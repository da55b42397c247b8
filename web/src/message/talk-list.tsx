/** The list of private conversations, the latest first, in its four states. */
import type { Conversation } from '@homeport/contract/message.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { now } from '../kit/time/clock.ts'
import { dayOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { QueryList } from '../shared/query-list.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import skeletonStyles from '../ui/skeleton.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { conversationOf, talks } from './data.ts'
import styles from './talk-list.module.css'
import { messageText } from './text.ts'

export function TalkList({ chosen, empty }: { chosen: string; empty: ReactNode }) {
  const words = useText(messageText)
  const list = useInfiniteQuery(talks())
  return (
    <QueryList
      list={list}
      waiting={<TalkSkeleton />}
      empty={
        <EmptyState art={lines.letter} title={words.noTalks} text={words.noTalksText} isNear>
          {empty}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className={styles.talks}>
          {rows.map((row) => (
            <TalkRow key={row.with.user_id} row={row} isChosen={row.with.user_id === chosen} />
          ))}
        </ul>
      )}
    </QueryList>
  )
}

function TalkRow({ row, isChosen }: { row: Conversation; isChosen: boolean }) {
  const words = useText(messageText)
  const name = displayNameOf(row.with)
  return (
    <li className={listStyles.divided}>
      <a
        className={classes(styles.row, row.unread > 0 && styles.unread)}
        href={conversationOf(row.with.user_id)}
        aria-current={isChosen ? 'true' : undefined}
      >
        <Avatar name={name} src={pictureUrl(row.with.avatar)} isSmall />
        <span className={layoutStyles.grow}>
          <span className={classes(layoutStyles.row, layoutStyles.between, layoutStyles.gap8)}>
            <span className={classes(textStyles.label, textStyles.oneLine)}>{name}</span>
            <time
              className={classes(textStyles.caption, textStyles.numeric)}
              dateTime={new Date(row.last.sent_at * 1000).toISOString()}
            >
              {dayOf(row.last.sent_at, now())}
            </time>
          </span>
          <span className={classes(layoutStyles.row, layoutStyles.between, layoutStyles.gap8)}>
            <span className={classes(textStyles.secondary, textStyles.oneLine)}>
              {row.last.from_me ? words.you(row.last.text) : row.last.text}
            </span>
            <Badge count={row.unread} label={words.unread(row.unread)} />
          </span>
        </span>
      </a>
    </li>
  )
}

function TalkSkeleton() {
  return (
    <ul className={classes(styles.talks, skeletonStyles.late)} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <li className={classes(styles.row, listStyles.divided)} key={row}>
          <Skeleton width={40} height={40} isRound />
          <span className={layoutStyles.grow}>
            <Skeleton width={96 + (row % 3) * 24} height={16} below={8} />
            <Skeleton width="70%" height={14} />
          </span>
        </li>
      ))}
    </ul>
  )
}
