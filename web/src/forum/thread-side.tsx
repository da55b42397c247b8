/** Beside a thread where there is room: what else is written in its board. */
import type { Thread } from '@homeport/contract/forum.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { useIsWide } from '../ui/wide.ts'
import { feedOf } from './data.ts'
import { threadHref } from './paths.ts'
import { forumText } from './text.ts'

const shownMost = 6

export function ThreadSide({ thread }: { thread: Thread }) {
  return useIsWide() ? <Others thread={thread} /> : null
}

function Others({ thread }: { thread: Thread }) {
  const words = useText(forumText)
  const list = useInfiniteQuery(feedOf({ board_id: thread.board_id, sort: 'latest', tag: '' }))
  const others = (list.data?.pages[0]?.data ?? []).filter(({ id }) => id !== thread.id).slice(0, shownMost)
  if (others.length === 0) return null
  return (
    <aside className="fm-side">
      <div className="card">
        <h2>{words.moreInBoard}</h2>
        <ul>
          {others.map(({ id, title }) => (
            <li key={id}>
              <a href={threadHref(id)}>{title}</a>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
