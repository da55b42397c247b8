/** The replies of a user, each with its thread. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { now } from '../../kit/clock.ts'
import { agoOf } from '../../kit/format.ts'
import { useText } from '../../kit/lang.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import { answersOf } from '../base/data.ts'
import '../base/forum.css'
import { replyHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { ThreadsSkeleton } from '../base/thread-row.tsx'
import { QueryList } from '../../shared/query-list.tsx'

/** userId '' is the signed-in user. */
export function AnswerList({ userId }: { userId: string }) {
  const words = useText(forumText)
  const list = useInfiniteQuery(answersOf(userId))
  return (
    <QueryList
      list={list}
      waiting={<ThreadsSkeleton />}
      empty={<EmptyState art={lines.bubbles} title={words.noAnswers} text={words.noAnswersText} isNear />}
    >
      {(rows) => (
        <ul className="fm-threads">
          {rows.map((row) => (
            <li className="fm-th flat" key={row.id}>
              <a className="fm-answer" href={replyHref(row.thread_id, row.floor)}>
                <span className="two">{row.is_removed ? words.removed : row.text}</span>
                <span className="cap fx">
                  <span className="one">{words.inThread(row.thread_title)}</span>
                  <span className="fm-part">&nbsp;· {agoOf(row.created_at, now())}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}
