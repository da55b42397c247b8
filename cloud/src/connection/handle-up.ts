/** Handles what a box publishes: hello, mirror chunks, replies to acts and pushes. */
import { acts } from '@homeport/contract/all.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { codeTries, type FromBox } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { BoxRequests } from './requests/box-requests.ts'
import type { Bus } from './bus/bus.ts'
import { toWatchers } from './bus/bus-messages.ts'
import type { HouseholdSync } from './household-sync.ts'
import type { Mirror } from './mirror/mirror.ts'
import type { PresenceRegistry } from './presence/presence.ts'

const boxActs = new Set(acts.filter((act) => act.at === 'box').map((act) => act.name))

export function createUpHandler({
  bus,
  presence,
  boxRequests,
  mirror,
  householdSync,
  isBound,
  onFrame,
  onChanges,
}: {
  bus: Bus
  presence: PresenceRegistry
  boxRequests: BoxRequests
  mirror: Mirror
  householdSync: HouseholdSync
  isBound: (lang: Lang, devsn: string) => Promise<boolean>
  /** Frames of a bound box, pushes and replies. */
  onFrame: (lang: Lang, devsn: string, frame: FrameIn) => void
  /** A user of a bound box did something on its screens. */
  onChanges: (lang: Lang, devsn: string, user_id: string) => void
}) {
  /** Wrong codes in a row, by box. */
  const wrongCodes = new Map<string, number>()

  /** P19: after five wrong codes, from any user, the box makes a new one. */
  function countPair(devsn: string, lang: Lang, code: number): void {
    const wrong = code === Code.ok ? 0 : (wrongCodes.get(devsn) ?? 0) + 1
    wrongCodes.set(devsn, wrong % codeTries)
    if (wrong >= codeTries) boxRequests.send({ devsn, lang }, { kind: 'renew_code' })
  }

  return {
    async handle(devsn: string, lang: Lang, up: FromBox): Promise<void> {
      if (up.kind === 'hello' || up.kind === 'pair_hint') presence.setHint(devsn, up.pair_hint)
      if (up.kind === 'hello') return householdSync.begin(lang, devsn, up.mirror_epoch)
      if (up.kind === 'mirror') return mirror.handle(lang, devsn, up)
      if (up.kind === 'reply') {
        if (up.frame.act === 'pair') countPair(devsn, lang, up.frame.code)
        boxRequests.answered(devsn, up.id, up.frame)
        if (up.frame.act !== 'pair' && (await isBound(lang, devsn))) onFrame(lang, devsn, up.frame)
      }
      if (up.kind === 'changes' && (await isBound(lang, devsn))) onChanges(lang, devsn, up.user_id)
      if (up.kind === 'push' && boxActs.has(up.frame.act) && (await isBound(lang, devsn))) {
        const frame = { ...up.frame, dev: devsn }
        bus.publish(toWatchers(lang, devsn), { frame, user_id: up.user_id })
        onFrame(lang, devsn, frame)
      }
    },
    /** The box disconnected. */
    forget: (devsn: string) => void wrongCodes.delete(devsn),
  }
}
