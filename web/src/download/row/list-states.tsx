/** The list of downloads without rows: nothing there, or not loaded yet. */
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../download-row.module.css'
import type { DownloadWords } from '../text.ts'
import type { Side } from '../list-filter.ts'

export function EmptyList({
  side,
  hasAny,
  words,
  children,
}: {
  side: Side
  hasAny: boolean
  words: DownloadWords
  children: ReactNode
}) {
  if (!hasAny || side === 'all')
    return (
      <EmptyState art={art.arriving} title={words.emptyTitle} text={words.emptyText}>
        {children}
      </EmptyState>
    )
  const [title, text] =
    side === 'progress' ? [words.noneInProgress, words.noneInProgressText] : [words.noneComplete, words.noneCompleteText]
  return (
    <EmptyState art={art.arriving} title={title} text={text} isNear>
      {children}
    </EmptyState>
  )
}

export function ListSkeleton() {
  return (
    <div aria-busy="true" className={classes(skeletonStyles.late, layoutStyles.top20)}>
      {[72, 58, 66, 50, 60, 54, 62].map((width, index) => (
        <div className={classes(styles.row, index > 0 && listStyles.lined)} key={width}>
          <Skeleton width={40} height={60} />
          <div className={layoutStyles.grow}>
            <Skeleton width={`${width}%`} height={16} />
            <Skeleton height={4} above={13} below={9} />
            <Skeleton width="44%" height={12} />
          </div>
          <span className={styles.buttonSpace} />
        </div>
      ))}
    </div>
  )
}

/** In the place of a row whose page is on its way. */
export function RowSkeleton() {
  return (
    <div className={styles.row} aria-busy="true">
      <Skeleton width={40} height={60} />
      <div className={layoutStyles.grow}>
        <Skeleton width="62%" height={16} />
        <Skeleton width="40%" height={12} above={12} />
      </div>
    </div>
  )
}
