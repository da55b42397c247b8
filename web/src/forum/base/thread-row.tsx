/** A thread in a list: author, title, excerpt, pictures, and counts. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { Heart, Lock, MessageCircle, Pin, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { formatCount } from './format-count.ts'
import { threadHref } from './paths.ts'
import { forumText } from './text.ts'
import styles from './thread-row.module.css'

const picturesInRow = 3

type Props = {
  row: ThreadRow
  /** Name of its board, if the list shows several. */
  board?: string | undefined
  /** False if all rows are by one author. */
  withAuthor?: boolean
  /** Actions beside the link. */
  children?: ReactNode
}

export function ThreadItem({ row, board, withAuthor = true, children }: Props) {
  const words = useText(forumText)
  const name = row.author ? displayNameOf(row.author) : words.anonymous
  const time = row.replies > 0 ? words.lastReply(agoOf(row.active_at, now())) : agoOf(row.created_at, now())
  return (
    <li className={classes(styles.row, listStyles.divided, row.is_new && styles.new, !withAuthor && styles.flat)}>
      <a className={styles.link} href={threadHref(row.id)}>
        {withAuthor && <Avatar name={name} src={pictureUrl(row.author?.avatar ?? '')} isSmall />}
        <span className={layoutStyles.grow}>
          <span className={classes(styles.title, textStyles.twoLines)}>
            <Marks row={row} />
            <bdi>{row.title}</bdi>
            {row.is_new && <span className={textStyles.visuallyHidden}> {words.fresh}</span>}
          </span>
          {row.excerpt !== '' && (
            <span className={classes(textStyles.secondary, textStyles.twoLines)} dir="auto">
              {row.excerpt}
            </span>
          )}
          {row.images.length > 0 && (
            <span className={styles.pictures}>
              {row.images.slice(0, picturesInRow).map(({ id }) => (
                <img key={id} src={pictureUrl(id)} alt="" loading="lazy" decoding="async" />
              ))}
              {row.images.length > picturesInRow && <b className={textStyles.numeric}>+{row.images.length - picturesInRow}</b>}
            </span>
          )}
          <span className={classes(textStyles.caption, styles.foot)}>
            <span className={styles.by}>
              {withAuthor && <span className={classes(textStyles.oneLine, styles.name)}>{name}</span>}
              {board && <span className={classes(textStyles.oneLine, styles.board)}>{withAuthor ? ` · ${board}` : board}</span>}
            </span>
            <span className={classes(styles.end, textStyles.numeric)}>
              <span>{time}</span>
              <span className={classes(textStyles.numeric, layoutStyles.row, layoutStyles.gap4)}>
                <MessageCircle size={15} strokeWidth={1.75} aria-hidden="true" />
                <span aria-hidden="true">{formatCount(row.replies)}</span>
                <span className={textStyles.visuallyHidden}>{words.repliesCount(formatCount(row.replies))}</span>
              </span>
              {row.likes > 0 && (
                <span className={classes(textStyles.numeric, layoutStyles.row, layoutStyles.gap4)}>
                  <Heart size={15} strokeWidth={1.75} aria-hidden="true" />
                  <span aria-hidden="true">{formatCount(row.likes)}</span>
                  <span className={textStyles.visuallyHidden}>{words.likes(row.likes)}</span>
                </span>
              )}
            </span>
          </span>
        </span>
      </a>
      {children}
    </li>
  )
}

function Marks({ row }: { row: ThreadRow }) {
  const words = useText(forumText)
  return (
    <>
      {row.is_pinned && (
        <span className={styles.mark}>
          <Pin size={14} strokeWidth={2} aria-hidden="true" />
          {words.pinned}
        </span>
      )}
      {row.is_featured && (
        <span className={styles.mark}>
          <Sparkles size={14} strokeWidth={2} aria-hidden="true" />
          {words.featured}
        </span>
      )}
      {row.is_locked && (
        <span className={styles.mark}>
          <Lock size={14} strokeWidth={2} aria-hidden="true" />
          <span className={textStyles.visuallyHidden}>{words.locked}</span>
        </span>
      )}
    </>
  )
}

export function ThreadsSkeleton() {
  return (
    <ul className={classes(styles.threads, skeletonStyles.late)} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <li className={classes(styles.row, listStyles.divided)} key={row}>
          <span className={styles.link}>
            <Skeleton width={40} height={40} isRound />
            <span className={layoutStyles.grow}>
              <Skeleton width={`${88 - (row % 3) * 14}%`} height={20} below={8} />
              <Skeleton width="96%" height={16} below={8} />
              <Skeleton width={150} height={14} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
