/** Event listeners of the forum: a removed thread releases its pictures and favourites; an erased user's posts are deleted or made anonymous, as the user chose (P36). */
import { userErased } from '@homeport/contract/account.ts'
import { threadRemoved } from '@homeport/contract/forum.ts'
import { listener, type Listener } from '../kit/events.ts'
import { disownPictures } from '../media/picture.store.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Emit, Realm } from '../kit/realm.ts'
import type { Trx } from '../kit/db.ts'
import { dropDrafts } from './model/draft.store.ts'
import { dropFavorite, someFavoriterOf, someFavoriteOf } from './model/favorite.store.ts'
import { anonymizePictures, forgetPicture, orphanedPictures, picturesIn } from './model/image.store.ts'
import { dropLike, someLikeOf } from './model/like.store.ts'
import { indexAllNames } from './search-index/people-index.store.ts'
import { lockMemberRow, markMemberErased } from './model/person.store.ts'
import { dropReadPositionsOf, someReadThreadOf } from './model/read-position.store.ts'
import { deletePost } from './model/delete-post.ts'
import { dropReportsBy } from './model/report.store.ts'
import { anonymizeReply, repliesBy } from './model/reply.store.ts'
import { dropSearches, hotSearchMs } from './query/thread-search.query.ts'
import { anonymizeThread, lockThread, threadsBy } from './model/thread.store.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'
import { parseThreadId } from './post/post-ref.ts'

const looseMs = 24 * 60 * 60_000

type Removal = Pick<Pictures, 'remove' | 'removeAll'>

export function forumListeners(pictures: Removal): readonly Listener[] {
  return [
    listener(threadRemoved, 'once', async ({ id }, realm) => {
      const thread_id = parseThreadId(id)
      for (const picture of await picturesIn(realm.db, thread_id)) await letPictureGo(pictures, realm, picture)
      for (
        let favoriterId = await someFavoriterOf(realm.db, thread_id);
        favoriterId !== undefined;
        favoriterId = await someFavoriterOf(realm.db, thread_id)
      ) {
        const user_id = favoriterId
        await realm.change(async (trx) => {
          await lockMemberRow(trx, user_id)
          const thread = await lockThread(trx, thread_id)
          await dropFavorite(trx, { user_id, type: 'thread', thing_id: id, thread })
        })
      }
    }),

    listener(userErased, 'once', async ({ user_id, posts }, realm) => {
      await realm.change((trx) => markMemberErased(trx, user_id))
      await indexAllNames(realm.db)
      // Delete before anonymizing: an anonymized post is no longer found by its author.
      await eachOf(
        realm,
        () => threadsBy(realm.db, user_id, 1),
        async (trx, emit, thread_id) => {
          await lockMemberRow(trx, user_id)
          if (posts === 'delete') await deleteOwnPost(trx, emit, { user_id, post: { thread_id, floor: 0 } })
          const thread = await lockThread(trx, thread_id)
          if (thread) await anonymizeThread(trx, thread)
        },
      )
      await eachOf(
        realm,
        () => repliesBy(realm.db, user_id, 1),
        async (trx, emit, post) => {
          if (posts === 'delete') await deleteOwnPost(trx, emit, { user_id, post })
          await anonymizeReply(trx, post)
        },
      )
      await eachOf(
        realm,
        async () => listOf(await someLikeOf(realm.db, user_id)),
        async (trx, _, { thread_id, floor }) => {
          const thread = await lockThread(trx, thread_id)
          if (thread) await dropLike(trx, { thread, floor, user_id })
        },
      )
      await eachOf(
        realm,
        async () => listOf(await someFavoriteOf(realm.db, user_id)),
        async (trx, _, favorite) => {
          await lockMemberRow(trx, user_id)
          const thread = favorite.type === 'thread' ? await lockThread(trx, parseThreadId(favorite.thing_id)) : undefined
          await dropFavorite(trx, { ...favorite, thread })
        },
      )
      await eachOf(
        realm,
        async () => listOf(await someReadThreadOf(realm.db, user_id)),
        async (trx, _, thread_id) => {
          const thread = await lockThread(trx, thread_id)
          if (thread) await dropReadPositionsOf(trx, thread, user_id)
        },
      )
      await realm.change(async (trx) => {
        await dropDrafts(trx, user_id)
        await dropReportsBy(trx, user_id)
        await dropSearches(trx, { user_id })
        await anonymizePictures(trx, user_id)
      })
      if (posts === 'delete') await pictures.removeAll(realm, user_id, { purpose: 'post', but: '' })
      else await disownPictures(realm.db, user_id, 'post')
    }),
  ]
}

/** Deletes pictures that no post used within a day, and old search queries; updates the people index. */
export async function sweepForum(realm: Realm, pictures: Removal, now: number): Promise<void> {
  for (const picture of await orphanedPictures(realm.db, now - looseMs)) await letPictureGo(pictures, realm, picture)
  await dropSearches(realm.db, { before: now - hotSearchMs })
  await indexAllNames(realm.db)
}

async function letPictureGo(pictures: Removal, realm: Realm, pictureId: string): Promise<void> {
  await pictures.remove(realm, pictureId)
  await forgetPicture(realm.db, pictureId)
}

/** Processes one row after the other until none is left, each in its own transaction, so that other writers wait only briefly. */
async function eachOf<T>(
  realm: Realm,
  next: () => Promise<readonly T[]>,
  work: (trx: Trx, emit: Emit, one: T) => Promise<void>,
): Promise<void> {
  for (let [one] = await next(); one !== undefined; [one] = await next()) {
    const row = one
    await realm.change((trx, emit) => work(trx, emit, row))
  }
}

async function deleteOwnPost(trx: Trx, emit: Emit, { user_id, post }: { user_id: string; post: PostRef }): Promise<void> {
  await lockMemberRow(trx, user_id)
  const thread = await lockThread(trx, post.thread_id)
  if (thread) await deletePost(trx, emit, { thread, post })
}

function listOf<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one]
}
