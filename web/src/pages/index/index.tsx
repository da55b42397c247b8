/** Home: current box, banners, continue watching, latest films, forum; sign-in for guests. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { ScanLine, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import styles from '../../home/home.module.css'
import { homeText } from '../../home/text.ts'
import { useText } from '../../kit/lang.ts'
import { forward, switchTab } from '../../kit/nav/nav.ts'
import type { PageMeta } from '../../kit/page.ts'
import { devicePath, registerPath, rememberReturnPath } from '../../kit/nav/return-path.ts'
import { useSession } from '../../kit/session.ts'
import { begun, type Watched } from '../../movie/continue-data.ts'
import { episodeNumber } from '../../shared/episode-number.ts'
import { PullPage } from '../../shared/pull-page.tsx'
import barsStyles from '../../ui/bars.module.css'
import buttonStyles from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { frameArt } from '../../ui/frame-drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import gridStyles from '../../ui/grid.module.css'
import layoutStyles from '../../ui/layout.module.css'
import { useHasAside, useIsFull } from '../../ui/use-is-wide.ts'
import { WhenIdle } from '../../ui/when-idle.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

// parts not needed for the first paint are chunks of their own
const Banners = lazyPart(async () => (await import('./later-parts.ts')).Banners)
const FirstAccount = lazyPart(async () => (await import('./later-parts.ts')).FirstAccount)
const FromForum = lazyPart(async () => (await import('./later-parts.ts')).FromForum)
const HomeCard = lazyPart(async () => (await import('./owner-parts.ts')).HomeCard)
const Hero = lazyPart(async () => (await import('./owner-parts.ts')).Hero)
const HomeFigure = lazyPart(async () => (await import('./owner-parts.ts')).HomeFigure)
const Latest = lazyPart(async () => (await import('./owner-parts.ts')).Latest)
const PlayButton = lazyPart(async () => (await import('./owner-parts.ts')).PlayButton)
const Shelves = lazyPart(async () => (await import('./owner-parts.ts')).Shelves)

export function Screen() {
  const words = useText(homeText)
  const { token, device } = useSession()
  const hasAside = useHasAside()
  const isFull = useIsFull()
  const isPaired = token !== '' && device
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <header className={barsStyles.titleBar}>
        <h1>{words.title}</h1>
        <nav className={styles.actions} aria-label={words.acts}>
          {!isPaired && (
            <a className={buttonStyles.iconButton} href={`#${devicePath}`} aria-label={words.scan}>
              <ScanLine strokeWidth={1.75} />
            </a>
          )}
          <a className={buttonStyles.iconButton} href="#/pages/forum/search/index" aria-label={words.search}>
            <Search strokeWidth={1.75} />
          </a>
        </nav>
      </header>
      {isPaired ? (
        <Suspense>
          <PullPage>{isFull ? <FullHome device={device} /> : <BoxHome device={device} hasAside={hasAside} />}</PullPage>
        </Suspense>
      ) : (
        <GuestHome />
      )}
    </main>
  )
}

function GuestHome() {
  const words = useText(homeText)
  const [isFirst, setFirst] = useState(false)
  function start() {
    if (!isFirst) return switchTab(devicePath)
    rememberReturnPath(devicePath)
    forward(registerPath)
  }
  return (
    <>
      <EmptyState art={frameArt.films} title={words.welcome} text={words.welcomeText} isNear>
        <Button variant="main" onClick={start}>
          {words.start}
        </Button>
      </EmptyState>
      <WhenIdle>
        <Suspense>
          <FirstAccount tell={setFirst} />
          <div className={classes(gridStyles.mainAside, styles.guest)}>
            <Banners />
            <FromForum />
          </div>
        </Suspense>
      </WhenIdle>
    </>
  )
}

/** On a phone the box comes first and the forum last. Wider windows have a second column for both. */
function BoxHome({ device, hasAside }: { device: Device; hasAside: boolean }) {
  const [isShelved, setShelved] = useState(false)
  const [isListed, setListed] = useState(false)
  const card = <HomeCard device={device} downloads={<HomeFigure device={device} />} />
  const shelves = (
    <Shelves device={device} settled={() => setShelved(true)}>
      {(hasFilms) => <Latest device={device} hasFilms={hasFilms} settled={() => setListed(true)} />}
    </Shelves>
  )
  const lists = (
    <div className={styles.lists}>
      <Banners />
      {shelves}
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
          <Lead device={device} watched={first} />
        ) : isPending ? (
          <div className={styles.waiting} aria-hidden="true" />
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

function Lead({ device, watched }: { device: Device; watched: Watched }) {
  const { film, episode, position_ms } = watched
  const { id, duration_ms } = episode ?? film
  return (
    <Hero
      device={device}
      watched={watched}
      play={
        <PlayButton
          movieId={id}
          title={film.title}
          position={position_ms}
          duration={duration_ms}
          {...(episode && { episode: episodeNumber(episode) })}
        />
      }
    />
  )
}
