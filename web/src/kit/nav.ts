/**
 * Moving between screens by the hash (spec 2): forward, redirect, switch tab, relaunch, back, with an optional interceptor.
 * The query stays part of the hash, and going back after a guard leads where one came from.
 */
import { useState, useSyncExternalStore } from 'react'
import { entryNow, newKey, onArrival, travel, whenStill, writeEntry } from './entry.ts'
import { closeLayers, hasLayers } from './layers.ts'

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

const listeners = new Set<() => void>()
function tell(): void {
  for (const listener of listeners) listener()
}
onArrival(tell)

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

/** A move closes all that lies over the page; the lowest layer's entry becomes the new page's, a redirect takes the page's own. */
function move(to: string, replace: boolean): void {
  const target = interceptor ? interceptor({ to, replace }) : to
  if (target === null) return
  closeLayers()
  whenStill(() => {
    const { layer } = entryNow()
    travel(replace ? layer : Math.max(0, layer - 1), () => {
      const entry = entryNow()
      const depth = replace ? entry.depth : entry.depth + 1
      writeEntry({ depth, key: newKey(), layer: 0 }, { replace: replace || entry.layer > 0, to: target })
      tell()
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
  whenStill(() => writeEntry({ ...entryNow(), depth: 0 }, { replace: true }))
}

/** Closes the topmost layer; without one, back within the app; where it was opened in the middle, to the screen above. */
export function back(above: string): void {
  if (hasLayers()) return history.back()
  whenStill(() => {
    const { depth, layer } = entryNow()
    if (depth > 0) history.go(-layer - 1)
    else redirect(above)
  })
}

/** The entry of the screen that is open, whatever lies over it. */
export function useEntryKey(): string {
  return useSyncExternalStore(watch, entryKey)
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
