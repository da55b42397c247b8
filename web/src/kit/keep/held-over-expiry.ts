/** Typed text outlasts a session that expired: the open page remembers it until the same person signs in, storage holds nothing of it (P13). Another person, or the end of a session by a person, forgets it. */
import { onSessionEnd } from '../session.ts'

export type HeldOverExpiry<T> = {
  hold: (ending: Parameters<Parameters<typeof onSessionEnd>[0]>[1], owner: string, value: T) => void
  /** owner: '' for a guest, who gets nothing and takes nothing away. */
  takeFor: (owner: string) => T | undefined
}

export function heldOverExpiry<T>(): HeldOverExpiry<T> {
  let held: { owner: string; value: T } | undefined
  return {
    hold(ending, owner, value) {
      held = ending === 'expired' && owner !== '' ? { owner, value } : undefined
    },
    takeFor(owner) {
      if (owner === '') return undefined
      const value = held?.owner === owner ? held.value : undefined
      held = undefined
      return value
    },
  }
}
