/**
 * State machine of the remote's keys, one at a time, held or tapped: repeats after 500 ms and then every 100 ms (spec 9), and is always released.
 * Clock and output are injected.
 */
import { keyRepeatAfterMs, keyRepeatMs, type keyPhases, type RemoteKey } from '@homeport/contract/playback/playback.ts'

export type KeyPhase = (typeof keyPhases)[number]

export type Keys = {
  down: (key: RemoteKey) => void
  /** Releases the held key if it is `key`, or any if omitted. */
  up: (key?: RemoteKey) => void
  tap: (key: RemoteKey) => void
}

/** These repeat while held; the others act once. */
const repeating: readonly RemoteKey[] = ['up', 'down', 'left', 'right', 'volume_up', 'volume_down']

export function createKeys(deps: {
  tell: (key: RemoteKey, phase: KeyPhase) => void
  later: (ms: number, run: () => void) => () => void
}): Keys {
  let held: RemoteKey | null = null
  let stop = () => {}

  function down(key: RemoteKey): void {
    if (held === key) return
    up()
    held = key
    deps.tell(key, 'down')
    if (repeating.includes(key)) stop = deps.later(keyRepeatAfterMs, () => repeat(key))
  }

  function repeat(key: RemoteKey): void {
    deps.tell(key, 'repeat')
    stop = deps.later(keyRepeatMs, () => repeat(key))
  }

  function up(key?: RemoteKey): void {
    if (held === null || (key !== undefined && key !== held)) return
    const was = held
    held = null
    stop()
    deps.tell(was, 'up')
  }

  function tap(key: RemoteKey): void {
    up()
    deps.tell(key, 'press')
  }

  return { down, up, tap }
}
