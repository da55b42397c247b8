/**
 * Moving between screens by the hash (spec 2): forward, redirect, switch tab, relaunch, back, with an optional interceptor.
 * The query stays part of the hash, and going back after a guard leads where one came from.
 */
import { useState, useSyncExternalStore } from 'react'

type Entry = { depth: number; key: string }
type Asked = { to: string; replace: boolean }

/** May send a move elsewhere, or stop it with null. */
export type Interceptor = (asked: Asked) => string | null

let interceptor: Interceptor | null = null
export function setInterceptor(next: Interceptor | null): void {
  interceptor = next
}

let preparer: (path: string) => void = () => {}
export function setPreparer(next: (path: string) => void): void {
  preparer = next
}

/** Fetches a screen before it is gone to, so that it opens at once, and without the net too. */
export function prepare(path: string): void {
  preparer(path)
}

let moves = 0
let lastDepth = 0
if (history.state === null) history.replaceState({ depth: 0, key: 'first' } satisfies Entry, '')

const listeners = new Set<() => void>()
function tell(): void {
  lastDepth = entryNow().depth
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', arrive)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', arrive)
  }
}

/** A plain link makes an entry that knows nothing of its place: it gets one, so that Back leads where one came from. */
function arrive(): void {
  if (history.state === null) {
    moves += 1
    history.replaceState({ depth: lastDepth + 1, key: `link.${moves}.${performance.now()}` } satisfies Entry, '')
  }
  tell()
}

/** '#/pages/a?x=1' → ['/pages/a', 'x=1'] */
export function readHash(hash: string): [path: string, search: string] {
  const [path = '', ...rest] = hash.replace(/^#/, '').split('?')
  return [`/${path.replace(/^\/+/, '')}`, rest.join('?')]
}

const pathNow = () => readHash(location.hash)[0]

// NOTE: history.state is ours alone; other shapes (none, or another page's) count as a first entry.
function entryNow(): Entry {
  const state = history.state as Partial<Entry> | null
  return { depth: state?.depth ?? 0, key: state?.key ?? 'first' }
}

export function entryKey(): string {
  return entryNow().key
}

/** What lies over the screen with an entry of its own, so that Back takes it away. */
let layer: { key: string; below: string; closed: () => void } | null = null

/** Lays something over the open screen. `closed` is called once, when Back or a move takes it away; the answer takes it away by itself. */
export function openLayer(closed: () => void): () => void {
  layer?.closed()
  const { depth, key: below } = entryNow()
  moves += 1
  const mine = { key: `layer.${moves}.${performance.now()}`, below, closed }
  layer = mine
  history.pushState({ depth: depth + 1, key: mine.key } satisfies Entry, '')
  addEventListener('popstate', leaveLayer)
  return () => {
    if (layer === mine && entryNow().key === mine.key) history.back()
  }
}

function leaveLayer(): void {
  if (!layer || entryNow().key === layer.key) return
  const { closed } = layer
  layer = null
  removeEventListener('popstate', leaveLayer)
  closed()
}

function move(to: string, replace: boolean): void {
  const target = interceptor ? interceptor({ to, replace }) : to
  if (target === null) return
  const { depth } = entryNow()
  // A move from a layer takes its entry's place: Back then leads to the screen below it.
  const isLaid = layer !== null && layer.key === entryNow().key
  const stays = replace || isLaid
  moves += 1
  const state: Entry = { depth: stays ? depth : depth + 1, key: `${depth}.${moves}.${performance.now()}` }
  history[stays ? 'replaceState' : 'pushState'](state, '', `#${target}`)
  leaveLayer()
  tell()
}

export function forward(to: string): void {
  move(to, false)
}

export function redirect(to: string): void {
  move(to, true)
}

/** Tabs stand side by side: choosing the one that is open does nothing. */
export function switchTab(to: string): void {
  if (pathNow() !== to) move(to, false)
}

/** Starts anew at a screen: what lies before it is not gone back to by the app's own back button. */
export function relaunch(to: string): void {
  move(to, true)
  history.replaceState({ ...entryNow(), depth: 0 }, '')
}

/** Back within the app; where it was opened in the middle, to the screen above. */
export function back(above: string): void {
  if (entryNow().depth > 0) history.back()
  else redirect(above)
}

/** The entry of the screen that is open, whatever lies over it. */
export function useEntryKey(): string {
  return useSyncExternalStore(watch, () => {
    const { key } = entryNow()
    return layer?.key === key ? layer.below : key
  })
}

export function usePath(): string {
  return useSyncExternalStore(watch, pathNow)
}

/** A value of the address' query, '' without it. A page that still stands while the next one is fetched keeps its own. */
export function useQueryValue(name: string): string {
  const [read] = useState(() => readerOf(name))
  return useSyncExternalStore(watch, read)
}

function readerOf(name: string): () => string {
  const mine = pathNow()
  let last = ''
  return () => {
    const [path, search] = readHash(location.hash)
    if (path === mine) last = new URLSearchParams(search).get(name) ?? ''
    return last
  }
}

/** Changes the address of the entry that is open, without a move: secrets leave the bar by this. */
export function rewriteAddress(to: string): void {
  history.replaceState(history.state, '', `#${to}`)
  tell()
}
