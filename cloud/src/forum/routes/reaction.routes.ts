/** Routes for likes, favourites and reports. */
import { favorite, like, report, unfavorite, unlike } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Limits } from '../../kit/rate-limit.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import { serve, type Route } from '../../kit/http/serve.ts'
import { addFavorite, dropFavorite, hasFilm } from '../model/favorite.store.ts'
import { setFilmFavorite } from '../model/film-favorite.ts'
import { addLike, dropLike } from '../model/like.store.ts'
import { notifyLiked } from '../model/notify.ts'
import { askerOf, lockMember } from '../model/person.store.ts'
import { addReport } from '../model/report.store.ts'
import { lockThreadForUser, requirePost, requireThread, requireReply } from '../access/access.ts'
import { lockThread } from '../model/thread.store.ts'
import { parsePostRef, parseThreadId } from '../post/post-ref.ts'

const reportRate = { points: 30, seconds: 60 * 60 }

export function reactionRoutes(limits: Limits): Route[] {
  const reporting = limits.open('forum_report', reportRate)
  return [
    serve(like, async (input, { realm, db, user, now }) => {
      const { user_id } = user
      const post = parsePostRef(input)
      await requirePost(db, await askerOf(db, user_id), post)
      const likes = await realm.change(async (trx, emit) => {
        const thread = await lockThreadForUser(trx, { user_id, thread_id: post.thread_id })
        const reply = post.floor > 0 ? await requireReply(trx, post) : undefined
        const liked = await addLike(trx, { thread, floor: post.floor, user_id }, now)
        if (liked.isNew) await notifyLiked(emit, { thread, reply, post, by: user_id })
        return liked.likes
      })
      return { likes }
    }),

    serve(unlike, async (input, { realm, db, user }) => {
      const { user_id } = user
      const post = parsePostRef(input)
      await requirePost(db, await askerOf(db, user_id), post)
      const likes = await realm.change(async (trx) => {
        const thread = await lockThreadForUser(trx, { user_id, thread_id: post.thread_id })
        if (post.floor > 0) await requireReply(trx, post)
        return dropLike(trx, { thread, floor: post.floor, user_id })
      })
      return { likes }
    }),

    serve(favorite, async ({ id, type }, { realm, db, user, now }) => {
      const { user_id } = user
      if (type === 'movie') {
        if (!(await hasFilm(db, user_id, id))) throw new Refusal(Code.notFound)
        await setFilmFavorite(realm, { user_id, movie_id: id, is_favorite: true }, now)
        return null
      }
      await requireThread(db, await askerOf(db, user_id), id)
      await realm.change(async (trx) => {
        const thread = await lockThreadForUser(trx, { user_id, thread_id: parseThreadId(id) })
        await addFavorite(trx, { user_id, type, thing_id: id, thread }, now)
      })
      return null
    }),

    serve(unfavorite, async ({ id, type }, { realm, user, now }) => {
      const { user_id } = user
      if (type === 'movie') {
        if (id.length > 200) throw new Refusal(Code.notFound)
        await setFilmFavorite(realm, { user_id, movie_id: id, is_favorite: false }, now)
        return null
      }
      await realm.change(async (trx) => {
        await lockMember(trx, user_id)
        // A favourite can be removed even if the thread is not visible any more.
        const thread = await lockThread(trx, parseThreadId(id))
        if (!thread) throw new Refusal(Code.notFound)
        await dropFavorite(trx, { user_id, type, thing_id: id, thread })
      })
      return null
    }),

    serve(report, async ({ reason, text, ...input }, { realm, db, user, now }) => {
      const { user_id } = user
      const post = parsePostRef(input)
      await requirePost(db, await askerOf(db, user_id), post)
      if (reason === 'other' && text.trim() === '') throw invalid('text', 'required')
      const key = `${realm.lang}:${user_id}`
      if (!(await reporting.take(key))) throw new Refusal(Code.tooMany)
      await realm.change(async (trx) => {
        await lockMember(trx, user_id)
        await addReport(trx, { ...post, by_id: user_id, reason, text, at: now })
      })
      return null
    }),
  ]
}
