/** The frame of every screen: five tabs below (a rail from 900 px), the device's orb in the middle with the ring of all that runs. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Device } from '@homeport/contract/device.ts'
import { devices } from '../device/data.ts'
import { tasks } from '../download/data.ts'
import { summaryOf } from '../download/summary.ts'
import { useText } from '../kit/lang.ts'
import { switchTab } from '../kit/nav.ts'
import { useSession } from '../kit/session.ts'
import { devicePath, homePath } from '../kit/way-back.ts'
import { BoxIcon, CompassIcon, FilmIcon, HomeIcon, Mark, PersonIcon } from '../ui/icon.tsx'
import { Modals } from '../ui/modal.tsx'
import { Toasts } from '../ui/toast.tsx'
import { prepare, Routes, routeOf } from './routes.tsx'
import { appText } from './text.ts'

const tabs = [
  { key: 'home', path: homePath, icon: <HomeIcon /> },
  { key: 'library', path: '/pages/main/movie/list', icon: <FilmIcon /> },
  { key: 'device', path: devicePath, icon: <BoxIcon size={28} /> },
  { key: 'explore', path: '/pages/main/explore/explore', icon: <CompassIcon /> },
  { key: 'me', path: '/pages/main/user/index', icon: <PersonIcon /> },
] as const

export function Shell() {
  const [path] = useLocation()
  const route = routeOf(path)
  const { token, device } = useSession()
  useQuery(devices())
  const isTab = tabs.some((tab) => tab.path === route)
  return (
    <div className={isTab ? 'with-rail with-tabs' : 'with-rail'}>
      <Routes />
      <Tabs route={route} isTab={isTab} ring={token && device ? <LiveRing device={device} /> : null} />
      <Toasts />
      <Modals />
    </div>
  )
}

function Tabs({ route, isTab, ring }: { route: string; isTab: boolean; ring: ReactNode }) {
  const words = useText(appText)
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
          onPointerDown={() => prepare(tab.path)}
          onClick={(event) => {
            event.preventDefault()
            switchTab(tab.path)
          }}
        >
          {tab.key === 'device' ? (
            <span className="orb">
              {tab.icon}
              {ring}
            </span>
          ) : (
            tab.icon
          )}
          <span>{words.tabs[tab.key]}</span>
        </a>
      ))}
    </nav>
  )
}

const around = 2 * Math.PI * 30.5

/** No ring when nothing runs. */
function LiveRing({ device }: { device: Device }) {
  const words = useText(appText)
  const list = useInfiniteQuery(tasks(device, 'progress'))
  const { running, percent } = summaryOf(list.data?.pages.flatMap((page) => page.data) ?? [])
  if (running === 0) return null
  return (
    <svg className="ring" viewBox="0 0 64 64" fill="none" role="img" aria-label={words.running(Math.round(percent))}>
      <circle cx="32" cy="32" r="30.5" stroke="var(--line)" strokeWidth="3" />
      <circle cx="32" cy="32" r="30.5" stroke="var(--red-live)" strokeWidth="3" strokeLinecap="round" strokeDasharray={`${(percent / 100) * around} ${around}`} />
    </svg>
  )
}
