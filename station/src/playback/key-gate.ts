/** Rate limit of the remote's keys: ten a second, faster ones are dropped, never queued; a key-up always passes, and later repeats of that press are dropped (promise 26). */
import { keyRepeatMs, type RemoteKey } from '@homeport/contract/playback/playback.ts'

/** Tolerance for a repeat that comes early: a phone's timer and the network are not exact. */
const repeatSlackMs = 40
/** Tolerance for taps: they come in bursts. */
const tapSlackMs = 200

export function createKeyGate(now: () => number) {
  /** Time of the next key at ten a second. */
  let dueAt = -Infinity
  let held: RemoteKey | undefined

  return function isAllowed({ key, phase }: { key: RemoteKey; phase: 'press' | 'down' | 'repeat' | 'up' }): boolean {
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
