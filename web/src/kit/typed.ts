/** Unsent text of a form or sheet that closes or is left (P44): kept until it is sent, deleted with the session (P13). */
import { observable, useObservable } from './observable.ts'
import { onSessionEnd } from './session.ts'

const typed = observable<ReadonlyMap<string, unknown>>(new Map())
onSessionEnd(() => typed.set(new Map()))

export type Typed<T> = { value: T; change: (next: (before: T) => T) => void; forget: () => void }

export function hasTyped(): boolean {
  return typed.get().size > 0
}

/** One key, one type: the name of the component and of its subject. */
export function useTyped<T>(key: string, first: T): Typed<T> {
  const shown = useObservable(typed)
  return {
    value: valueOf(shown, key, first),
    change: (next) => changeTyped(key, first, next),
    forget: () => typed.set(new Map([...typed.get()].filter(([other]) => other !== key))),
  }
}

export function changeTyped<T>(key: string, first: T, next: (before: T) => T): void {
  const before = typed.get()
  typed.set(new Map([...before, [key, next(valueOf(before, key, first))]]))
}

// NOTE: only changeTyped() writes, and one key has one type.
function valueOf<T>(all: ReadonlyMap<string, unknown>, key: string, first: T): T {
  return all.has(key) ? (all.get(key) as T) : first
}
