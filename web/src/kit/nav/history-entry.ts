/**
 * History entries of the browser: each belongs to a page and stores how many layers (sheet, dialog …) are open over it.
 * history.go() is asynchronous; what must not run meanwhile waits for popstate.
 */
import { later } from '../time/clock.ts'

/** layer: 0 for the page itself, n for the entry of the n-th layer over it. fromTab: pages since the last tab. */
export type Entry = { depth: number; key: string; layer: number; fromTab: number }

/** Called after each arrival; `stepsBack`: how many layers the user went back, besides what travel() requested. */
export type Arrival = (entry: Entry, stepsBack: number) => void

/** Without an entry to go to, popstate never fires: the app continues after this time. */
const noAnswerMs = 1_000
/** A busy browser may take so long to answer after all. */
const lateMs = 30_000

let made = 0
let last: Pick<Entry, 'depth' | 'fromTab'> = { depth: 0, fromTab: 0 }
/** The layer of the current history entry; while travel() runs, of its target. */
let expectedLayer = entryNow().layer
let isTravelling = false
let stopWaiting = () => {}
/** Steps of travel() without an answer when the app continued: one that arrives yet is the app's, and is not requested again. */
let lateSteps = 0
/** A history.go() of the app that has not arrived yet, and may still. */
let isUnderWay = false
/** The page that was opened meanwhile: the history.go() that arrives must not leave it. */
let openedMeanwhile: { entry: Entry; to: string } | null = null
let forget = () => {}
const waiting: (() => void)[] = []
const listeners: Arrival[] = []

// An address that is opened in a tab which had the app before is an entry of its own: a common key would bring it to the place of the earlier one.
if (history.state === null) history.replaceState({ depth: 0, key: newKey(), layer: 0, fromTab: 0 } satisfies Entry, '')
addEventListener('popstate', arrive)

// NOTE: history.state is ours alone; other shapes (none, or another page's) count as a first entry.
export function entryNow(): Entry {
  const state = history.state as Partial<Entry> | null
  return { depth: state?.depth ?? 0, key: state?.key ?? 'first', layer: state?.layer ?? 0, fromTab: state?.fromTab ?? 0 }
}

export function newKey(): string {
  made += 1
  return `${made}.${performance.timeOrigin + performance.now()}`
}

/** Without `to` the address stays the same. */
export function writeEntry(entry: Entry, options: { replace: boolean; to?: string }): void {
  history[options.replace ? 'replaceState' : 'pushState'](entry, '', options.to === undefined ? undefined : `#${options.to}`)
  if (isUnderWay && options.to !== undefined) openedMeanwhile = { entry, to: options.to }
  last = entry
  expectedLayer = entry.layer
}

export function onArrival(listener: Arrival): void {
  listeners.push(listener)
}

/** Runs now, or once the travel() under way has ended. */
export function whenStill(run: () => void): void {
  if (isTravelling) waiting.push(run)
  else run()
}

/** Goes back so many entries, then runs `then`; at once if none is left to ask for. */
export function travel(steps: number, then: () => void = () => {}): void {
  if (steps <= lateSteps) return then()
  const requested = steps - lateSteps
  isTravelling = true
  expectedLayer -= requested
  waiting.unshift(then)
  stopWaiting = later(noAnswerMs, () => {
    lateSteps += requested
    stopWaiting = later(lateMs, () => (lateSteps = 0))
    ended()
  })
  goBack(requested)
}

/** As the browser's Back button does. */
export function goBack(steps: number): void {
  isUnderWay = true
  openedMeanwhile = null
  forget()
  forget = later(lateMs, () => {
    isUnderWay = false
    openedMeanwhile = null
  })
  history.go(-steps)
}

/** A plain link creates an entry without our state: it gets one, so that Back returns to the previous page. */
function arrive(): void {
  stopWaiting()
  expectedLayer -= lateSteps
  lateSteps = 0
  if (!history.state) {
    const entry = { depth: last.depth + 1, key: newKey(), layer: 0, fromTab: last.fromTab + 1 }
    writeEntry(entry, { replace: true })
    if (isUnderWay) openedMeanwhile = { entry, to: location.hash.slice(1) }
  } else if (openedMeanwhile) {
    // On the page itself it is the user's Back from a layer over it: the browser dropped the step of the app.
    if (entryNow().key !== openedMeanwhile.entry.key)
      writeEntry(openedMeanwhile.entry, { replace: false, to: openedMeanwhile.to })
    openedMeanwhile = null
  }
  isUnderWay = false
  ended()
}

function ended(): void {
  isTravelling = false
  const entry = entryNow()
  // The browser may merge our navigation and the user's into one popstate.
  const stepsBack = Math.max(0, expectedLayer - entry.layer)
  last = entry
  expectedLayer = entry.layer
  const due = waiting.splice(0)
  for (const run of due) whenStill(run)
  for (const listener of listeners) listener(entryNow(), stepsBack)
}
