/**
 * Entries of the browser's history: each belongs to a page, and says how many layers (sheet, dialog …) lie over it there.
 * Travelling in the history takes a moment; what must not run meanwhile waits for the arrival.
 */
import { later } from './clock.ts'

/** layer: 0 for the page itself, n for the entry of the n-th layer over it. */
export type Entry = { depth: number; key: string; layer: number }

/** Who is told of every arrival; `stepsBack`: so many layers the person went back, beside what travel() asked for. */
export type Arrival = (entry: Entry, stepsBack: number) => void

/** A browser that has nowhere to go says nothing: then the app goes on without it. */
const noAnswerMs = 1_000

let made = 0
let lastDepth = 0
/** Where the history stands, or will once travel() has arrived. */
let expectedLayer = entryNow().layer
let isTravelling = false
let stopWaiting = () => {}
const waiting: (() => void)[] = []
const listeners: Arrival[] = []

if (history.state === null) history.replaceState({ depth: 0, key: 'first', layer: 0 } satisfies Entry, '')
addEventListener('popstate', arrive)

// NOTE: history.state is ours alone; other shapes (none, or another page's) count as a first entry.
export function entryNow(): Entry {
  const state = history.state as Partial<Entry> | null
  return { depth: state?.depth ?? 0, key: state?.key ?? 'first', layer: state?.layer ?? 0 }
}

export function newKey(): string {
  made += 1
  return `${made}.${performance.now()}`
}

/** Without an address it keeps the one that stands. */
export function writeEntry(entry: Entry, options: { replace: boolean; to?: string }): void {
  history[options.replace ? 'replaceState' : 'pushState'](entry, '', options.to === undefined ? undefined : `#${options.to}`)
  lastDepth = entry.depth
  expectedLayer = entry.layer
}

export function onArrival(listener: Arrival): void {
  listeners.push(listener)
}

/** Runs now, or once a journey that is under way has ended. */
export function whenStill(run: () => void): void {
  if (isTravelling) waiting.push(run)
  else run()
}

/** Goes back so many entries, then runs; at once where that is none. */
export function travel(steps: number, then: () => void = () => {}): void {
  if (steps === 0) return then()
  isTravelling = true
  expectedLayer -= steps
  waiting.unshift(then)
  stopWaiting = later(noAnswerMs, ended)
  history.go(-steps)
}

/** A plain link makes an entry that knows nothing of its place: it gets one, so that Back leads where one came from. */
function arrive(): void {
  if (history.state === null) writeEntry({ depth: lastDepth + 1, key: newKey(), layer: 0 }, { replace: true })
  ended()
}

function ended(): void {
  stopWaiting()
  isTravelling = false
  const entry = entryNow()
  // The browser makes one journey of ours and the person's, where they come together.
  const stepsBack = Math.max(0, expectedLayer - entry.layer)
  lastDepth = entry.depth
  expectedLayer = entry.layer
  const due = waiting.splice(0)
  for (const run of due) whenStill(run)
  for (const listener of listeners) listener(entryNow(), stepsBack)
}
