/** What the list of downloads shows without rows: nothing there, or not loaded yet. */
import type { ReactNode } from 'react'
import { art, EmptyState } from '../ui/empty-state.tsx'
import type { DownloadWords } from './text.ts'
import type { Side } from './use-task-lists.ts'

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
    <div aria-busy="true" className="late" style={{ paddingTop: 20 }}>
      {[72, 58, 66, 50, 60, 54, 62].map((width, index) => (
        <div className={index > 0 ? 'dr lined' : 'dr'} key={width}>
          <span className="sk" style={{ width: 40, height: 60 }} />
          <div className="grow">
            <span className="sk" style={{ height: 16, width: `${width}%` }} />
            <span className="sk" style={{ height: 4, margin: '13px 0 9px' }} />
            <span className="sk" style={{ height: 12, width: '44%' }} />
          </div>
          <span style={{ width: 34 }} />
        </div>
      ))}
    </div>
  )
}
