/** A value outside React that screens can watch: who is signed in, the language, the line's state. */
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

/** A cell that follows others: computed anew whenever one of them changes. */
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
