/** Moderation routes: reports, hide and show, lock, pin, feature, bans. Everyone except moderators gets 4003. */
import { ban, moderate, postGone, reported } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { personOf } from '../../shared/person.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../../kit/http/serve.ts'
import { visibleThread } from '../query/thread-detail.query.ts'
import { replyText } from '../query/reply-list.query.ts'
import { askerOf, lockMemberRow, roleOf, setBan, visiblePerson as personSight } from '../model/person.store.ts'
import type { Asker } from '../post/viewer.ts'
import { reportedPosts, reportsOf, closeReports } from '../model/report.store.ts'
import { replyRow, setHidden } from '../model/reply.store.ts'
import { toThreadRow } from '../query/thread-list.query.ts'
import { authorOf, lockThread, setListed, setThread, type ThreadColumns } from '../model/thread.store.ts'
import { formatPostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import { parsePostRef } from '../post/post-ref.ts'

const dayMs = 24 * 60 * 60_000
const maxBanDays = 36_500

const settings: Partial<Record<string, Partial<ThreadColumns>>> = {
  lock: { is_locked: 1 },
  unlock: { is_locked: 0 },
  pin: { is_pinned: 1 },
  unpin: { is_pinned: 0 },
  feature: { is_featured: 1 },
  unfeature: { is_featured: 0 },
}

export const moderationRoutes: readonly Route[] = [
  serve(reported, async ({ page, limit }, context) => {
    const asker = await moderatorIn(context)
    const { db, now } = context
    const { things, total } = await reportedPosts(db, { limit, offset: (page - 1) * limit })
    const rows = await Promise.all(things.map((post) => reportedOf(context, asker, { post, now })))
    return { data: rows.flatMap((row) => row ?? []), total, page, limit }
  }),

  serve(moderate, async ({ what, ...input }, context) => {
    const { realm, db } = context
    await moderatorIn(context)
    const post = parsePostRef(input)
    const change = settings[what]
    if (change && post.floor > 0) throw invalid('what')
    const author = post.floor === 0 ? await authorOf(db, post.thread_id) : (await replyRow(db, post))?.author_id
    if (author === undefined) throw new Refusal(Code.notFound)
    await realm.change(async (trx, emit) => {
      if (author !== '') await lockMemberRow(trx, author)
      const thread = await lockThread(trx, post.thread_id)
      if (!thread || thread.is_removed === 1) throw new Refusal(Code.notFound)
      if (change) await setThread(trx, thread, change)
      else if (what !== 'dismiss') await hide(what === 'hide')
      await closeReports(trx, post)

      async function hide(isHidden: boolean): Promise<void> {
        if (!thread) return
        if (isHidden) await emit(postGone, { id: formatPostId(post) })
        if (post.floor === 0) {
          await setListed(trx, thread, !isHidden)
          return
        }
        const reply = await replyRow(trx, post)
        if (reply) await setHidden(trx, thread, { reply, isHidden })
      }
    })
    return null
  }),

  serve(ban, async ({ user_id, days, reason }, context) => {
    const { realm, db, now } = context
    const asker = await moderatorIn(context)
    if (days < 0 || days > maxBanDays) throw invalid('days', 'range')
    if (!(await personSight(db, asker, user_id))) throw new Refusal(Code.notFound)
    if ((await roleOf(db, user_id)) !== '') throw new Refusal(Code.notAllowed)
    const until = days === 0 ? 0 : now + days * dayMs
    await realm.change((trx) => setBan(trx, user_id, { until, reason: days === 0 ? '' : reason }))
    return null
  }),
]

async function moderatorIn({ db, user }: Pick<UserContext, 'db' | 'user'>): Promise<Asker> {
  const asker = await askerOf(db, user.user_id)
  if (!asker.isModerator) throw new Refusal(Code.notAllowed)
  return asker
}

/** Undefined if it was removed in the meantime. */
async function reportedOf({ db }: Pick<UserContext, 'db'>, asker: Asker, { post, now }: { post: PostRef; now: number }) {
  const thread = await visibleThread(db, asker, post.thread_id)
  if (!thread) return undefined
  const reply = post.floor > 0 ? await replyText(db, post) : undefined
  if (post.floor > 0 && !reply) return undefined
  return {
    id: formatPostId(post),
    type: post.floor === 0 ? ('thread' as const) : ('reply' as const),
    thread: toThreadRow(thread, asker, now),
    text: reply ? reply.text : thread.content,
    author: personOf(reply ?? thread),
    reports: await reportsOf(db, post),
    is_hidden: reply ? reply.is_hidden === 1 : thread.is_listed === 0,
  }
}
