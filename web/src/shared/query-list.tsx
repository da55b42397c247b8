/** An infinite list with four states: loading, failed, empty and filled. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { ShownAt } from '../ui/as-of.tsx'
import { Button } from '../ui/button.tsx'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RetryIcon } from '../ui/icon.tsx'
import { LoadMoreSentinel } from '../ui/load-more-sentinel.tsx'

type Props<T> = {
  list: UseInfiniteQueryResult<InfiniteData<{ data: T[] }>>
  waiting: ReactNode
  empty: ReactNode
  children: (rows: readonly T[]) => ReactNode
  /** Where there is nothing by that address. */
  missing?: ReactNode
}

/** title: more than that it could not be loaded; text: below that title; isBox: a box was asked. */
type LoadFailedProps = { onRetry: () => void; title?: string; text?: string; isBox?: boolean }

export function QueryList<T>({ list, waiting, empty, missing, children }: Props<T>) {
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  if (list.isPending) return waiting
  if (missing && isFailure(list.error, 'code') && list.error.code === Code.notFound) return missing
  if (list.isLoadingError) return <LoadFailed onRetry={() => void list.refetch()} />
  if (rows.length === 0)
    return (
      <>
        <ShownAt list={list} />
        {empty}
      </>
    )
  return (
    <>
      <ShownAt list={list} />
      {children(rows)}
      <LoadMore list={list} />
    </>
  )
}

/** The request failed and nothing is cached. */
export function LoadFailed({ onRetry, title, text, isBox }: LoadFailedProps) {
  const words = useText(commonText)
  return (
    <EmptyState
      art={isBox ? art.boxSilent : art.lost}
      title={title ?? words.failedTitle}
      text={title === undefined ? words.failedText : text}
      isNear
    >
      <Button variant="main" icon={<RetryIcon size={20} />} onClick={onRetry}>
        {words.retry}
      </Button>
    </EmptyState>
  )
}

/** The end of the loaded rows, if there are more. */
export function LoadMore({
  list,
}: {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}) {
  return list.hasNextPage && <LoadMoreSentinel reached={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />
}
