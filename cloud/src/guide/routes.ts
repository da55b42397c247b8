/** Routes for the guides and their bullet comments. */
import {
  getBullet,
  insertBullet,
  moderateBullet,
  removeBullet,
  reportBullet,
  reportedBullets,
  seriesVideo,
} from '@homeport/contract/guide.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Limits } from '../kit/rate-limit.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../kit/http/serve.ts'
import { newId } from '../kit/auth.ts'
import { allGuides, durationOf } from './all-guides.ts'
import type { Moderation } from './moderation.ts'
import { addBulletReport, dropBullet, reportedBulletsOf, visibleBullet, setBulletHidden, settleBullet } from './report.store.ts'
import { addBullet, bulletOf, bulletsOf, sentBullet, lockSender } from './store.ts'

/** Rate limit of one person. */
const pace = { everyMs: 3_000, hourly: 30 }
const reportRate = { points: 30, seconds: 60 * 60 }

export function guideRoutes(moderation: Moderation, limits: Limits): Route[] {
  const reporting = limits.open('guide_report', reportRate)

  /** Everyone but moderators gets 4003. */
  async function keepOrder({ db, user }: UserContext): Promise<void> {
    if (!(await moderation.isModerator(db, user.user_id))) throw new Refusal(Code.notAllowed)
  }

  return [
    serve(seriesVideo, async (_, { realm, db }) => ({ data: await allGuides(realm.lang, db) })),

    serve(getBullet, async ({ video_id }, { realm, db, asker }) => {
      if ((await durationOf(realm.lang, db, video_id)) === undefined) throw new Refusal(Code.notFound)
      const user = (await asker())?.user_id ?? ''
      return { data: (await bulletsOf(db, video_id, user)).map((row) => bulletOf(row, user)) }
    }),

    serve(insertBullet, async ({ id, ...bullet }, context) => {
      const {
        realm,
        user: { user_id },
        now,
      } = context
      const duration = await durationOf(realm.lang, realm.db, bullet.video_id)
      if (duration === undefined) throw new Refusal(Code.notFound)
      // After the end of the video it would never be shown.
      if (bullet.time_ms > duration) throw invalid('time_ms', 'range')
      await moderation.mayWrite(context)
      await moderation.checkForbiddenWords(context, { text: bullet.text })
      const bullet_id = newId()
      const sender_key = id || bullet_id
      const row = await realm.change(async (trx) => {
        // A repeated key gets the existing comment, whatever the rate limit: the sender did not receive the first response.
        const standing = await sentBullet(trx, user_id, sender_key)
        if (standing) return standing
        if (!(await lockSender(trx, user_id, { ...pace, now }))) {
          const meanwhile = await sentBullet(trx, user_id, sender_key)
          if (meanwhile) return meanwhile
          throw new Refusal(Code.tooMany)
        }
        return addBullet(trx, { ...bullet, bullet_id, user_id, created_at: now, sender_key, is_hidden: 0 })
      })
      return bulletOf(row, user_id)
    }),

    serve(removeBullet, async ({ id }, { realm, db, user: { user_id } }) => {
      const bullet = await visibleBullet(db, id, user_id)
      if (!bullet) throw new Refusal(Code.notFound)
      if (bullet.user_id !== user_id) throw new Refusal(Code.notAllowed)
      await realm.change((trx) => dropBullet(trx, id))
      return null
    }),

    serve(reportBullet, async ({ id, reason, text }, { realm, db, user: { user_id }, now }) => {
      if (!(await visibleBullet(db, id, user_id))) throw new Refusal(Code.notFound)
      if (reason === 'other' && text.trim() === '') throw invalid('text', 'required')
      const key = `${realm.lang}:${user_id}`
      if (!(await reporting.take(key))) throw new Refusal(Code.tooMany)
      await realm.change((trx) => addBulletReport(trx, { bullet_id: id, by_id: user_id, reason, text, at: now }))
      return null
    }),

    serve(reportedBullets, async ({ page, limit }, context) => {
      await keepOrder(context)
      const slice = { asker: context.user.user_id, limit, offset: (page - 1) * limit }
      return { ...(await reportedBulletsOf(context.db, slice)), page, limit }
    }),

    serve(moderateBullet, async ({ id, what }, context) => {
      await keepOrder(context)
      await context.realm.change(async (trx) => {
        if (what !== 'dismiss' && !(await setBulletHidden(trx, id, what === 'hide'))) throw new Refusal(Code.notFound)
        await settleBullet(trx, id)
      })
      return null
    }),
  ]
}
