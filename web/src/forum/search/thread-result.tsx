/** A thread in the results: title, text around the hit, board and number of replies. */
import type { searchThreads } from '@homeport/contract/forum-search.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { allBoards } from '../base/data.ts'
import { formatCount } from '../base/format-count.ts'
import { threadHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { Highlight } from '../../ui/highlight.tsx'
import styles from './search.module.css'

type FoundThread = Out<typeof searchThreads.output>['data'][number]

export function ThreadResult({ row }: { row: FoundThread }) {
  const words = useText(forumText)
  const board = useQuery(allBoards()).data?.find(({ id }) => id === row.board_id)?.name
  const author = row.author ? displayNameOf(row.author) : words.anonymous
  const isInText = row.marked_excerpt.some(({ is_hit }) => is_hit)
  return (
    <li>
      <a className={styles.thread} href={threadHref(row.id)}>
        <span className={classes(layoutStyles.row, layoutStyles.gap12)}>
          <span className={classes(textStyles.label, layoutStyles.grow, textStyles.twoLines)} dir="auto">
            <Highlight parts={row.marked_title} />
          </span>
          <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.gap4)}>
            <MessageCircle size={16} strokeWidth={1.75} aria-hidden="true" />
            <span aria-hidden="true">{formatCount(row.replies)}</span>
            <span className={textStyles.visuallyHidden}>{words.repliesCount(formatCount(row.replies))}</span>
          </span>
        </span>
        {isInText && (
          <span className={classes(textStyles.secondary, textStyles.twoLines)} dir="auto">
            <Highlight parts={row.marked_excerpt} />
          </span>
        )}
        <span className={classes(textStyles.caption, textStyles.oneLine)}>
          {[board, author, agoOf(row.created_at, now())].filter(Boolean).join(' · ')}
        </span>
      </a>
    </li>
  )
}
