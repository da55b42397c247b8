/** Sees that Transmission has started anew: its session id tells nothing, since that is another one every hour, too. */
import { setTimeout as after } from 'node:timers/promises'
import { Stats } from './answers.ts'
import type { Rpc } from './client.ts'

const lookEveryMs = 300

export function createRestartWatch(rpc: Pick<Rpc, 'call'>) {
  let answeredAt = performance.now()
  let isSessionNew = true
  let hasRestarted = false
  return {
    newSession: (): void => void (isSessionNew = true),
    /** After an answer. True if it started since the one before; asked on, until that is taken. */
    async look(): Promise<boolean> {
      if (isSessionNew) {
        const { secondsActive } = (await rpc.call('session-stats', {}, Stats))['current-stats']
        // It counts whole seconds.
        if ((secondsActive - 1) * 1000 <= performance.now() - answeredAt) hasRestarted = true
        isSessionNew = false
      }
      answeredAt = performance.now()
      return hasRestarted
    },
    /** It answers while it loads its torrents one after the other: resolves once they are no more than a moment ago. */
    async loaded(): Promise<void> {
      for (let before = -1; ;) {
        const { torrentCount } = await rpc.call('session-stats', {}, Stats)
        if (torrentCount <= before) return
        before = torrentCount
        await after(lookEveryMs)
      }
    },
    take: (): void => void (hasRestarted = false),
  }
}
