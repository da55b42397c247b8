/** The frame of every screen: five tabs at the bottom (from 900 px a rail, which the Tab key reaches first), the box's orb in the middle with a ring for running downloads. */
import { Suspense } from 'react'
import { later } from '../kit/time/clock.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { useConnectionLine } from '../kit/call/connection.ts'
import { useText } from '../kit/lang.ts'
import { readHash, setPreparer, switchTab, usePath } from '../kit/nav/nav.ts'
import { useSession } from '../kit/session.ts'
import { classes } from '../ui/classes.ts'
import connectionLineStyles from '../ui/connection-line.module.css'
import { ConnectionLine } from '../ui/connection-line.tsx'
import { BoxIcon, CompassIcon, FilmIcon, HomeIcon, Mark, PersonIcon } from '../ui/icon.tsx'
import { Modals } from '../ui/modal.tsx'
import shellStyles from '../ui/shell.module.css'
import tabBarStyles from '../ui/tab-bar.module.css'
import { Toasts } from '../ui/toast.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import { WhenIdle } from '../ui/when-idle.tsx'
import { createRoutes, firstShown, nearPages, Routes, routeOf, useShownPage } from './routes.tsx'
import { linesOn, tabOf, tabPaths } from './tabs.ts'
import { appText } from './text.ts'

/** A first page that cannot be loaded may be of an earlier build. */
const updatesAfterMs = 2_000
const wait = (ms: number) => new Promise<void>((resolve) => later(ms, resolve))

const tabs = [
  { key: 'home', path: tabPaths.home, icon: <HomeIcon /> },
  { key: 'library', path: tabPaths.library, icon: <FilmIcon /> },
  { key: 'device', path: tabPaths.device, icon: <BoxIcon size={28} /> },
  { key: 'explore', path: tabPaths.explore, icon: <CompassIcon /> },
  { key: 'me', path: tabPaths.me, icon: <PersonIcon /> },
] as const

const routes = createRoutes(nearPages)
setPreparer((path) => routes.prepare(routeOf(path)))
/** The page's chunk loads while the first screen renders; resolves also where it does not load. */
export const firstPage = routes.prepare(routeOf(readHash(location.hash)[0]))

/** All other pages, for when there is no network: on plain http no service worker keeps them. */
export const prepareAllPages = routes.prepareAll

/** The connection to the box loads with the session. */
const SessionServices = lazyPart(async () => (await import('./session/signed-in-parts.ts')).SessionServices)
const UnreadBadge = lazyPart(async () => (await import('./session/signed-in-parts.ts')).UnreadBadge)
const NowPlayingBar = lazyPart(async () => (await import('./session/signed-in-parts.ts')).NowPlayingBar)
/** After the first page, whose line it would share. */
const Updates = lazyPart(async () => {
  await Promise.race([firstShown, firstPage.then(() => wait(updatesAfterMs))])
  return (await import('./updates.tsx')).Updates
})

export function Shell() {
  const route = routeOf(usePath())
  const page = useShownPage(routes)
  const isTab = tabs.some((tab) => tab.path === page.route)
  const { token } = useSession()
  const away = useConnectionLine()
  const isWide = useIsWide()
  // With keys, so that a window that is made wider keeps both.
  const screen = <Routes key="page" routes={routes} shown={page} />
  const rail = <Tabs key="tabs" route={route} isTab={isTab} />
  const shown = away !== null && linesOn(page.route).includes(away) ? away : null
  return (
    <div className={classes(shellStyles.withRail, isTab && shellStyles.withTabs, shown && shellStyles.withConnection)}>
      {shown && (
        <div className={connectionLineStyles.top}>
          <ConnectionLine away={shown} />
        </div>
      )}
      {isWide ? [rail, screen] : [screen, rail]}
      <Suspense>{token !== '' && <NowPlayingBar />}</Suspense>
      <Toasts />
      <Modals />
      <WhenIdle>
        <Suspense>
          <Updates />
        </Suspense>
      </WhenIdle>
    </div>
  )
}

function Tabs({ route, isTab }: { route: string; isTab: boolean }) {
  const words = useText(appText)
  const chosen = tabOf(route)
  const { token } = useSession()
  return (
    <nav className={classes(tabBarStyles.tabBar, !isTab && tabBarStyles.wideOnly)} aria-label={words.mainMenu}>
      <div className={tabBarStyles.railMark}>
        <Mark />
      </div>
      {tabs.map((tab) => (
        <a
          key={tab.key}
          href={`#${tab.path}`}
          className={classes(
            tabBarStyles.tab,
            tab.key === 'device' && tabBarStyles.middle,
            tab.key === chosen && tabBarStyles.selected,
          )}
          aria-current={tab.key !== chosen ? undefined : tab.path === route ? 'page' : 'true'}
          onPointerDown={() => routes.prepare(tab.path)}
          onClick={(event) => {
            event.preventDefault()
            switchTab(tab.path)
          }}
        >
          {tab.key === 'device' ? (
            <span className={tabBarStyles.orb}>
              {tab.icon}
              <Suspense>{token !== '' && <SessionServices />}</Suspense>
            </span>
          ) : (
            tab.icon
          )}
          <Suspense>{tab.key === 'me' && token !== '' && <UnreadBadge />}</Suspense>
          <span>{words.tabs[tab.key]}</span>
        </a>
      ))}
    </nav>
  )
}
