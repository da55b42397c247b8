/**
 * Local store of unsent forum posts: drafts, a reply draft per thread, and the outbox queue. Pictures are
 * stored beside it, each under its own key.
 */
import { PostDetails, rawPostFields } from '@homeport/contract/forum.ts'
import * as z from 'zod/mini'
import { outboxFields } from '../../kit/keep/outbox.ts'
import { savedState } from '../../kit/keep/saved-state.ts'
import { forgetSaved, readSaved, writeSaved } from '../../kit/storage.ts'
import { localPostsKey, localPostsOwner } from './pending-check.ts'

/** id '' until uploaded; then the bytes are deleted locally. */
const DraftPicture = z.object({ key: z.string(), id: z.string(), width: z.number(), height: z.number() })
export type DraftPicture = z.infer<typeof DraftPicture>

/** As typed, valid or not. thread_id: the post being edited, '' for a new one. */
const LocalDraft = z.object({
  id: z.string(),
  thread_id: z.string(),
  board_id: z.number(),
  ...rawPostFields,
  pictures: z.array(DraftPicture),
  ...PostDetails.shape,
  /** ms; on_server_at is 0 until the cloud has this draft too. */
  saved_at: z.number(),
  on_server_at: z.number(),
})
export type LocalDraft = z.infer<typeof LocalDraft>

/** `post` is null for a reply, whose text is in `text`. */
const PendingReply = z.object({
  ...outboxFields,
  kind: z.enum(['reply', 'post']),
  thread_id: z.string(),
  text: z.string(),
  to_id: z.string(),
  quote_id: z.string(),
  post: z.nullable(LocalDraft),
})
export type PendingReply = z.infer<typeof PendingReply>

const LocalPosts = z.object({
  drafts: z.array(LocalDraft),
  replies: z.record(z.string(), z.string()),
  waiting: z.array(PendingReply),
})
type LocalPosts = z.infer<typeof LocalPosts>

const empty: LocalPosts = { drafts: [], replies: {}, waiting: [] }
const maxDrafts = 30

export const localPostsState = savedState<LocalPosts>({
  owner: localPostsOwner,
  keyOf: localPostsKey,
  schema: LocalPosts,
  empty,
  merge: mergeLocalPosts,
  outlastsExpiry: withoutBytes,
})

export const localPosts = localPostsState.value
export const openLocalPosts = localPostsState.open
export const updateLocalPosts = localPostsState.update

/** Posts typed while loading come first. */
function mergeLocalPosts(typed: LocalPosts, saved: LocalPosts): LocalPosts {
  const ids = new Set(typed.drafts.map(({ id }) => id))
  return {
    drafts: [...typed.drafts, ...saved.drafts.filter(({ id }) => !ids.has(id))],
    replies: { ...saved.replies, ...typed.replies },
    waiting: [...saved.waiting, ...typed.waiting],
  }
}

/** The bytes of pictures that are not uploaded yet are deleted with the session (P13). */
function withoutBytes({ drafts, replies, waiting }: LocalPosts): LocalPosts {
  const uploaded = (draft: LocalDraft) => ({ ...draft, pictures: draft.pictures.filter(({ id }) => id !== '') })
  return {
    drafts: drafts.map(uploaded),
    replies,
    // A post that has lost a picture is not sent without it: its draft asks for it again.
    waiting: waiting.filter(({ post }) => post === null || post.pictures.every(({ id }) => id !== '')),
  }
}

export function saveLocalDraft(draft: LocalDraft): void {
  const others = localPosts.get().drafts.filter(({ id }) => id !== draft.id)
  updateLocalPosts({ drafts: [draft, ...others].slice(0, maxDrafts) })
}

export function dropLocalDraft(id: string): void {
  const gone = localPosts.get().drafts.find((one) => one.id === id)
  updateLocalPosts({ drafts: localPosts.get().drafts.filter((one) => one !== gone) })
  for (const { key } of gone?.pictures ?? []) dropDraftPicture(key)
}

/** Saves the reply draft of a thread. */
export function saveLocalReply(threadId: string, text: string): void {
  const { [threadId]: _, ...others } = localPosts.get().replies
  updateLocalPosts({ replies: text === '' ? others : { ...others, [threadId]: text } })
}

const pictureKeyOf = (owner: string, key: string) => `${owner}/picture/${key}`

export async function saveDraftPicture(key: string, bytes: Blob): Promise<void> {
  const owner = localPostsState.owner()
  if (owner !== '') await writeSaved(pictureKeyOf(owner, key), bytes)
}

export async function pictureBytes(key: string): Promise<Blob | null> {
  const bytes = await readSaved(pictureKeyOf(localPostsState.owner(), key))
  return bytes instanceof Blob ? bytes : null
}

export function dropDraftPicture(key: string): void {
  const owner = localPostsState.owner()
  if (owner !== '') void forgetSaved(pictureKeyOf(owner, key))
}
