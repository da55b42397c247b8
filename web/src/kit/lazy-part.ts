/** Parts of the app that load on demand. Without a network they are loaded again until they are there: a missing part never takes the page with it. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { later } from './time/clock.ts'
import { reach } from './reachability.ts'

export const firstRetryMs = 2_000
export const longestRetryMs = 15_000

/** Stylesheets of parts that did not load. The bundler's loader does not load one twice, so a later attempt would show the part without them. */
const failedStyles = new Set<HTMLLinkElement>()

/** To be called once, before the first part loads. */
export function watchStyles(): void {
  // a link's error event does not bubble; a picture that was to be fetched ahead is a link too
  const isStyles = (target: EventTarget | null): target is HTMLLinkElement =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet'
  addEventListener('error', ({ target }) => isStyles(target) && failedStyles.add(target), true)
}

let onFailed: () => void = () => {}
/** Called when a part did not load: it may belong to an earlier build of the app. */
export function setPartFailed(next: () => void): void {
  onFailed = next
}

/** One attempt to load a part, with the stylesheets that an earlier attempt could not load. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const loading = failedStyles.size === 0 ? load() : Promise.all([...failedStyles].map(reloadStyles)).then(load)
  return loading.catch((error: unknown) => {
    onFailed()
    throw error
  })
}

/** Waits as long as it takes: tries again when the cloud answers again, and with growing waits. */
export async function loadUntilThere<T>(load: () => Promise<T>, waitMs = firstRetryMs): Promise<T> {
  try {
    return await loadPart(load)
  } catch {
    reach.suspect()
    await nextTry(waitMs)
    return loadUntilThere(load, Math.min(waitMs * 2, longestRetryMs))
  }
}

/** React's lazy, whose part appears once it could be loaded. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadUntilThere(load) }))
}

function nextTry(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stops = [later(waitMs, wake), reach.onHealed(wake)]
    function wake(): void {
      stops.forEach((stop) => stop())
      resolve()
    }
  })
}

function reloadStyles(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode()
  if (!(again instanceof HTMLLinkElement)) return Promise.resolve()
  failedStyles.delete(link)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve(), { once: true })
    again.addEventListener('error', () => reject(new Error(`no stylesheet ${again.href}`)), { once: true })
    if (link.isConnected) link.replaceWith(again)
    else document.head.append(again)
  })
}
