/** Number of replies, sort order, and the "author only" filter. */
import type { Thread } from '@homeport/contract/forum.ts'
import { ArrowDownUp } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import type { Order } from '../base/data.ts'
import { formatCount } from '../base/format-count.ts'
import { forumText } from '../base/text.ts'
import styles from './replies.module.css'

type Props = {
  thread: Thread
  order: Order
  ofAuthor: boolean
  begin: (next: { order?: Order; ofAuthor?: boolean }) => void
}

export function RepliesHead({ thread, order, ofAuthor, begin }: Props) {
  const words = useText(forumText)
  return (
    <>
      <div className={styles.head}>
        <h2>{words.replies(formatCount(thread.replies))}</h2>
        <div className={classes(layoutStyles.row, layoutStyles.gap8)}>
          <button
            type="button"
            aria-pressed={ofAuthor}
            className={classes(ofAuthor && styles.pressed)}
            onClick={() => begin({ ofAuthor: !ofAuthor })}
          >
            {words.onlyAuthor}
          </button>
          <button type="button" onClick={() => begin({ order: order === 'oldest' ? 'newest' : 'oldest' })}>
            {words.order[order]}
            <ArrowDownUp size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      </div>
      {thread.options.author_only && <p className={textStyles.caption}>{words.authorOnly}</p>}
    </>
  )
}
