/**
 * A value of the current user that survives a lost network and a reload. Holds one realm and one user at a time; empty from the end of the session
 * on, which also deletes what is stored (P13). After a session that expired the open page remembers what was typed (`outlastsExpiry`).
 */
import * as z from 'zod/mini'
import { observable, type Observable } from '../observable.ts'
import { onSessionEnd } from '../session.ts'
import { readSaved, writeTyped } from '../storage.ts'
import { heldOverExpiry } from './held-over-expiry.ts'

export type SavedState<T> = {
  value: Observable<T>
  /** The user whose value is loaded; '' for none. */
  owner: () => string
  /** Loads the value of the current user; the previous user's stays in storage. Resolves once loaded. */
  open: () => Promise<void>
  /** Ignored if the user has changed. */
  update: (part: Partial<T>) => void
}

/** owner: the current user, '' for a guest. keyOf: where an owner's value is stored. merge: joins what was typed while loading with what was stored. outlastsExpiry: the part that the page remembers for the same person when the session expires; without it none. */
export function savedState<T extends object>(given: {
  owner: () => string
  keyOf: (owner: string) => string
  schema: z.ZodMiniType<T>
  empty: T
  merge: (typed: T, saved: T) => T
  outlastsExpiry?: (value: T) => T
}): SavedState<T> {
  const value = observable(given.empty)
  let loaded = ''
  /** The stored value has come in: a write before that would replace it. */
  let isWhole = false
  let loading: Promise<void> = Promise.resolve()

  // The same user who signs in again loads from storage, which is deleted by then.
  const held = heldOverExpiry<T>()
  onSessionEnd((_, ending) => {
    if (given.outlastsExpiry) held.hold(ending, loaded, given.outlastsExpiry(value.get()))
    loaded = ''
    value.set(given.empty)
  })

  const owner = () => (loaded === given.owner() ? loaded : '')

  function open(): Promise<void> {
    const current = given.owner()
    if (current === loaded) return loading
    loaded = current
    isWhole = false
    value.set(held.takeFor(current) ?? given.empty)
    return (loading = load(current))
  }

  async function load(current: string): Promise<void> {
    if (current === '') return
    const saved = z.safeParse(given.schema, await readSaved(given.keyOf(current)))
    if (current !== loaded) return
    isWhole = true
    if (saved.success) value.set(given.merge(value.get(), saved.data))
    if (value.get() !== given.empty) void writeTyped(given.keyOf(current), value.get())
  }

  function update(part: Partial<T>): void {
    if (owner() === '') return
    value.set({ ...value.get(), ...part })
    if (isWhole) void writeTyped(given.keyOf(loaded), value.get())
  }

  return { value, owner, open, update }
}
