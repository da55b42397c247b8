/** The replies of a thread, from the last read or chosen floor; pages load in both directions on scroll. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { LoadFailed, LoadMore } from '../../shared/query-list.tsx'
import { ShownAt } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { LoadMoreSentinel } from '../../ui/load-more-sentinel.tsx'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { repliesTo } from '../base/data.ts'
import { forumText } from '../base/text.ts'
import styles from './replies.module.css'
import { ReplyRows, type RepliesProps } from './reply-rows.tsx'
import { useReadProgress } from './use-read-progress.ts'

export function Replies(props: RepliesProps) {
  const { thread, reading, marked, go } = props
  const words = useText(forumText)
  const list = useInfiniteQuery(repliesTo(thread.id, reading))
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const isUpward = useUpward()
  // A thread without replies counts as read too.
  useReadProgress(thread.id, list.data && rows.length === 0 ? 0 : -1)

  if (list.isPending) return <RepliesSkeleton />
  if (list.isLoadingError) return <LoadFailed onRetry={() => void list.refetch()} />
  return (
    <div data-replies="">
      {list.hasPreviousPage && (
        <>
          {isUpward && <LoadMoreSentinel reached={() => void list.fetchPreviousPage()} isBusy={list.isFetchingPreviousPage} />}
          <div className={styles.earlier}>
            <Button variant="line" isSmall isBusy={list.isFetchingPreviousPage} onClick={() => void list.fetchPreviousPage()}>
              {words.earlier}
            </Button>
            <Button variant="text" onClick={() => go(0)}>
              {words.fromStart}
            </Button>
            {marked === 0 && reading.turn === 1 && <span className={textStyles.caption}>{words.resumed(reading.from)}</span>}
          </div>
        </>
      )}
      <ShownAt list={list} />
      {rows.length === 0 ? (
        <p className={classes(styles.none, textStyles.secondary)}>
          {reading.ofAuthor ? words.noneOfAuthor : thread.can.reply ? words.noRepliesText : words.noReplies}
        </p>
      ) : (
        <ReplyRows rows={rows} {...props} />
      )}
      <LoadMore list={list} />
    </div>
  )
}

/** True after the first scroll upwards: earlier pages are not loaded before that. */
function useUpward(): boolean {
  const [isUpward, setUpward] = useState(false)
  useEffect(() => {
    let last = scrollY
    const check = () => {
      if (scrollY < last) setUpward(true)
      last = scrollY
    }
    addEventListener('scroll', check, { passive: true })
    return () => removeEventListener('scroll', check)
  }, [])
  return isUpward
}

function RepliesSkeleton() {
  return (
    <div className={skeletonStyles.late} aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div className={styles.reply} key={row}>
          <Skeleton width={36} height={36} isRound />
          <span className={layoutStyles.grow}>
            <Skeleton width={130} height={16} below={8} />
            <Skeleton width={`${90 - row * 16}%`} height={18} />
          </span>
        </div>
      ))}
    </div>
  )
}
