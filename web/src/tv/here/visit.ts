/** A person who came from the app to watch here: the film, and the way back. It lasts as long as the tab, over reloads. */
import { langs } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import { later } from '../../kit/time/clock.ts'
import { setLang } from '../../kit/lang.ts'
import { tabText } from '../../kit/storage.ts'

/** app: the address of the film's page in the app, or ''. isStarted: the box was asked for the film. */
const HereVisit = z.object({
  movie_id: z.string(),
  path: z.string(),
  point: z.int(),
  app: z.string(),
  isStarted: z.boolean(),
})
export type HereVisit = z.infer<typeof HereVisit>

const slot = 'hereVisit'
/** A browser that has a page to go back to leaves sooner. */
const backWithinMs = 1_000

/** Removes what came in the address bar at once: the one-time key, and what the app sent along. visit: null on a TV. */
export function takeArrival(): { key: string; visit: HereVisit | null } {
  const sent = new URLSearchParams(location.hash.slice(1))
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  const key = /^[\w-]+$/.exec(sent.get('key') ?? '')?.[0] ?? ''
  if (sent.has('app')) begin(sent)
  else if (key !== '') tabText.set(slot, '')
  return { key, visit: readVisit() }
}

function begin(sent: URLSearchParams): void {
  const language = langs.find((one) => one === sent.get('lang'))
  if (language) setLang(language)
  const point = Number(sent.get('point'))
  keepVisit({
    movie_id: sent.get('movie') ?? '',
    path: sent.get('path') ?? '',
    point: Number.isSafeInteger(point) && point > 0 ? point : 0,
    app: webAddress(sent.get('app') ?? ''),
    isStarted: false,
  })
}

/** '' unless it is http or https: a script's address never becomes a way back. */
function webAddress(text: string): string {
  try {
    const { protocol, href } = new URL(text)
    return protocol === 'http:' || protocol === 'https:' ? href : ''
  } catch {
    return ''
  }
}

export function keepVisit(visit: HereVisit): void {
  tabText.set(slot, JSON.stringify(visit))
}

function readVisit(): HereVisit | null {
  const stored = z.safeParse(HereVisit, tabText.json(slot))
  return stored.success ? stored.data : null
}

/** Back to the film's page of the app. A window without a page before it opens the app, or closes. */
export function leaveTo(app: string): void {
  if (history.length <= 1) return openApp(app)
  history.back()
  // Where the page before is gone, nothing happens.
  const stop = later(backWithinMs, () => openApp(app))
  addEventListener('pagehide', stop, { once: true })
}

function openApp(app: string): void {
  if (app === '') window.close()
  else location.assign(app)
}
