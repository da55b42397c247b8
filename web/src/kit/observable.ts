/** An observable value outside React: session, language, connection state. */
import { useSyncExternalStore } from 'react'

export type Observable<T> = { get: () => T; set: (value: T) => void; watch: (listener: () => void) => () => void }

export function observable<T>(first: T): Observable<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A value computed from others, again whenever one of them changes. */
export function derived<T>(
  sources: readonly Pick<Observable<unknown>, 'watch'>[],
  compute: () => T,
): Pick<Observable<T>, 'get' | 'watch'> {
  const value = observable(compute())
  for (const source of sources) source.watch(() => value.set(compute()))
  return value
}

export function useObservable<T>(source: Pick<Observable<T>, 'get' | 'watch'>): T {
  return useSyncExternalStore(source.watch, source.get)
}
