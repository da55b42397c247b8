/** Beside a thread where there is room: who wrote it, and what else is written in its board. */
import type { Thread } from '@homeport/contract/forum.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useText } from '../kit/lang.ts'
import { useIsWide } from '../ui/wide.ts'
import { feedOf } from './data.ts'
import { threadHref } from './paths.ts'
import { forumText } from './text.ts'

const shownMost = 6

export function ThreadSide({ thread, Card }: { thread: Thread; Card: ComponentType<{ userId: string }> }) {
  if (!useIsWide()) return null
  return (
    <aside className="fm-side">
      {thread.author && <Card userId={thread.author.user_id} />}
      <Others thread={thread} />
    </aside>
  )
}

function Others({ thread }: { thread: Thread }) {
  const words = useText(forumText)
  const list = useInfiniteQuery(feedOf({ board_id: thread.board_id, sort: 'latest', tag: '' }))
  const others = (list.data?.pages[0]?.data ?? []).filter(({ id }) => id !== thread.id).slice(0, shownMost)
  if (others.length === 0) return null
  return (
    <div className="card">
      <h2>{words.moreInBoard}</h2>
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
