/** From the address to the screen: the file's path under pages/ IS the route. Pages come lazily: a skeleton after 200 ms, an error face after 60 s; a chunk is given up after 120 s (spec 9). */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { entryKey, usePath } from '../kit/nav.ts'
import type { PageModule } from '../kit/page.ts'
import { homePath } from '../kit/way-back.ts'
import { Guard } from './guard.tsx'
import { LoadFailed, NotFound, PageSkeleton } from './faces.tsx'

export const pageDelayMs = 200
export const pageTimeoutMs = 60_000
export const chunkTimeoutMs = 120_000

const files = import.meta.glob<PageModule>(['../pages/**/*.tsx', '!../pages/**/*.test.tsx', '!../pages/**/parts/*.tsx'])
const loaded = new Map<string, PageModule>()

/** '/' is the home page (spec 2). */
export function routeOf(path: string): string {
  return path === '/' ? homePath : path
}

export function hasPage(route: string): boolean {
  return fileOf(route) in files
}

/** Fetches a page's chunk before it is needed (a finger on its tab). */
export function prepare(route: string): void {
  if (hasPage(route) && !loaded.has(route)) void load(route).catch(() => null)
}

function fileOf(route: string): string {
  return `..${route}.tsx`
}

async function load(route: string): Promise<PageModule> {
  const importPage = files[fileOf(route)]
  if (!importPage) throw new Error('no such page')
  const late = new Promise<never>((_, refuse) => setTimeout(refuse, chunkTimeoutMs, new Error('the chunk did not come')))
  const module = await Promise.race([importPage(), late])
  loaded.set(route, module)
  return module
}

type Shown = { route: string; state: 'ready' | 'waiting' | 'failed' }

export function Routes() {
  const route = routeOf(usePath())
  const [shown, setShown] = useState<Shown>({ route, state: loaded.has(route) ? 'ready' : 'waiting' })
  const [attempt, setAttempt] = useState(0)
  const isKnown = hasPage(route)

  useEffect(() => {
    if (!isKnown || loaded.has(route)) return setShown({ route, state: 'ready' })
    let isWanted = true
    const show = (state: Shown['state']) => isWanted && setShown({ route, state })
    const timers = [setTimeout(show, pageDelayMs, 'waiting'), setTimeout(show, pageTimeoutMs, 'failed')]
    load(route).then(
      () => show('ready'),
      () => show('failed'),
    )
    return () => {
      isWanted = false
      timers.forEach(clearTimeout)
    }
  }, [route, isKnown, attempt])

  if (!isKnown) return <NotFound />
  const now = loaded.has(route) ? { route, state: 'ready' as const } : shown
  if (now.state === 'failed') return <LoadFailed retry={() => setAttempt(attempt + 1)} />
  const module = loaded.get(now.route)
  if (now.state === 'waiting' || !module) return <PageSkeleton />
  return <Page key={now.route} route={now.route} module={module} />
}

function Page({ route, module }: { route: string; module: PageModule }) {
  usePlace()
  return (
    <Guard route={route} meta={module.meta}>
      <module.Screen />
    </Guard>
  )
}

/** Where each entry of the history was scrolled to; a new one starts at the top. */
const places = new Map<string, number>()

function usePlace(): void {
  const key = useRef(entryKey())
  useLayoutEffect(() => {
    const mine = key.current
    scrollTo(0, places.get(mine) ?? 0)
    const remember = () => places.set(mine, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])
}
