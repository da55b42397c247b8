/** A value outside React that screens can watch: who is signed in, the language, the line's state. */
import { useSyncExternalStore } from 'react'

export type Cell<T> = { get: () => T; set: (value: T) => void; watch: (listener: () => void) => () => void }

export function cell<T>(first: T): Cell<T> {
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

export function useCell<T>(source: Cell<T>): T {
  return useSyncExternalStore(source.watch, source.get)
}
