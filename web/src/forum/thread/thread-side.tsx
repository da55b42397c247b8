/** The aside of a thread on wide windows: its author, and other threads of its board. */
import type { Thread } from '@homeport/contract/forum.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useText } from '../../kit/lang.ts'
import cardStyles from '../../ui/card.module.css'
import { useHasAside } from '../../ui/use-is-wide.ts'
import { allBoards, feedOf, pathToBoard } from '../base/data.ts'
import styles from '../base/forum.module.css'
import { threadHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'

const maxShown = 6

export function ThreadSide({ thread, Card }: { thread: Thread; Card: ComponentType<{ userId: string }> }) {
  if (!useHasAside()) return null
  return (
    <aside className={styles.side}>
      {thread.author && <Card userId={thread.author.user_id} />}
      <Others thread={thread} />
    </aside>
  )
}

/** Threads of its board; if there are no others, of the next parent that has some, or of all. */
function Others({ thread }: { thread: Thread }) {
  const words = useText(forumText)
  const tree = useQuery(allBoards()).data
  const scope = pathToBoard(tree ?? [], thread.board_id).findLast(({ threads }) => threads > 1)
  const list = useInfiniteQuery({ ...feedOf({ board_id: scope?.id ?? 0, sort: 'latest', tag: '' }), enabled: tree !== undefined })
  const others = (list.data?.pages[0]?.data ?? []).filter(({ id }) => id !== thread.id).slice(0, maxShown)
  if (others.length === 0) return null
  return (
    <div className={cardStyles.card}>
      <h2>{scope?.id === thread.board_id ? words.moreInBoard : words.moreIn(scope?.name ?? words.title)}</h2>
      <ul>
        {others.map(({ id, title }) => (
          <li key={id}>
            <a href={threadHref(id)} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
