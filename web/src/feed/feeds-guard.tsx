/** The states of both pages of feeds in which there is no feed to show. */
import type { Device } from '@homeport/contract/device.ts'
import type { Feed } from '@homeport/contract/feed/feed.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { classes } from '../ui/classes.ts'
import noteStyles from '../ui/note.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import { feeds } from './feed-data.ts'
import styles from './feed.module.css'
import { feedText } from './text.ts'

export function FeedsGuard({ device, children }: { device: Device; children: (all: readonly Feed[]) => ReactNode }) {
  const words = useText(feedText)
  const common = useText(commonText)
  const query = useQuery(feeds(device))
  const isOn = device.online === 1
  if (device.role !== 'owner') return <EmptyState art={art.films} title={words.ownerOnly} text={words.ownerOnlyText} isNear />
  if (!query.data && !isOn) return <EmptyState art={art.boxSilent} title={words.offline} text={words.offlineText} isNear />
  if (query.isLoadingError)
    return (
      <EmptyState art={art.boxSilent} title={words.failed} text={words.failedText} isNear>
        <Button variant="main" icon={<RetryIcon size={20} />} onClick={() => void query.refetch()}>
          {common.retry}
        </Button>
      </EmptyState>
    )
  if (!query.data)
    return (
      <div className={styles.narrow} aria-busy="true">
        <Skeleton height={218} radius={20} isLate />
      </div>
    )
  return (
    <>
      {!isOn && (
        <p className={classes(noteStyles.note, styles.note)} role="status">
          <WarnIcon size={18} />
          {words.offlineText}
        </p>
      )}
      {children(query.data.data)}
    </>
  )
}
