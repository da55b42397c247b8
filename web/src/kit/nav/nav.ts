/**
 * Hash navigation between screens (spec 2): forward, redirect, switch tab, relaunch, back, with an optional interceptor.
 * The query stays part of the hash, and back returns to the previous page, after a guard too.
 */
import { useState, useSyncExternalStore } from 'react'
import { entryNow, goBack, newKey, onArrival, travel, whenStill, writeEntry } from './history-entry.ts'
import { closeLayers, hasLayers } from './layers.ts'
import { goTo } from '../platform.ts'

/** Holds a navigation: `go` carries it out, at once, later or never. Back is not a navigation: a layer takes it (layers.ts). */
export type Interceptor = (go: () => void) => void

let interceptor: Interceptor | null = null
export function setInterceptor(next: Interceptor | null): void {
  interceptor = next
}

let preparer: (path: string) => void = () => {}
export function setPreparer(next: (path: string) => void): void {
  preparer = next
}

/** Prefetches a screen, so that it opens at once, without a network too. */
export function prepare(path: string): void {
  preparer(path)
}

const listeners = new Set<() => void>()
function notify(): void {
  for (const listener of listeners) listener()
}
onArrival(notify)

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** '#/pages/a?x=1' → ['/pages/a', 'x=1'] */
export function readHash(hash: string): [path: string, search: string] {
  const [path = '', ...rest] = hash.replace(/^#/, '').split('?')
  return [`/${path.replace(/^\/+/, '')}`, rest.join('?')]
}

const pathNow = () => readHash(location.hash)[0]

/** The open page with its query, as forward() takes it. */
export function addressNow(): string {
  return `/${location.hash.replace(/^#?\/*/, '')}`
}

export function entryKey(): string {
  return entryNow().key
}

type Move = { replace?: true; isTab?: true; isFirst?: true }

/** Unless it is held. */
function move(to: string, how: Move = {}): void {
  if (interceptor) interceptor(() => carryOut(to, how))
  else carryOut(to, how)
}

/** Navigation closes all layers; the lowest layer's entry is reused for the new page, a redirect replaces the page's own. */
function carryOut(to: string, { replace = false, isTab = false, isFirst = false }: { [K in keyof Move]: boolean }): void {
  closeLayers()
  whenStill(() => {
    const { layer } = entryNow()
    travel(replace ? layer : Math.max(0, layer - 1), () => {
      const entry = entryNow()
      const depth = replace ? entry.depth : entry.depth + 1
      const fromTab = isTab ? 0 : entry.fromTab + (replace ? 0 : 1)
      const next = { depth: isFirst ? 0 : depth, key: newKey(), layer: 0, fromTab }
      writeEntry(next, { replace: replace || entry.layer > 0, to })
      notify()
    })
  })
}

// A link in a sheet would leave the sheet's entry behind.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]:not([target])') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || event.defaultPrevented || entryNow().layer === 0) return
  event.preventDefault()
  forward(link.hash.slice(1))
})

export function forward(to: string): void {
  move(to)
}

export function redirect(to: string): void {
  move(to, { replace: true })
}

/** Switching to the tab that is open does nothing. */
export function switchTab(to: string): void {
  if (pathNow() !== to) move(to, { isTab: true })
}

/** Resets navigation to a screen: the app's back button does not go further back. */
export function relaunch(to: string): void {
  move(to, { replace: true, isTab: true, isFirst: true })
}

/** Leaves the app for another address in the same tab; Back leads to the open page, without what lay over it. */
export function leaveFor(address: string): void {
  closeLayers()
  whenStill(() => travel(entryNow().layer, () => goTo(address)))
}

/** Closes the topmost layer; without one, goes back within the app; after a deep link, goes to the parent screen. */
export function back(above: string): void {
  if (hasLayers()) return goBack(1)
  whenStill(() => {
    const { depth, layer } = entryNow()
    if (depth > 0) goBack(layer + 1)
    else redirect(above)
  })
}

/** The tabs are several pages back, or behind none: the page was opened by a link. */
export function isFarFromTabs(): boolean {
  const { depth, fromTab } = entryNow()
  return depth === 0 || fromTab >= 3
}

/** The key of the open screen's history entry, whatever layers are open. */
export function useEntryKey(): string {
  return useSyncExternalStore(watch, entryKey)
}

export function usePath(): string {
  return useSyncExternalStore(watch, pathNow)
}

/** A query parameter, '' if absent. A page that is still shown while the next one loads keeps its own value. */
export function useQueryValue(name: string): string {
  return new URLSearchParams(usePageQuery()).get(name) ?? ''
}

/** The whole query of the page, as text. */
export function usePageQuery(): string {
  const [read] = useState(() => queryReader())
  return useSyncExternalStore(watch, read)
}

function queryReader(): () => string {
  const own = pathNow()
  let last = ''
  return () => {
    const [path, search] = readHash(location.hash)
    if (path === own) last = search
    return last
  }
}

/**
 * Changes the query of the open page without navigation; removes secrets from the address bar. Does nothing once another page is open, as for words that were
 * typed just before a hit was opened.
 */
export function rewriteAddress(to: string): void {
  if (readHash(to)[0] !== pathNow()) return
  history.replaceState(history.state, '', `#${to}`)
  notify()
}
