/** Data of a box in its states: for its owner alone, offline, failed, loading and shown. What was read stays while the box is offline, below a note; the banner of the app says that it is. */
import type { Device } from '@homeport/contract/device.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { WarnIcon } from '../ui/icon.tsx'
import noteStyles from '../ui/note.module.css'
import { LoadFailed } from './query-list.tsx'

/** offlineText: what is on the box, and why it has to be there; ownersOnly: to whom else opens it. */
type Props<T> = {
  device: Device
  query: Pick<UseQueryResult<T>, 'data' | 'isLoadingError' | 'refetch'>
  waiting: ReactNode
  offlineText: string
  ownersOnly?: { title: string; text: string }
  children: (data: T) => ReactNode
}

export function BoxQuery<T>({ device, query, waiting, offlineText, ownersOnly, children }: Props<T>) {
  const words = useText(commonText)
  const isOnline = device.online === 1
  if (ownersOnly && device.role !== 'owner') return <EmptyState art={art.films} {...ownersOnly} isNear />
  if (query.data === undefined) {
    if (!isOnline) return <EmptyState art={art.boxSilent} title={words.boxOffline} text={offlineText} isNear />
    if (!query.isLoadingError) return waiting
    return <LoadFailed onRetry={() => void query.refetch()} title={words.boxSilent} text={words.boxSilentText} isBox />
  }
  return (
    <>
      {!isOnline && (
        <p className={noteStyles.note} role="status">
          <WarnIcon size={18} />
          {offlineText}
        </p>
      )}
      {children(query.data)}
    </>
  )
}
