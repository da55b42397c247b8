/** Ten keys a second pass, faster ones are dropped and never queued; a key-up always passes, and what comes after it from before is nothing (promise 26). */
import { keyRepeatMs, type RemoteKey } from '@homeport/contract/playback.ts'

/** A phone's timer and the network are not exact: this much early is still in time. */
const repeatSlackMs = 40
/** Taps by hand come in bursts. */
const tapSlackMs = 200

export function createKeyGate(now: () => number) {
  /** When the next key would come at ten a second. */
  let dueAt = -Infinity
  let held: RemoteKey | undefined

  return function passes({ key, phase }: { key: RemoteKey; phase: 'press' | 'down' | 'repeat' | 'up' }): boolean {
    if (phase === 'up') {
      held = undefined
      return true
    }
    if (phase === 'repeat' && held !== key) return false
    if (phase === 'down') held = key
    if (now() < dueAt - (phase === 'repeat' ? repeatSlackMs : tapSlackMs)) return false
    dueAt = Math.max(now(), dueAt) + keyRepeatMs
    return true
  }
}
