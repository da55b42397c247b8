/** The replies of a user, each with its thread. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { QueryList } from '../../shared/query-list.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import textStyles from '../../ui/text.module.css'
import { answersOf } from '../base/data.ts'
import forumStyles from '../base/forum.module.css'
import { replyHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import threadRowStyles from '../base/thread-row.module.css'
import { ThreadsSkeleton } from '../base/thread-row.tsx'

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
        <ul className={threadRowStyles.threads}>
          {rows.map((row) => (
            <li className={classes(threadRowStyles.row, listStyles.divided, threadRowStyles.flat)} key={row.id}>
              <a className={threadRowStyles.answer} href={replyHref(row.thread_id, row.floor)}>
                <span className={textStyles.twoLines}>{row.is_removed ? words.removed : row.text}</span>
                <span className={classes(textStyles.caption, layoutStyles.row)}>
                  <span className={textStyles.oneLine}>{words.inThread(row.thread_title)}</span>
                  <span className={forumStyles.unbroken}>&nbsp;· {agoOf(row.created_at, now())}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}
