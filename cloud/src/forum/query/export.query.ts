/** Data export: all that a user wrote and keeps in the forum, without removed posts. */
import type { Db } from '../../kit/db.ts'

export async function ownContent(db: Db, userId: string) {
  const threads = await db
    .selectFrom('threads')
    .select(['thread_id', 'board_id', 'title', 'content', 'tags', 'images', 'place', 'created_at', 'edited_at'])
    .select(['reverse', 'author_only', 'notify'])
    .where('author_id', '=', userId)
    .where('is_removed', '=', 0)
    .orderBy('thread_id')
    .execute()
  const replies = await db
    .selectFrom('replies')
    .select(['thread_id', 'floor', 'text', 'created_at', 'edited_at'])
    .where('author_id', '=', userId)
    .where('is_removed', '=', 0)
    .orderBy('created_at')
    .execute()
  const before = await db
    .selectFrom('post_history')
    .innerJoin('threads', 'threads.thread_id', 'post_history.thread_id')
    .leftJoin('replies', (on) =>
      on.onRef('replies.thread_id', '=', 'post_history.thread_id').onRef('replies.floor', '=', 'post_history.floor'),
    )
    .select(['post_history.thread_id', 'post_history.floor', 'post_history.title', 'post_history.content', 'post_history.at'])
    .where((of) =>
      of.or([
        of.and([of('post_history.floor', '=', 0), of('threads.author_id', '=', userId)]),
        of('replies.author_id', '=', userId),
      ]),
    )
    .orderBy('post_history.at')
    .execute()
  const drafts = await db
    .selectFrom('drafts')
    .select(['thread_id', 'board_id', 'title', 'content', 'tags', 'images', 'options', 'place', 'saved_at'])
    .where('user_id', '=', userId)
    .orderBy('saved_at')
    .execute()
  const likes = await db
    .selectFrom('likes')
    .select(['thread_id', 'floor', 'since'])
    .where('user_id', '=', userId)
    .orderBy('since')
    .execute()
  const favorites = await db
    .selectFrom('favorites')
    .select(['type', 'thing_id', 'since'])
    .where('user_id', '=', userId)
    .orderBy('since')
    .execute()
  const reports = await db
    .selectFrom('post_reports')
    .select(['thread_id', 'floor', 'reason', 'text', 'at'])
    .where('by_id', '=', userId)
    .orderBy('at')
    .execute()
  // P17: the position is left out, because it would reveal author-only replies.
  const read = await db
    .selectFrom('thread_people')
    .select('thread_id')
    .where('user_id', '=', userId)
    .orderBy('thread_id')
    .execute()
  const searches = await db.selectFrom('searches').select(['query', 'at']).where('user_id', '=', userId).orderBy('at').execute()
  return { threads, replies, before, drafts, likes, favorites, read, reports, searches }
}
