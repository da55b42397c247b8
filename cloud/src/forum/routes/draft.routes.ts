/** Routes for drafts and for uploading pictures of posts. */
import { drafts, dropDraft, saveDraft, uploadPicture } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Pictures } from '../../media/pictures.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import { serve, type Route } from '../../kit/http/serve.ts'
import { isBoardId } from '../model/board.store.ts'
import { draftOf, draftsOf, dropDraftOf, saveDraftOf } from '../model/draft.store.ts'
import type { PostingPolicy } from '../access/posting-policy.ts'
import { countOrphaned, picturesFor } from '../model/image.store.ts'
import { askerOf, lockMember } from '../model/person.store.ts'
import { text } from '../post/text.ts'

const pictureMaxPx = 1_920
/** Most unused pictures of one person. */
const maxOrphanedPictures = 60

export function draftRoutes({ policy, pictures }: { policy: PostingPolicy; pictures: Pictures }): Route[] {
  return [
    serve(uploadPicture, async (_, context) => {
      const {
        realm,
        db,
        user: { user_id },
        now,
        files: [file],
      } = context
      if (!file) throw invalid('file', 'image_filled')
      await policy.mayWrite(context, await askerOf(db, user_id))
      if ((await countOrphaned(db, user_id)) >= maxOrphanedPictures) throw new Refusal(Code.tooMany, text.tooManyPictures)
      const options = { maxPx: pictureMaxPx, fit: 'inside' as const }
      const { picture_id, width, height } = await pictures.add(realm, file, { user_id, purpose: 'post', options, now })
      // Counted again after the upload: parallel uploads may all have passed the first check.
      if ((await countOrphaned(db, user_id)) > maxOrphanedPictures) {
        await pictures.remove(realm, picture_id)
        throw new Refusal(Code.tooMany, text.tooManyPictures)
      }
      return { id: picture_id, width, height }
    }),

    serve(drafts, async ({ page, limit }, { db, user }) => ({
      ...(await draftsOf(db, user.user_id, { limit, offset: (page - 1) * limit })),
      page,
      limit,
    })),

    serve(saveDraft, async ({ images, ...typed }, { realm, db, user: { user_id }, now }) => {
      const held = /^\d{1,15}$/.test(typed.thread_id) ? Number(typed.thread_id) : 0
      await realm.change(async (trx) => {
        await lockMember(trx, user_id)
        // The draft of an edit uses pictures that its thread has already.
        const pictureRows = await picturesFor(trx, { user_id, thread_id: held, draft_id: typed.id }, images)
        if (!pictureRows) throw invalid('images')
        const board_id = isBoardId(typed.board_id) ? typed.board_id : 0
        await saveDraftOf(trx, user_id, { ...typed, board_id, images: pictureRows, now })
      })
      const saved = await draftOf(db, user_id, typed.id)
      if (!saved) throw new Refusal(Code.notFound)
      return saved
    }),

    serve(dropDraft, async ({ id }, { realm, user: { user_id } }) => {
      await realm.change(async (trx) => {
        await lockMember(trx, user_id)
        await dropDraftOf(trx, user_id, id)
      })
      return null
    }),
  ]
}
