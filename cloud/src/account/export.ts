/** Data export: everything that a realm stores about a user, as one response that the app saves as a file. */
import { exportData } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db } from '../kit/db.ts'
import type { Exporter } from '../kit/exporter.ts'
import type { Limits } from '../kit/rate-limit.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { sessionsOf } from './session/session.store.ts'
import { profileOf } from './store.ts'
import { wechatSince } from './wechat/wechat.store.ts'

const rate = { points: 10, seconds: 60 * 60 }
const maxSessions = 200

export function exportRoutes({ exporters, limits }: { exporters: readonly Exporter[]; limits: Limits }): Route[] {
  const limit = limits.open('export', rate)
  return [
    serve(exportData, async (_, { realm, db, user: { user_id }, now }) => {
      const key = `${realm.lang}:${user_id}`
      if (!(await limit.take(key))) throw new Refusal(Code.tooMany)
      const data: Record<string, unknown> = {}
      for (const { name, of } of exporters) {
        const held = await of(db, user_id)
        if (held !== undefined) data[name] = held
      }
      return { made_at: Math.floor(now / 1000), user_id, data }
    }),
  ]
}

export const accountExporter: Exporter = {
  name: 'account',
  async of(db: Db, userId: string) {
    const { rows } = await sessionsOf(db, userId, { now: 0, limit: maxSessions, offset: 0 })
    // P12: the token hash is not exported, although it opens nothing.
    const sessions = rows.map(({ client, address, created_at, seen_at }) => ({ client, address, created_at, seen_at }))
    return { profile: await profileOf(db, userId), sessions, wechat_since: await wechatSince(db, userId) }
  },
}
