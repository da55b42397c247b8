/** Loading, failed and empty states for data of a box. */
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { ShownAt } from '../ui/as-of.tsx'
import { LoadFailed } from '../shared/query-list.tsx'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { settingText } from './setting-text.ts'

/** others: they are waited for, since data that came later would push down what stands. */
type Props<T> = {
  others?: readonly { isLoading: boolean }[]
  query: { data: T | null | undefined; isPending: boolean; isLoadingError: boolean; refetch: () => unknown }
  children: (word: T) => ReactNode
}

export function DeviceStates<T extends { stale_at: number | null }>({ query, others = [], children }: Props<T>) {
  const words = useText(settingText)
  if (query.isPending || others.some(({ isLoading }) => isLoading))
    return (
      <div aria-busy="true">
        <Skeleton height={180} radius={20} below={16} isLate />
        <Skeleton height={120} radius={20} isLate />
      </div>
    )
  if (query.isLoadingError) return <LoadFailed onRetry={() => void query.refetch()} title={words.failed} isBox />
  if (!query.data) return <EmptyState art={art.boxNew} title={words.silent} text={words.silentText} isNear />
  return (
    <>
      {query.data.stale_at !== null && <ShownAt list={{ dataUpdatedAt: query.data.stale_at * 1000 }} />}
      {children(query.data)}
    </>
  )
}
