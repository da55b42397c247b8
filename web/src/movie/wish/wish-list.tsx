/** The list of what the household wants to see, in its states, with the way to the search. */
import type { Device } from '@homeport/contract/device.ts'
import type { Wish } from '@homeport/contract/feed/wish.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { BoxQuery } from '../../shared/box-query.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layoutStyles from '../../ui/layout.module.css'
import railStyles from '../../ui/rail.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { CardSkeleton } from '../card.tsx'
import { WishCard } from './wish-card.tsx'
import { wishes, wishesPath } from './wish-data.ts'
import { WishSheet } from './wish-sheet.tsx'
import { wishText } from './wish-text.ts'
import styles from './wish.module.css'

/** searchPath: where films are found. */
export function WishList({ device, searchPath }: { device: Device; searchPath: string }) {
  const words = useText(wishText)
  const search = (
    <Button variant="main" icon={<Search size={20} strokeWidth={1.75} />} onClick={() => forward(searchPath)}>
      {words.add}
    </Button>
  )
  return (
    <BoxQuery
      device={device}
      query={useQuery(wishes(device))}
      offlineText={words.offlineText}
      waiting={
        <div className={styles.wishes} aria-busy="true">
          {Array.from({ length: 6 }, (_, at) => (
            <CardSkeleton key={at} />
          ))}
        </div>
      }
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState art={art.films} title={words.empty} text={words.emptyText} isNear>
            {search}
          </EmptyState>
        ) : (
          <>
            <div className={styles.search}>
              <Button variant="line" isWide icon={<Search size={20} strokeWidth={1.75} />} onClick={() => forward(searchPath)}>
                {words.add}
              </Button>
            </div>
            <Wishes device={device} all={data} className={styles.wishes} />
          </>
        )
      }
    </BoxQuery>
  )
}

/** The newest of them in a row, with the heading of what is below; nothing while there are none. */
export function WishShelf({ device, below }: { device: Device; below: string }) {
  const words = useText(wishText)
  const { data = [] } = useQuery(wishes(device)).data ?? {}
  if (data.length === 0) return null
  return (
    <>
      <section className={styles.shelfPart} aria-label={words.title}>
        <div className={sectionHeadStyles.sectionHead}>
          <h2>{words.title}</h2>
          <a href={`#${wishesPath}`} aria-label={`${words.all(data.length)} · ${words.title}`}>
            {words.all(data.length)}
            <ChevronRight size={18} strokeWidth={1.75} />
          </a>
        </div>
        <Wishes device={device} all={data.slice(0, shelfLength)} className={classes(railStyles.rail, styles.shelf)} />
      </section>
      <div className={classes(sectionHeadStyles.sectionHead, layoutStyles.below10)}>
        <h2>{below}</h2>
      </div>
    </>
  )
}

const shelfLength = 12

function Wishes({ device, all, className }: { device: Device; all: readonly Wish[]; className: string | undefined }) {
  const [shown, setShown] = useState<{ wish: Wish; isOpen: boolean } | null>(null)
  const current = all.find(({ wish_id }) => wish_id === shown?.wish.wish_id) ?? shown?.wish
  return (
    <>
      <ul className={className}>
        {all.map((wish) => (
          <li key={wish.wish_id}>
            <WishCard wish={wish} open={() => setShown({ wish, isOpen: true })} />
          </li>
        ))}
      </ul>
      {shown && current && (
        <WishSheet
          device={device}
          wish={current}
          isOpen={shown.isOpen}
          onClose={() => setShown({ wish: current, isOpen: false })}
        />
      )}
    </>
  )
}
