/** Routes for feedback to the operator and for the version of this cloud. */
import { feedback, version } from '@homeport/contract/help.ts'
import { appVersion } from '@homeport/contract/kit/version.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { redraw } from '../media/image.ts'
import type { Limits } from '../kit/rate-limit.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import type { Uploads } from '../media/uploads.ts'
import { newId } from '../kit/auth.ts'
import { eraseFeedback, keepPictures } from './pictures.ts'
import { addFeedback, makeWhole } from './store.ts'
import { text as words } from './text.ts'

/** Rate limit of one address. */
const rate = { points: 10, seconds: 60 * 60 }
/** Keeps the screenshot of a tall phone readable. */
const pictureMaxPx = 2_560

export function helpRoutes({ limits, uploads }: { limits: Limits; uploads: Uploads }): Route[] {
  const sending = limits.open('feedback', rate)
  return [
    serve(feedback, async ({ text, contact }, { realm, db, now, address, agent, files, asker }) => {
      const key = `${realm.lang}:${address}`
      if ((await sending.waitMs(key)) > 0) throw new Refusal(Code.tooMany, words.tooMuch)
      // Counted before the pictures are processed: invalid pictures cost work too.
      await sending.count(key)
      const pictures: Buffer[] = []
      for (const file of files) pictures.push((await redraw(file.path, { maxPx: pictureMaxPx, fit: 'inside' })).bytes)
      const user = await asker()
      const feedback_id = newId()
      const row = { feedback_id, pictures: pictures.length }
      await addFeedback(db, { ...row, user_id: user?.user_id ?? '', text, contact, client: agent, created_at: now })
      try {
        await keepPictures(uploads, { lang: realm.lang, feedback_id }, pictures)
      } catch (error) {
        await eraseFeedback(realm, uploads, row)
        throw error
      }
      await makeWhole(db, feedback_id)
      return { id: feedback_id }
    }),

    serve(version, () => appVersion),
  ]
}
