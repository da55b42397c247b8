/** The forum: boards in three levels, threads, replies, reactions, drafts and moderation (forum host, wire.md `/forum/`). */
import * as z from 'zod/mini'
import { call, event } from './kit/operation.ts'
import { Complaint, complaint } from './shape/complaint.ts'
import { Cursor, feed, Limit, Page, page } from './shape/page.ts'
import { Person, UserId, UserIdOrNone } from './shape/person.ts'
import { Picture, PictureId } from './shape/picture.ts'
import { Place } from './shape/place.ts'
import type { Rule } from './shape/field/rule-messages.ts'
import { seen, TextOf } from './shape/field/text.ts'
import { ThreadRow } from './shape/thread.ts'

/** Spec 5. */
export const titleMax = 80
export const contentMax = 20_000
export const replyMax = 200
export const maxTags = 5
export const tagMax = 20
export const maxImages = 9
export const imageMaxBytes = 2 * 1024 * 1024

/** level 1 to 3; parent_id 0 at the top level. Threads may be in boards of any level; counts include the boards below. */
export const Board = z.object({
  id: z.int(),
  parent_id: z.int(),
  level: z.int(),
  name: z.string(),
  about: z.string(),
  threads: z.number(),
  posts: z.number(),
  /** Only moderators may start threads here. */
  is_closed: z.boolean(),
})
export type Board = z.infer<typeof Board>

/** The whole tree in the operator's order; each board comes after its parent. */
export const boards = call({
  host: 'forum',
  path: '/forum/boards',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ data: z.array(Board) }),
})

/** reverse: newest reply first. author_only: a reply is visible only to its author and the thread's author (P17). notify: the author is notified of replies. */
export const ThreadOptions = z.object({ reverse: z.boolean(), author_only: z.boolean(), notify: z.boolean() })

/**
 * The fields of a post that have one form wherever it is carried: sent, edited, kept as a draft, read, stored by the cloud and by the app.
 * place: where it is about, or was written; null for nowhere. A field added here and in `blankDetails` is in all of them.
 */
const details = { options: ThreadOptions, place: z.nullable(Place) }

/** The details of a post whose author chose none. */
export const blankDetails: z.infer<z.ZodMiniObject<typeof details>> = {
  options: { reverse: false, author_only: false, notify: true },
  place: null,
}

/** As sent: what is left out is blank. */
export const PostDetails = z.object({
  options: z._default(details.options, blankDetails.options),
  place: z._default(details.place, blankDetails.place),
})
export type PostDetails = z.infer<typeof PostDetails>

