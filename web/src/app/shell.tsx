/** The frame of every screen: five tabs below (a rail from 900 px), the device's orb in the middle with the ring of all that runs. */
import { lazy, Suspense } from 'react'
import { useText } from '../kit/lang.ts'
import { readHash, setPreparer, switchTab, usePath } from '../kit/nav.ts'
import { useSession } from '../kit/session.ts'
import { devicePath, homePath } from '../kit/way-back.ts'
import { BoxIcon, CompassIcon, FilmIcon, HomeIcon, Mark, PersonIcon } from '../ui/icon.tsx'
import { Modals } from '../ui/modal.tsx'
import { Toasts } from '../ui/toast.tsx'
import { createRoutes, pageFiles, Routes, routeOf } from './routes.tsx'
import { appText } from './text.ts'

const tabs = [
  { key: 'home', path: homePath, icon: <HomeIcon /> },
  { key: 'library', path: '/pages/main/movie/list', icon: <FilmIcon /> },
  { key: 'device', path: devicePath, icon: <BoxIcon size={28} /> },
  { key: 'explore', path: '/pages/main/explore/explore', icon: <CompassIcon /> },
  { key: 'me', path: '/pages/main/user/index', icon: <PersonIcon /> },
] as const

const routes = createRoutes(pageFiles)
setPreparer((path) => routes.prepare(routeOf(path)))
// Its chunk is on its way while the first screen is still being put together.
routes.prepare(routeOf(readHash(location.hash)[0]))

/** The line to the box comes with the session. */
const Live = lazy(() => import('./live.tsx').then((module) => ({ default: module.Live })))
const News = lazy(() => import('./news.tsx').then((module) => ({ default: module.News })))
const Playing = lazy(() => import('./playing.tsx').then((module) => ({ default: module.Playing })))

export function Shell() {
  const route = routeOf(usePath())
  const isTab = tabs.some((tab) => tab.path === route)
  const { token } = useSession()
  return (
    <div className={isTab ? 'with-rail with-tabs' : 'with-rail'}>
      <Routes routes={routes} />
      <Tabs route={route} isTab={isTab} />
      <Suspense>{token !== '' && <Playing isTab={isTab} />}</Suspense>
      <Toasts />
      <Modals />
    </div>
  )
}

function Tabs({ route, isTab }: { route: string; isTab: boolean }) {
  const words = useText(appText)
  const { token } = useSession()
  return (
    <nav className={isTab ? 'tabbar' : 'tabbar wide-only'} aria-label={words.mainMenu}>
      <div className="rail-mark">
        <Mark />
      </div>
      {tabs.map((tab) => (
        <a
          key={tab.key}
          href={`#${tab.path}`}
          className={['tab', tab.key === 'device' && 'mid', tab.path === route && 'on'].filter(Boolean).join(' ')}
          aria-current={tab.path === route ? 'page' : undefined}
          onPointerDown={() => routes.prepare(tab.path)}
          onClick={(event) => {
            event.preventDefault()
            switchTab(tab.path)
          }}
        >
          {tab.key === 'device' ? (
            <span className="orb">
              {tab.icon}
              <Suspense>{token !== '' && <Live />}</Suspense>
            </span>
          ) : (
            tab.icon
          )}
          <Suspense>{tab.key === 'me' && token !== '' && <News />}</Suspense>
          <span>{words.tabs[tab.key]}</span>
        </a>
      ))}
    </nav>
  )
}
