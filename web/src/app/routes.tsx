/** The router: a file's path under pages/ IS its route. Pages load lazily: a skeleton after 200 ms, an error state after 60 s; a chunk is given up after 120 s (spec 9). */
import { useEffect, useLayoutEffect, useState } from 'react'
import { whenIdle } from '../kit/time/idle.ts'
import { loadPart, loadUntilThere } from '../kit/lazy-part.ts'
import { useEntryKey, usePath } from '../kit/nav/nav.ts'
import type { PageModule } from '../kit/page.ts'
import { reach } from '../kit/reachability.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { Boundary } from './route/boundary.tsx'
import { keepFocus, pageChanged } from './route/keep-focus.ts'
import { listenToRadioKeys } from '../ui/radio-keys.ts'
import { Guard } from './route/route-guard.tsx'
import { LoadFailed, NotFound, PageSkeleton } from './route/route-states.tsx'
import { saveScroll, restoreScroll } from './route/scroll-positions.ts'
import { useWindowTitle } from './route/title.ts'

export const pageDelayMs = 200
export const pageTimeoutMs = 60_000
export const chunkTimeoutMs = 120_000

export type PageFiles = Record<string, () => Promise<PageModule>>

/** The pages that people come to first. The table of all others would be a tenth of the app's first script. */
export const nearPages: PageFiles = import.meta.glob<PageModule>([
  '../pages/index/index.tsx',
  '../pages/main/explore/explore.tsx',
  '../pages/forum/postings/thread.tsx',
  '../pages/forum/postings/postdetails.tsx',
])
const farPages = async () => (await import('./far-pages.ts')).farPages

class NoSuchPage extends Error {}

/** Spec 2 lists them without a folder. */
const systemPages = ['/preview-image', '/choose-location', '/open-location']

/** '/' is the home page (spec 2). */
export function routeOf(path: string): string {
  if (systemPages.includes(path)) return `/pages${path}`
  return path === '/' ? homePath : path
}

export type RouteTable = ReturnType<typeof createRoutes>

export function createRoutes(near: PageFiles, far: () => Promise<PageFiles> = farPages) {
  const loaded = new Map<string, PageModule>()
  const fileOf = (route: string) => `..${route}.tsx`

  async function importPage(route: string): Promise<PageModule> {
    const load = near[fileOf(route)] ?? (await loadPart(far))[fileOf(route)]
    if (!load) throw new NoSuchPage(route)
    return loadPart(load)
  }

  async function load(route: string): Promise<PageModule> {
    const loadedRoute = loaded.get(route)
    if (loadedRoute) return loadedRoute
    const late = new Promise<never>((_, refuse) => setTimeout(refuse, chunkTimeoutMs, new Error('the chunk did not come')))
    const module = await Promise.race([importPage(route), late])
    loaded.set(route, module)
    return module
  }

  /** Prefetches a page's chunk (on touch of its tab). Never rejects. */
  async function prepare(route: string): Promise<void> {
    if (!loaded.has(route)) await load(route).catch(() => null)
  }

  /** Loads the other pages one by one while nothing else is to do, so that none is missing once the network is gone. An outage is waited for. */
  async function prepareAll(): Promise<void> {
    const files = Object.keys({ ...near, ...(await loadUntilThere(far)) })
    for (const file of files) {
      const route = file.slice('..'.length, -'.tsx'.length)
      if (loaded.has(route)) continue
      await new Promise<void>((go) => whenIdle(go))
      await isReached()
      await prepare(route)
    }
  }

  return { load, prepare, prepareAll, loaded: (route: string) => loaded.get(route) }
}

function isReached(): Promise<void> {
  if (reach.unreached.get() === null) return Promise.resolve()
  return new Promise((go) => {
    const stop = reach.onHealed(() => {
      stop()
      go()
    })
  })
}

type Shown = { route: string; state: 'ready' | 'waiting' | 'failed' | 'missing'; attempt: number }
/** The page on screen: the one before, until the next is loaded, 200 ms at most. */
export type ShownPage = Shown & { again: () => void }

/** For who draws around the page: what belongs to a page comes and goes with it, not before. */
export function useShownPage(routes: RouteTable): ShownPage {
  const route = routeOf(usePath())
  const [attempt, setAttempt] = useState(0)
  const isReady = routes.loaded(route) !== undefined
  const [shown, setShown] = useState<Shown>({ route, state: isReady ? 'ready' : 'waiting', attempt })
  if (isReady && shown.route !== route) setShown({ route, state: 'ready', attempt })

  useEffect(() => {
    let isWanted = true
    const show = (state: Shown['state']) =>
      isWanted && setShown((now) => (now.route === route && now.state === state ? now : { route, state, attempt }))
    const timers = [setTimeout(show, pageDelayMs, 'waiting'), setTimeout(show, pageTimeoutMs, 'failed')]
    const settle = (state: Shown['state']) => {
      timers.forEach(clearTimeout)
      show(state)
    }
    // load() is called for a loaded page too: it may have loaded between render and effect, and nothing else would report it.
    routes.load(route).then(
      () => settle('ready'),
      (error: unknown) => {
        if (error instanceof NoSuchPage) return settle('missing')
        settle('failed')
        reach.suspect()
      },
    )
    return () => {
      isWanted = false
      timers.forEach(clearTimeout)
    }
  }, [routes, route, attempt])

  function again(): void {
    setShown({ route, state: 'waiting', attempt: attempt + 1 })
    setAttempt(attempt + 1)
  }
  return { ...shown, again }
}

export function Routes({ routes, shown: { route, state, attempt, again } }: { routes: RouteTable; shown: ShownPage }) {
  useWindowTitle()
  useEffect(keepFocus, [])
  useEffect(listenToRadioKeys, [])
  if (state === 'missing') return <NotFound />
  if (state === 'failed') return <LoadFailed onRetry={again} />
  const module = routes.loaded(route)
  if (!module) return <PageSkeleton />
  return (
    <Boundary key={`${route} ${attempt}`} face={<LoadFailed onRetry={again} />}>
      <Page route={route} module={module} />
    </Boundary>
  )
}

function Page({ route, module }: { route: string; module: PageModule }) {
  useScrollPosition(route)
  useHeading()
  return (
    <Guard meta={module.meta}>
      <module.Screen />
    </Guard>
  )
}

function useScrollPosition(route: string): void {
  const key = useEntryKey()
  const isOpen = routeOf(usePath()) === route
  useLayoutEffect(() => {
    // The next page is loading: this one keeps its scroll position.
    if (!isOpen) return
    const stopRestoring = restoreScroll(key)
    const remember = () => saveScroll(key)
    addEventListener('scroll', remember, { passive: true })
    return () => {
      removeEventListener('scroll', remember)
      stopRestoring()
    }
  }, [key, isOpen])
}

let isFirstPage = true
let pageShown = () => {}
/** The first page is on screen; pending where none could be loaded. */
export const firstShown = new Promise<void>((resolve) => (pageShown = resolve))

/** The focus goes to the heading of each page but the first. */
function useHeading(): void {
  useEffect(() => {
    if (!isFirstPage) pageChanged()
    isFirstPage = false
    pageShown()
  }, [])
}
