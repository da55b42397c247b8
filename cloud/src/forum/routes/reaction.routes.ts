/** Routes for likes, favourites and reports. */
import { favorite, like, report, unfavorite, unlike } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { remind } from '@homeport/contract/message.ts'
import type { Limits } from '../../kit/rate-limit.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import { serve, type Route } from '../../kit/serve.ts'
import { addFavorite, dropFavorite, hasFilm } from '../model/favorite.store.ts'
import { addLike, dropLike } from '../model/like.store.ts'
import { askerOf, lockMember } from '../model/person.store.ts'
import { addReport } from '../model/report.store.ts'
import { lockThreadForUser, requirePost, requireThread, requireReply } from '../access/access.ts'
import { lockThread } from '../model/thread.store.ts'
import { formatPostId } from '@homeport/contract/shape/post-id.ts'
import { excerptOf } from '../post/plain-text.ts'
import { parsePostRef, parseThreadId } from '../post/post-ref.ts'

const reportRate = { points: 30, seconds: 60 * 60 }

export function reactionRoutes(limits: Limits): Route[] {
  const reporting = limits.open('forum_report', reportRate)
  return [
    serve(like, async (input, { realm, db, user, now }) => {
      const { user_id } = user
      const thing = parsePostRef(input)
      await requirePost(db, await askerOf(db, user_id), thing)
      const likes = await realm.change(async (trx, emit) => {
        const thread = await lockThreadForUser(trx, { user_id, thread_id: thing.thread_id })
        const reply = thing.floor > 0 ? await requireReply(trx, thing) : undefined
        const liked = await addLike(trx, { thread, floor: thing.floor, user_id }, now)
        const author = reply ? reply.author_id : thread.author_id
        if (liked.isNew && author !== '' && author !== user_id) {
          const text = reply ? excerptOf(reply.text) : thread.title
          const id = formatPostId(thing)
          await emit(remind, { user_id: author, key: `like:${id}:${user_id}`, kind: 'like', by: user_id, subject: id, text })
        }
        return liked.likes
      })
      return { likes }
    }),

    serve(unlike, async (input, { realm, db, user }) => {
      const { user_id } = user
      const thing = parsePostRef(input)
      await requirePost(db, await askerOf(db, user_id), thing)
      const likes = await realm.change(async (trx) => {
        const thread = await lockThreadForUser(trx, { user_id, thread_id: thing.thread_id })
        if (thing.floor > 0) await requireReply(trx, thing)
        return dropLike(trx, { thread, floor: thing.floor, user_id })
      })
      return { likes }
    }),

    serve(favorite, async ({ id, type }, { realm, db, user, now }) => {
      const { user_id } = user
      if (type === 'thread') await requireThread(db, await askerOf(db, user_id), id)
      else if (!(await hasFilm(db, user_id, id))) throw new Refusal(Code.notFound)
      await realm.change(async (trx) => {
        if (type === 'movie') await lockMember(trx, user_id)
        const thread = type === 'thread' ? await lockThreadForUser(trx, { user_id, thread_id: parseThreadId(id) }) : undefined
        await addFavorite(trx, { user_id, type, thing_id: id, thread }, now)
      })
      return null
    }),

    serve(unfavorite, async ({ id, type }, { realm, user }) => {
      const { user_id } = user
      if (type === 'movie' && id.length > 200) throw new Refusal(Code.notFound)
      await realm.change(async (trx) => {
        await lockMember(trx, user_id)
        // A favourite can be removed even if the thread is not visible any more.
        const thread = type === 'thread' ? await lockThread(trx, parseThreadId(id)) : undefined
        if (type === 'thread' && !thread) throw new Refusal(Code.notFound)
        await dropFavorite(trx, { user_id, type, thing_id: id, thread })
      })
      return null
    }),

    serve(report, async ({ reason, text, ...input }, { realm, db, user, now }) => {
      const { user_id } = user
      const thing = parsePostRef(input)
      await requirePost(db, await askerOf(db, user_id), thing)
      if (reason === 'other' && text.trim() === '') throw invalid('text', 'required')
      const key = `${realm.lang}:${user_id}`
      if ((await reporting.waitMs(key)) > 0) throw new Refusal(Code.tooMany)
      await reporting.count(key)
      await realm.change(async (trx) => {
        await lockMember(trx, user_id)
        await addReport(trx, { ...thing, by_id: user_id, reason, text, at: now })
      })
      return null
    }),
  ]
}
