/** The guides, and the bullet comments that fly over them. */
import { getBullet, insertBullet, seriesVideo } from '@homeport/contract/guide.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Limits } from '../kit/limit.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/serve.ts'
import { newId } from '../kit/who.ts'
import { guides, hasVideo } from './guides.ts'
import { addBullet, bulletOf, bulletsOf, sentBullet } from './store.ts'

/** Of one person. */
const burst = { points: 1, seconds: 3 }
const hourly = { points: 30, seconds: 60 * 60 }

export function guideRoutes({ limits }: { limits: Limits }): Route[] {
  const gates = [limits.open('bullet', burst), limits.open('bullets', hourly)]
  return [
    serve(seriesVideo, (_, { realm }) => ({ data: [...guides[realm.lang]] })),

    serve(getBullet, async ({ video_id }, { db, asker }) => {
      if (!hasVideo(video_id)) throw new Refusal(Code.notFound)
      const user = (await asker())?.user_id ?? ''
      return { data: (await bulletsOf(db, video_id, user)).map((row) => bulletOf(row, user)) }
    }),

    serve(insertBullet, async ({ id, ...bullet }, { realm, db, user, now }) => {
      if (!hasVideo(bullet.video_id)) throw new Refusal(Code.notFound)
      const { user_id } = user
      // What was taken already is answered again, whatever the limits say: the sender never got to know.
      const standing = id === '' ? undefined : await sentBullet(db, user_id, id)
      if (standing) return bulletOf(standing, user_id)
      const key = `${realm.lang}:${user_id}`
      for (const gate of gates) if ((await gate.waitMs(key)) > 0) throw new Refusal(Code.tooMany)
      for (const gate of gates) await gate.count(key)
      const bullet_id = newId()
      const row = { ...bullet, bullet_id, user_id, created_at: now, sender_key: id || bullet_id }
      return bulletOf(await addBullet(db, row), user_id)
    }),
  ]
}
