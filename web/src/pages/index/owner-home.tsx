/** Home of a person with a box: the box, the films to go on with, the latest ones, the forum. Of its own, since a guest needs none of it. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { HomeCard } from '../../device/home-card.tsx'
import { HomeFigure } from '../../download/list/home-figure.tsx'
import { Latest } from '../../download/list/recent-downloads.tsx'
import styles from '../../home/home.module.css'
import { lazyPart } from '../../kit/lazy-part.ts'
import { begun } from '../../movie/continue-data.ts'
import { Shelves } from '../../movie/shelves.tsx'
import { PullPage } from '../../shared/pull-page.tsx'
import gridStyles from '../../ui/grid.module.css'
import { useHasAside, useIsFull } from '../../ui/use-is-wide.ts'

const Banners = lazyPart(async () => (await import('./later-parts.ts')).Banners)
const Lead = lazyPart(async () => (await import('./lead.tsx')).Lead)
const FromForum = lazyPart(async () => (await import('./later-parts.ts')).FromForum)

export function OwnerHome({ device }: { device: Device }) {
  const hasAside = useHasAside()
  const isFull = useIsFull()
  return <PullPage>{isFull ? <FullHome device={device} /> : <BoxHome device={device} hasAside={hasAside} />}</PullPage>
}

/** On a phone the box comes first, then what one goes on with, and the forum last. Wider windows have a second column for both. */
function BoxHome({ device, hasAside }: { device: Device; hasAside: boolean }) {
  const [isShelved, setShelved] = useState(false)
  const [isListed, setListed] = useState(false)
  const card = <HomeCard device={device} downloads={<HomeFigure device={device} />} />
  const shelves = (
    <Shelves device={device} settled={() => setShelved(true)}>
      {(hasFilms) => <Latest device={device} hasFilms={hasFilms} settled={() => setListed(true)} />}
    </Shelves>
  )
  const { data, isPending } = useQuery(begun(device))
  const isBegun = (data?.data.length ?? 0) > 0
  const lists = (
    <div className={styles.lists}>
      {!isPending && !isBegun && <Banners />}
      {shelves}
      {isBegun && isShelved && (
        <div className={styles.below}>
          <Banners />
        </div>
      )}
    </div>
  )
  if (hasAside)
    return (
      <div className={gridStyles.mainAside}>
        {lists}
        <div>
          {card}
          <FromForum />
        </div>
      </div>
    )
  return (
    <>
      {card}
      {lists}
      {/* below the others: rendered once their height is known */}
      {isShelved && isListed && <FromForum />}
    </>
  )
}

const waiting = <div className={styles.waiting} aria-hidden="true" />

/** In a full window the film one goes on with, or the banners, stand beside the box; below them the shelves over the whole width. */
function FullHome({ device }: { device: Device }) {
  const { data, isPending } = useQuery(begun(device))
  const [isShelved, setShelved] = useState(false)
  const [isListed, setListed] = useState(false)
  const first = data?.data[0]
  return (
    <div className={styles.full}>
      <div className={styles.top}>
        {first ? (
          <Suspense fallback={waiting}>
            <Lead device={device} watched={first} />
          </Suspense>
        ) : isPending ? (
          waiting
        ) : (
          <Banners />
        )}
        <HomeCard device={device} downloads={<HomeFigure device={device} />} />
      </div>
      <Shelves device={device} isLed={first !== undefined} settled={() => setShelved(true)}>
        {(hasFilms) => <Latest device={device} hasFilms={hasFilms} settled={() => setListed(true)} />}
      </Shelves>
      {first && (
        <div className={styles.below}>
          <Banners />
        </div>
      )}
      {isShelved && isListed && <FromForum />}
    </div>
  )
}
