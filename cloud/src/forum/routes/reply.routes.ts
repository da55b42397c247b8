/** Routes for replies, revisions and deleting own posts. Those who are answered or quoted and the thread's author get one notification per reply. */
import { editReply, history, remove, replies, repliesOf, reply, threadReplied } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db } from '../../kit/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import { serve, type Route } from '../../kit/http/serve.ts'
import { revisionsOf, saveRevision } from '../model/revision.store.ts'
import { isReplyVisible, repliesOf as repliesIn, repliesOfPerson, replyAt } from '../query/reply-list.query.ts'
import { deletePost } from '../model/delete-post.ts'
import { notifyParticipants } from '../model/notify.ts'
import type { PostingPolicy } from '../access/posting-policy.ts'
import { askerOf } from '../model/person.store.ts'
import type { Asker } from '../post/viewer.ts'
import { addReply, replyRow, rewriteReply, replyBySenderId } from '../model/reply.store.ts'
import {
  askerIn,
  lockThreadForUser,
  requirePerson,
  requirePost,
  requireThread,
  requireThreadRow,
  requireReply,
} from '../access/access.ts'
import { text as words } from '../post/text.ts'
import { formatPostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import { parseReplyId, parsePostRef } from '../post/post-ref.ts'

export function replyRoutes(policy: PostingPolicy): Route[] {
  return [
    serve(
      replies,
      async ({ thread_id, order, ...query }, context) => {
        const asker = await askerIn(context)
        const thread = await requireThreadRow(context.db, asker, thread_id)
        const isNewestFirst = order === '' ? thread.reverse === 1 : order === 'newest'
        // A floor beyond the end starts at the last one.
        const floor = Math.min(query.floor, thread.last_floor)
        return repliesIn(context.db, asker, { ...query, floor, isNewestFirst, thread })
      },
      { cached: true },
    ),

    serve(reply, async ({ id, thread_id, text, to_id, quote_id }, context) => {
      const { realm, db, user, now } = context
      const { user_id } = user
      const asker = await askerOf(db, user_id)
      const standing = await replyBySenderId(db, user_id, id)
      if (standing) return view(db, asker, standing)
      const thread = await requireThread(db, asker, thread_id)
      await policy.mayWrite(context, asker)
      if (thread.is_locked === 1 && !asker.isModerator) throw new Refusal(Code.notAllowed, words.locked)
      const to_floor = await refIn(db, asker, { thread, id: to_id })
      const quote_floor = await refIn(db, asker, { thread, id: quote_id })
      await policy.checkForbiddenWords(context, { text })
      const post = await realm.change(async (trx, emit) => {
        const row = await lockThreadForUser(trx, { user_id, thread_id: thread.thread_id })
        const existing = await replyBySenderId(trx, user_id, id)
        if (existing) return existing
        await policy.consumeRate('reply', { ...context, db: trx }, asker)
        if (row.is_listed === 0 && !asker.isModerator) throw new Refusal(Code.notFound)
        if (row.is_locked === 1 && !asker.isModerator) throw new Refusal(Code.notAllowed, words.locked)
        const floor = await addReply(trx, row, { sender_id: id, author_id: user_id, text, to_floor, quote_floor, now })
        const made = { thread_id: row.thread_id, floor }
        const notified = await notifyParticipants(trx, emit, { thread: row, made, by: user_id, text, to_floor, quote_floor })
        await emit(threadReplied, { id: formatPostId(made), thread_id: String(row.thread_id), by: user_id, to: notified })
        return made
      })
      return view(db, asker, post)
    }),

    serve(editReply, async ({ id, text }, context) => {
      const { realm, db, user, now } = context
      const { user_id } = user
      const asker = await askerOf(db, user_id)
      const post = parseReplyId(id)
      const thread = await requirePost(db, asker, post)
      await own(db, post, user_id)
      await policy.mayWrite(context, asker)
      if (thread.is_locked === 1 && !asker.isModerator) throw new Refusal(Code.notAllowed, words.locked)
      await policy.checkForbiddenWords(context, { text })
      await realm.change(async (trx) => {
        await lockThreadForUser(trx, { user_id, thread_id: post.thread_id })
        const row = await requireReply(trx, post)
        if (row.text === text) return
        await policy.consumeRate('edit', { ...context, db: trx }, asker)
        await saveRevision(trx, post, { title: '', content: row.text, at: row.edited_at || row.created_at })
        await rewriteReply(trx, post, { text, now })
      })
      return view(db, asker, post)
    }),

    serve(history, async (input, context) => {
      const asker = await askerIn(context)
      const post = parsePostRef(input)
      await requirePost(context.db, asker, post)
      const rows = await revisionsOf(context.db, post)
      return { data: rows.map(({ at, ...was }) => ({ ...was, at: Math.floor(at / 1000) })) }
    }),

    serve(remove, async (input, { realm, db, user }) => {
      const { user_id } = user
      const asker = await askerOf(db, user_id)
      const post = parsePostRef(input)
      const thread = await requirePost(db, asker, post)
      if (post.floor === 0 && thread.author_id !== user_id) throw new Refusal(Code.notAllowed)
      if (post.floor > 0) await own(db, post, user_id)
      await realm.change(async (trx, emit) => {
        const row = await lockThreadForUser(trx, { user_id, thread_id: post.thread_id })
        await deletePost(trx, emit, { thread: row, post })
      })
      return null
    }),

    serve(repliesOf, async ({ user_id, ...slice }, context) => {
      const asker = await askerIn(context)
      const whose = await requirePerson(context.db, asker, user_id)
      return repliesOfPerson(context.db, asker, { user_id: whose, ...slice })
    }),
  ]
}

async function view(db: Db, asker: Asker, { thread_id, floor }: PostRef) {
  const thread = await requireThread(db, asker, String(thread_id))
  const target = await replyAt(db, asker, { thread, floor })
  if (!target) throw new Refusal(Code.notFound)
  return target
}

/** The floor of the answered or quoted reply: it must be in this thread and visible to the asker (P17). */
async function refIn(
  db: Db,
  asker: Asker,
  { thread, id }: { thread: Awaited<ReturnType<typeof requireThread>>; id: string },
): Promise<number> {
  if (id === '') return 0
  const { thread_id, floor } = parseReplyId(id)
  if (thread_id !== thread.thread_id || !(await isReplyVisible(db, asker, { thread, floor }))) throw new Refusal(Code.notFound)
  return floor
}

async function own(db: Db, post: PostRef, user_id: string): Promise<void> {
  if ((await replyRow(db, post))?.author_id !== user_id) throw new Refusal(Code.notAllowed)
}
