/** Routes for boards, lists of threads, and reading, creating and editing a thread. */
import {
  boards,
  editThread,
  favoritesOf,
  post,
  readThread,
  tags,
  thread,
  threadPosted,
  threads,
  threadsOf,
} from '@homeport/contract/forum.ts'
import type { Picture } from '@homeport/contract/shape/picture.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../../kit/http/serve.ts'
import { boardsOf, boardPath } from '../model/board.store.ts'
import { visibleThread, toThread } from '../query/thread-detail.query.ts'
import { saveRevision } from '../model/revision.store.ts'
import { dropDraftOf } from '../model/draft.store.ts'
import { favoritesOfPerson, feed, threadsOfPerson } from '../query/thread-feed.query.ts'
import { lastVisibleFloor } from '../query/reply-list.query.ts'
import type { PostingPolicy } from '../access/posting-policy.ts'
import { attachPictures, picturesFor } from '../model/image.store.ts'
import { askerOf, lockMember } from '../model/person.store.ts'
import type { Asker } from '../post/viewer.ts'
import { saveReadPosition } from '../model/read-position.store.ts'
import { toThreadRow, type ThreadListRow } from '../query/thread-list.query.ts'
import { hasSecrets } from '../model/reply.store.ts'
import { askerIn, lockThreadForUser, requirePerson, requireThread } from '../access/access.ts'
import { tagsLike, uniqueTags } from '../model/tag.store.ts'
import { text } from '../post/text.ts'
import type { PostContent } from '../model/post-columns.ts'
import { addThread, rewrite, threadBySenderId, type BoardPath } from '../model/thread.store.ts'
import { parseThreadId } from '../post/post-ref.ts'

