/** Home: for guests the way to a box, banners and the forum; with a box owner-home.tsx. */
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
import barsStyles from '../../ui/bars.module.css'
import buttonStyles from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { frameArt } from '../../ui/frame-drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import gridStyles from '../../ui/grid.module.css'
import layoutStyles from '../../ui/layout.module.css'
import { WhenIdle } from '../../ui/when-idle.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

// parts not needed for the first paint are chunks of their own
const Banners = lazyPart(async () => (await import('./later-parts.ts')).Banners)
const FirstAccount = lazyPart(async () => (await import('./later-parts.ts')).FirstAccount)
const FromForum = lazyPart(async () => (await import('./later-parts.ts')).FromForum)
const OwnerHome = lazyPart(async () => (await import('./owner-home.tsx')).OwnerHome)

export function Screen() {
  const words = useText(homeText)
  const { token, device } = useSession()
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
          <OwnerHome device={device} />
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