export const threadSorts = ['latest', 'hot', 'featured', 'unanswered'] as const
const Tag = z.string().check(z.regex(/^[^\s\p{Cc}#]{0,20}$/u, 'tag'))

/** board_id 0: all boards. The first page starts with the board's pinned threads. */
export const threads = call({
  host: 'forum',
  path: '/forum/threads',
  needs: 'anyone',
  input: z.object({
    board_id: z._default(z.int(), 0),
    sort: z._default(z.enum(threadSorts), 'latest'),
    tag: z._default(Tag, ''),
    cursor: Cursor,
    limit: Limit,
  }),
  output: feed(ThreadRow),
})

/** content: the source text, in the forum's own markup. can: the user's permissions. read_floor: last floor read, 0 if none. */
export const Thread = z.extend(ThreadRow, {
  content: z.string(),
  ...details,
  edited_at: z.nullable(z.number()),
  read_floor: z.number(),
  can: z.object({ reply: z.boolean(), edit: z.boolean(), remove: z.boolean(), moderate: z.boolean() }),
})
export type Thread = z.infer<typeof Thread>

/** 4004 if it does not exist, is hidden, or if there is a block between the user and the author. */
export const thread = call({
  host: 'forum',
  path: '/forum/thread',
  needs: 'anyone',
  input: z.object({ id: z.string() }),
  output: Thread,
})

/** The reply that is answered or quoted: its floor and an excerpt. */
export const ReplyRef = z.object({ id: z.string(), floor: z.number(), author: z.nullable(Person), excerpt: z.string() })
export type ReplyRef = z.infer<typeof ReplyRef>

/** floor counts from 1 and is never reused. A removed reply keeps its floor, without text and author. */
export const Reply = z.object({
  id: z.string(),
  thread_id: z.string(),
  floor: z.number(),
  author: z.nullable(Person),
  text: z.string(),
  to: z.nullable(ReplyRef),
  quote: z.nullable(ReplyRef),
  likes: z.number(),
  is_liked: z.boolean(),
  is_removed: z.boolean(),
  is_thread_author: z.boolean(),
  created_at: z.number(),
  edited_at: z.nullable(z.number()),
})
export type Reply = z.infer<typeof Reply>

/** floor: the first floor of the page (0: from the start of the order). order '': the thread's own. prev and next are cursors. of_author: only the author's own. */
export const replies = call({
  host: 'forum',
  path: '/forum/replies',
  needs: 'anyone',
  input: z.object({
    thread_id: z.string(),
    order: z._default(z.enum(['', 'oldest', 'newest']), ''),
    of_author: z._default(z.boolean(), false),
    floor: z._default(z.int(), 0),
    cursor: Cursor,
    limit: Limit,
  }),
  output: z.extend(feed(Reply), { prev: z.string(), total: z.number() }),
})

/** Saves the last floor read; a lower floor than before changes nothing. */
export const readThread = call({
  host: 'forum',
  path: '/forum/read',
  needs: 'user',
  input: z.object({ id: z.string(), floor: z.int() }),
  output: z.null(),
})

/** Chosen by the sender, for idempotency: a repeat with the same id is the same post. */
const SenderId = z.string().check(z.regex(/^[\w-]{16,64}$/, 'invalid'))

function Seen(rule: Rule, text: z.ZodMiniType<string, string>) {
  return z.pipe(text, z.string().check(seen(rule)))
}

const Title = Seen('title_filled', TextOf(titleMax, { filled: 'title_filled', length: 'title_length' }))
const Content = Seen('content_filled', TextOf(contentMax, { filled: 'content_filled', length: 'content_length' }))
const ReplyText = Seen('comment_filled', TextOf(replyMax, { filled: 'comment_filled', length: 'reply_length' }))
const Tags = z._default(z.array(Seen('tag', Tag)).check(z.maxLength(maxTags, 'tags')), [])
const Images = z._default(z.array(PictureId).check(z.maxLength(maxImages, 'post_images')), [])

/** The fields that the author of a post writes, as sent: `post` and `editThread` check them, and the app's form before that. */
const postFields = { title: Title, content: Content, tags: Tags, images: Images, ...PostDetails.shape }
export type PostFields = z.infer<z.ZodMiniObject<typeof postFields>>

/** Spec 5: title, category (board_id) and content. 4003 if the user is banned or the board is closed, 4029 if the rate limit is exceeded. */
export const post = call({
  host: 'forum',
  path: '/forum/post',
  needs: 'user',
  input: z.object({ id: SenderId, board_id: z.int().check(z.positive('category')), ...postFields }),
  output: Thread,
})

/** to_id: the answered reply, quote_id: the quoted one; '' if none. */
export const reply = call({
  host: 'forum',
  path: '/forum/reply',
  needs: 'user',
  input: z.object({
    id: SenderId,
    thread_id: z.string(),
    text: ReplyText,
    to_id: z._default(z.string(), ''),
    quote_id: z._default(z.string(), ''),
  }),
  output: Reply,
})

/** Author only; earlier versions are kept for `history`. */
export const editThread = call({
  host: 'forum',
  path: '/forum/edit',
  needs: 'user',
  input: z.object({ id: z.string(), board_id: z.int().check(z.positive('category')), ...postFields }),
  output: Thread,
})
export const editReply = call({
  host: 'forum',
  path: '/forum/editReply',
  needs: 'user',
  input: z.object({ id: z.string(), text: ReplyText }),
  output: Reply,
})

const postTypes = ['thread', 'reply'] as const
const postTarget = z.object({ id: z.string(), type: z.enum(postTypes) })

export const history = call({
  host: 'forum',
  path: '/forum/history',
  needs: 'anyone',
  input: postTarget,
  output: z.object({ data: z.array(z.object({ title: z.string(), content: z.string(), at: z.number() })) }),
})
export const remove = call({ host: 'forum', path: '/forum/remove', needs: 'user', input: postTarget, output: z.null() })

/** Idempotent; the response is the new count. */
const Liked = z.object({ likes: z.number() })
export const like = call({ host: 'forum', path: '/forum/like', needs: 'user', input: postTarget, output: Liked })
export const unlike = call({ host: 'forum', path: '/forum/unlike', needs: 'user', input: postTarget, output: Liked })

const favorited = z.object({ id: z.string(), type: z.enum(['thread', 'movie']) })
export const favorite = call({ host: 'forum', path: '/spacecp/favorite', needs: 'user', input: favorited, output: z.null() })
export const unfavorite = call({ host: 'forum', path: '/spacecp/dfavorite', needs: 'user', input: favorited, output: z.null() })

/** Uploads a picture for a post: re-encoded to at most 1,920 px wide or high. Attached by the first post that names it, otherwise deleted after a day. */
export const uploadPicture = call({
  host: 'forum',
  path: '/forum/upload',
  needs: 'user',
  files: { most: 1, maxBytes: imageMaxBytes },
  input: z.object({}),
  output: Picture,
})

/** The texts of a draft as they were typed, right or wrong; tags as one text. */
export const rawPostFields = { title: z.string(), content: z.string(), tags: z.string() }

/** id as its device made it. thread_id: the post that is being edited, '' for a new one. */
export const Draft = z.object({
  id: z.string(),
  thread_id: z.string(),
  board_id: z.int(),
  ...rawPostFields,
  images: z.array(Picture),
  ...details,
  saved_at: z.number(),
})
export type Draft = z.infer<typeof Draft>
export const drafts = call({
  host: 'forum',
  path: '/forum/drafts',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Draft),
})
export const saveDraft = call({
  host: 'forum',
  path: '/forum/saveDraft',
  needs: 'user',
  input: z.object({
    id: SenderId,
    thread_id: z._default(z.string().check(z.regex(/^\d{0,15}$/, 'invalid')), ''),
    board_id: z._default(z.int(), 0),
    title: z._default(z.string().check(z.maxLength(1_000, 'title_length')), ''),
    content: z._default(z.string().check(z.maxLength(contentMax * 2, 'content_length')), ''),
    tags: z._default(z.string().check(z.maxLength(400, 'tags')), ''),
    images: Images,
    ...PostDetails.shape,
  }),
  output: Draft,
})
export const dropDraft = call({
  host: 'forum',
  path: '/forum/dropDraft',
  needs: 'user',
  input: z.object({ id: SenderId }),
  output: z.null(),
})

/** q '': the most used tags. */
export const tags = call({
  host: 'forum',
  path: '/forum/tags',
  needs: 'anyone',
  input: z.object({ q: z._default(z.string().check(z.maxLength(tagMax, 'tag')), ''), limit: Limit }),
  output: z.object({ data: z.array(z.object({ tag: z.string(), threads: z.number() })) }),
})

const ofWhom = z.object({ user_id: UserIdOrNone, cursor: Cursor, limit: Limit })
export const threadsOf = call({ host: 'forum', path: '/space/threads', needs: 'anyone', input: ofWhom, output: feed(ThreadRow) })
export const repliesOf = call({
  host: 'forum',
  path: '/space/replies',
  needs: 'anyone',
  input: ofWhom,
  output: feed(z.extend(Reply, { thread_title: z.string() })),
})
/** The user's own only. */
export const favoritesOf = call({
  host: 'forum',
  path: '/space/favorites',
  needs: 'user',
  input: z.object({ cursor: Cursor, limit: Limit }),
  output: feed(ThreadRow),
})

/** One report per user and post; a repeat changes its reason. */
export const report = call({
  host: 'forum',
  path: '/forum/report',
  needs: 'user',
  input: z.object({ id: z.string(), type: z.enum(postTypes), ...complaint }),
  output: z.null(),
})

/** A reported post for moderators; the calls below return 4003 to everyone else. */
export const ReportedPost = z.object({
  id: z.string(),
  type: z.enum(postTypes),
  thread: ThreadRow,
  text: z.string(),
  author: z.nullable(Person),
  reports: z.array(Complaint),
  is_hidden: z.boolean(),
})
export const reported = call({
  host: 'forum',
  path: '/forum/reported',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(ReportedPost),
})
export const moderations = ['hide', 'show', 'lock', 'unlock', 'pin', 'unpin', 'feature', 'unfeature', 'dismiss'] as const
/** lock, pin and feature apply to threads. Closes the reports of the post. */
export const moderate = call({
  host: 'forum',
  path: '/forum/moderate',
  needs: 'user',
  input: z.object({ id: z.string(), type: z.enum(postTypes), what: z.enum(moderations) }),
  output: z.null(),
})
/** days 0 lifts the ban. Not allowed for a moderator or the owner. */
export const ban = call({
  host: 'forum',
  path: '/forum/ban',
  needs: 'user',
  input: z.object({
    user_id: UserId,
    days: z.int(),
    reason: z._default(z.string().check(z.maxLength(replyMax, 'reply_length')), ''),
  }),
  output: z.null(),
})

/** Events for other features: notifications (message.remind), counters and the ranking of /misc/recommend. */
export const threadPosted = event({ name: 'forum.posted', data: z.object({ id: z.string(), by: z.string() }) })
export const threadReplied = event({
  name: 'forum.replied',
  data: z.object({ id: z.string(), thread_id: z.string(), by: z.string(), to: z.array(z.string()) }),
})
/** The author deleted it, or it was erased with the account: other features delete their references. */
export const threadRemoved = event({ name: 'forum.removed', data: z.object({ id: z.string() }) })
/** A thread (with its replies) or a reply is no longer readable: it was deleted, or hidden by a moderator. */
export const postGone = event({ name: 'forum.gone', data: z.object({ id: z.string() }) })
