/** Home: the current device at a glance, banners, films to go on with, what arrived last, the forum; for a guest, the way in. */
import { ScanLine, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import '../../home/home.css'
import { homeText } from '../../home/text.ts'
import { useText } from '../../kit/lang.ts'
import { switchTab } from '../../kit/nav.ts'
import type { PageMeta } from '../../kit/page.ts'
import { useSession } from '../../kit/session.ts'
import { devicePath } from '../../kit/way-back.ts'
import { Button } from '../../ui/button.tsx'
import { art, Face } from '../../ui/face.tsx'
import { Later } from '../../ui/later.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

// what the first look does not need comes in chunks of its own
const Banners = lazy(() => import('../../home/banners.tsx').then((module) => ({ default: module.Banners })))
const FromForum = lazy(() => import('../../home/from-forum.tsx').then((module) => ({ default: module.FromForum })))
const HomeCard = lazy(() => import('../../device/home-card.tsx').then((module) => ({ default: module.HomeCard })))
const HomeFigure = lazy(() => import('../../download/home-figure.tsx').then((module) => ({ default: module.HomeFigure })))
const Latest = lazy(() => import('../../download/latest.tsx').then((module) => ({ default: module.Latest })))
const Shelves = lazy(() => import('../../movie/shelves.tsx').then((module) => ({ default: module.Shelves })))

export function Screen() {
  const words = useText(homeText)
  const { token, device } = useSession()
  // the forum's part stands below these: it comes once they have their height
  const [isShelved, setShelved] = useState(false)
  const [isListed, setListed] = useState(false)
  return (
    <main className="page screen-in">
      <header className="root-bar">
        <h1>{words.title}</h1>
        <nav className="hm-acts" aria-label={words.acts}>
          <a className="ib" href={token !== '' && device ? '#/pages/user/mine/device' : `#${devicePath}`} aria-label={words.scan}>
            <ScanLine strokeWidth={1.75} />
          </a>
          <a className="ib" href="#/pages/forum/search/index" aria-label={words.search}>
            <Search strokeWidth={1.75} />
          </a>
        </nav>
      </header>
      {token !== '' && device ? (
        <Suspense>
          <div className="at-home hm-grid">
            <HomeCard device={device} downloads={<HomeFigure device={device} />} />
            <div className="home-lists">
              <Banners />
              <Shelves device={device} settled={() => setShelved(true)} />
              <Latest device={device} settled={() => setListed(true)} />
            </div>
            {isShelved && isListed && <FromForum />}
          </div>
        </Suspense>
      ) : (
        <>
          <Face art={art.films} title={words.welcome} text={words.welcomeText} isNear>
            <Button look="main" onClick={() => switchTab(devicePath)}>
              {words.start}
            </Button>
          </Face>
          <Later>
            <Suspense>
              <div className="hm-guest">
                <Banners />
                <FromForum />
              </div>
            </Suspense>
          </Later>
        </>
      )}
    </main>
  )
}
