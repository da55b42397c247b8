/** The states of both pages of feeds in which there is no feed to show. */
import type { Device } from '@homeport/contract/device.ts'
import type { Feed } from '@homeport/contract/feed/feed.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { BoxQuery } from '../shared/box-query.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { feeds } from './feed-data.ts'
import styles from './feed.module.css'
import { feedText } from './text.ts'

export function FeedsGuard({ device, children }: { device: Device; children: (all: readonly Feed[]) => ReactNode }) {
  const words = useText(feedText)
  return (
    <BoxQuery
      device={device}
      query={useQuery(feeds(device))}
      ownersOnly={{ title: words.ownerOnly, text: words.ownerOnlyText }}
      offlineText={words.offlineText}
      waiting={
        <div className={styles.narrow} aria-busy="true">
          <Skeleton height={218} radius={20} isLate />
        </div>
      }
    >
      {({ data }) => children(data)}
    </BoxQuery>
  )
}
