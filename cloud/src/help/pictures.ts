/** Feedback screenshots among the uploads: no call serves them, only the operator's command reads them. */
import { Readable } from 'node:stream'
import type { Realm } from '../kit/realm.ts'
import type { Uploads } from '../media/uploads.ts'
import { dropFeedback } from './store.ts'

/** A redrawn picture is never larger. */
const pictureMaxBytes = 16 * 1024 * 1024

type FeedbackRef = { lang: Realm['lang']; feedback_id: string }

export function pictureKey({ lang, feedback_id }: FeedbackRef, index: number): string {
  return `feedback/${lang}/${feedback_id}-${index}.webp`
}

export async function keepPictures(uploads: Uploads, ref: FeedbackRef, pictures: readonly Buffer[]): Promise<void> {
  for (const [index, bytes] of pictures.entries()) {
    const tempUpload = await uploads.spool(Readable.from([bytes]), pictureMaxBytes)
    await uploads.keep(tempUpload, pictureKey(ref, index)).finally(() => uploads.drop(tempUpload))
  }
}

/** The pictures first: a file without a row would stay for ever. */
export async function eraseFeedback(
  { db, lang }: Pick<Realm, 'db' | 'lang'>,
  uploads: Pick<Uploads, 'remove'>,
  { feedback_id, pictures }: { feedback_id: string; pictures: number },
): Promise<void> {
  for (let index = 0; index < pictures; index += 1) await uploads.remove(pictureKey({ lang, feedback_id }, index))
  await dropFeedback(db, feedback_id)
}
