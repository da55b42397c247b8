/** Information about a box, also while it is offline: whether the caller has it bound, whether it is online, and its last report. */
import { bindStatus, checkOnline, devInfo, getAppsVersion } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { deviceOf } from './store.ts'
import type { BoxFacts } from './to-wire.ts'

export function infoRoutes(facts: BoxFacts): Route[] {
  const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))
  return [
    serve(bindStatus, async ({ devsn }, { db, user }) => {
      const row = await deviceOf(db, user.user_id, devsn)
      return { is_bound: row ? 1 : 0, role: row?.role ?? null }
    }),

    serve(devInfo, async (_, { realm, now, device: { devsn } }) => {
      const [word, { online, seenAt }] = await Promise.all([facts.lastWordOf(realm, devsn), facts.presenceOf(realm, devsn)])
      if (!word) throw new Refusal(Code.notFound)
      return { ...word, stale_at: online ? null : seconds(seenAt ?? now) }
    }),

    serve(checkOnline, async (_, { realm, device: { devsn } }) => {
      const { online, seenAt } = await facts.presenceOf(realm, devsn)
      return { online: online ? 1 : 0, seen_at: seconds(seenAt) }
    }),

    serve(getAppsVersion, async (_, { realm, device: { devsn } }) => {
      const [word, { version }] = await Promise.all([facts.lastWordOf(realm, devsn), facts.presenceOf(realm, devsn)])
      const { aria2, ffmpeg, ed2k } = word?.engines ?? { aria2: '', ffmpeg: '', ed2k: '' }
      return {
        data: [
          { name: 'station', version: word?.version ?? version },
          { name: 'aria2', version: aria2 },
          { name: 'ffmpeg', version: ffmpeg },
          { name: 'ed2k', version: ed2k },
        ],
      }
    }),
  ]
}