export function threadRoutes(policy: PostingPolicy): Route[] {
  return [
    serve(boards, async (_, { db }) => ({ data: await boardsOf(db) }), { cached: true }),

    serve(
      threads,
      async (query, context) => {
        const asker = await askerIn(context)
        const threadRows = await feed(context.db, asker, query)
        if (!threadRows) throw new Refusal(Code.notFound)
        return answer(threadRows, asker, context.now)
      },
      { cached: true },
    ),

    serve(
      thread,
      async ({ id }, context) => {
        const asker = await askerIn(context)
        return toThread(await requireThread(context.db, asker, id), asker, context.now)
      },
      { cached: true },
    ),

    serve(readThread, async ({ id, floor }, { realm, db, user }) => {
      const asker = await askerOf(db, user.user_id)
      const seen = await requireThread(db, asker, id)
      await realm.change(async (trx) => {
        const row = await lockThreadForUser(trx, { user_id: user.user_id, thread_id: seen.thread_id })
        // At the last visible floor everything counts as read: replies hidden by a block never count as new.
        const isEnd = floor >= (await lastVisibleFloor(trx, asker, seen))
        await saveReadPosition(trx, row, {
          user_id: user.user_id,
          floor: isEnd ? row.last_floor : Math.min(Math.max(0, floor), row.last_floor),
        })
      })
      return null
    }),

    serve(post, async ({ id, board_id, ...written }, context) => {
      const { realm, db, user, now } = context
      const asker = await askerOf(db, user.user_id)
      const { user_id } = user
      const standing = await threadBySenderId(db, user_id, id)
      if (standing !== undefined) return view(context, asker, standing)
      await policy.mayWrite(context, asker)
      const boardPath = await boardPathFor(context, asker, { board_id })
      const tagged = uniqueTags(written.tags)
      await policy.checkForbiddenWords(context, wordsOf({ ...written, tags: tagged }))
      const thread_id = await realm.change(async (trx, emit) => {
        await lockMember(trx, user_id)
        const existing = await threadBySenderId(trx, user_id, id)
        if (existing !== undefined) return existing
        const images = await imagesFor({ db: trx, user }, { thread_id: 0, ids: written.images })
        await policy.consumeRate('thread', { ...context, db: trx }, asker)
        const made = await addThread(trx, { ...written, tags: tagged, images, author_id: user_id, sender_id: id, boardPath }, now)
        await attachPictures(trx, { user_id, thread_id: made, draft_id: '' }, images)
        await dropDraftOf(trx, user_id, id)
        await emit(threadPosted, { id: String(made), by: user_id })
        return made
      })
      return view(context, asker, thread_id)
    }),

    serve(editThread, async ({ id, board_id, ...written }, context) => {
      const { realm, db, user, now } = context
      const { user_id } = user
      const asker = await askerOf(db, user_id)
      const before = await requireThread(db, asker, id)
      if (before.author_id !== user_id) throw new Refusal(Code.notAllowed)
      if (before.is_locked === 1 && !asker.isModerator) throw new Refusal(Code.notAllowed, text.locked)
      await policy.mayWrite(context, asker)
      const boardPath = await boardPathFor(context, asker, { board_id, before: before.board_id })
      const tagged = uniqueTags(written.tags)
      await policy.checkForbiddenWords(context, wordsOf({ ...written, tags: tagged }))
      await realm.change(async (trx) => {
        const row = await lockThreadForUser(trx, { user_id, thread_id: before.thread_id })
        const images = await imagesFor({ db: trx, user }, { thread_id: row.thread_id, ids: written.images })
        await policy.consumeRate('edit', { ...context, db: trx }, asker)
        // P17: replies written under the author-only promise must not become visible to all.
        if (!written.options.author_only && (await hasSecrets(trx, row))) throw new Refusal(Code.notAllowed, text.secrets)
        if (row.title !== written.title || row.content !== written.content) {
          const { title, content } = row
          await saveRevision(trx, { thread_id: row.thread_id, floor: 0 }, { title, content, at: row.edited_at || row.created_at })
        }
        await rewrite(trx, row, { ...written, tags: tagged, images, boardPath, now })
        await attachPictures(trx, { user_id, thread_id: row.thread_id, draft_id: '' }, images)
      })
      return view(context, asker, parseThreadId(id))
    }),

    serve(tags, async ({ q, limit }, { db }) => ({ data: await tagsLike(db, q, limit) })),

    serve(threadsOf, async ({ user_id, ...slice }, context) => {
      const asker = await askerIn(context)
      const whose = await requirePerson(context.db, asker, user_id)
      return answer(await threadsOfPerson(context.db, asker, { user_id: whose, ...slice }), asker, context.now)
    }),

    serve(favoritesOf, async (slice, { db, user, now }) => {
      const asker = await askerOf(db, user.user_id)
      return answer(await favoritesOfPerson(db, asker, slice), asker, now)
    }),
  ]
}

function answer({ rows, next }: { rows: readonly ThreadListRow[]; next: string }, asker: Asker, now: number) {
  return { data: rows.map((row) => toThreadRow(row, asker, now)), next }
}

async function view({ db, now }: Pick<UserContext, 'db' | 'now'>, asker: Asker, threadId: number) {
  const row = await visibleThread(db, asker, threadId)
  if (!row) throw new Refusal(Code.notFound)
  return toThread(row, asker, now)
}

/** All fields that others can read. */
function wordsOf({
  title,
  content,
  tags,
  place,
}: Pick<PostContent, 'title' | 'content' | 'tags' | 'place'>): Record<string, string> {
  return { title, content, tags: tags.join(' '), place: place?.name ?? '' }
}

/** before: the board that the thread is on already, which may be closed by now. */
async function boardPathFor(
  { db }: Pick<UserContext, 'db'>,
  asker: Asker,
  { board_id, before }: { board_id: number; before?: number },
): Promise<BoardPath> {
  const fullPath = await boardPath(db, board_id)
  if (!fullPath) throw invalid('board_id', 'category')
  const { isClosed, ...path } = fullPath
  if (isClosed && !asker.isModerator && board_id !== before) throw new Refusal(Code.notAllowed, text.closed)
  return path
}

/** Call with the member locked: of two parallel threads only one gets a picture. */
async function imagesFor(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  { thread_id, ids }: { thread_id: number; ids: readonly string[] },
): Promise<Picture[]> {
  const pictureRows = await picturesFor(db, { user_id: user.user_id, thread_id, draft_id: '' }, ids)
  if (!pictureRows) throw invalid('images')
  return pictureRows
}
