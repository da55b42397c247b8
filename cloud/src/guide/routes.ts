/** The guides, and the bullet comments that fly over them. */
import { getBullet, insertBullet, seriesVideo } from '@homeport/contract/guide.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/serve.ts'
import { newId } from '../kit/who.ts'
import { guides, hasVideo } from './guides.ts'
import { addBullet, bulletOf, bulletsOf, sentBullet, takeTurn } from './store.ts'

/** Of one person. */
const pace = { everyMs: 3_000, hourly: 30 }

export const guideRoutes: readonly Route[] = [
  serve(seriesVideo, (_, { realm }) => ({ data: [...guides[realm.lang]] })),

  serve(getBullet, async ({ video_id }, { db, asker }) => {
    if (!hasVideo(video_id)) throw new Refusal(Code.notFound)
    const user = (await asker())?.user_id ?? ''
    return { data: (await bulletsOf(db, video_id, user)).map((row) => bulletOf(row, user)) }
  }),

  serve(insertBullet, async ({ id, ...bullet }, { realm, user: { user_id }, now }) => {
    if (!hasVideo(bullet.video_id)) throw new Refusal(Code.notFound)
    const bullet_id = newId()
    const sender_key = id || bullet_id
    const row = await realm.change(async (trx) => {
      // What was taken already is answered again, whatever the pace: the sender never got to know.
      const standing = await sentBullet(trx, user_id, sender_key)
      if (standing) return standing
      if (!(await takeTurn(trx, user_id, { ...pace, now }))) {
        const meanwhile = await sentBullet(trx, user_id, sender_key)
        if (meanwhile) return meanwhile
        throw new Refusal(Code.tooMany)
      }
      return addBullet(trx, { ...bullet, bullet_id, user_id, created_at: now, sender_key })
    })
    return bulletOf(row, user_id)
  }),
]
