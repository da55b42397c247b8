/**
 * Local store of unsent forum posts: drafts, a reply draft per thread, and the outbox queue. Survives a lost network and a reload;
 * holds one realm and one user at a time; deleted with the session (P13). Pictures are stored beside it, each under its own key.
 */
import { PostDetails, typedFields } from '@homeport/contract/forum.ts'
import * as z from 'zod/mini'
import { observable } from '../../kit/observable.ts'
import { forgetSaved, readSaved, writeSaved } from '../../kit/storage.ts'
import { onSessionEnd } from '../../kit/session.ts'
import { localPostsKey, localPostsOwner } from './pending-check.ts'

/** id '' until uploaded; then the bytes are deleted locally. */
const DraftPicture = z.object({ key: z.string(), id: z.string(), width: z.number(), height: z.number() })
export type DraftPicture = z.infer<typeof DraftPicture>

/** As typed, valid or not. thread_id: the post being edited, '' for a new one. */
const LocalDraft = z.object({
  id: z.string(),
  thread_id: z.string(),
  board_id: z.number(),
  ...typedFields,
  pictures: z.array(DraftPicture),
  ...PostDetails.shape,
  /** ms; on_server_at is 0 until the cloud has this draft too. */
  saved_at: z.number(),
  on_server_at: z.number(),
})
export type LocalDraft = z.infer<typeof LocalDraft>

/** state: sending; waiting for the network; refused, with the reason: the user decides. `post` is null for a reply, whose text is in `text`. */
const PendingReply = z.object({
  id: z.string(),
  kind: z.enum(['reply', 'post']),
  thread_id: z.string(),
  text: z.string(),
  to_id: z.string(),
  quote_id: z.string(),
  post: z.nullable(LocalDraft),
  state: z.enum(['sending', 'waiting', 'refused']),
  why: z.string(),
})
export type PendingReply = z.infer<typeof PendingReply>

const LocalPosts = z.object({
  drafts: z.array(LocalDraft),
  replies: z.record(z.string(), z.string()),
  waiting: z.array(PendingReply),
})
type LocalPosts = z.infer<typeof LocalPosts>

const bare: LocalPosts = { drafts: [], replies: {}, waiting: [] }
const draftsMost = 30

export const localPosts = observable<LocalPosts>(bare)

let owner = ''
let opening: Promise<void> = Promise.resolve()

// Signing in again reloads from storage, which is deleted by then.
onSessionEnd(() => {
  owner = ''
  localPosts.set(bare)
})

/** Loads the posts of the current user and realm; the previous ones stay in storage. Resolves once loaded. */
export function openLocalPosts(): Promise<void> {
  const key = localPostsOwner()
  if (key === owner) return opening
  owner = key
  localPosts.set(bare)
  return (opening = load(key))
}

async function load(key: string): Promise<void> {
  if (key === '') return
  const saved = z.safeParse(LocalPosts, await readSaved(localPostsKey(key)))
  if (key !== owner || !saved.success) return
  const { drafts, replies, waiting } = localPosts.get()
  // Posts typed while loading come first.
  const typed = new Set(drafts.map(({ id }) => id))
  localPosts.set({
    drafts: [...drafts, ...saved.data.drafts.filter(({ id }) => !typed.has(id))],
    replies: { ...saved.data.replies, ...replies },
    waiting: [...saved.data.waiting, ...waiting],
  })
  void writeSaved(localPostsKey(key), localPosts.get())
}

/** Ignored if the user has changed. */
export function updateLocalPosts(part: Partial<LocalPosts>): void {
  if (owner === '' || owner !== localPostsOwner()) return
  localPosts.set({ ...localPosts.get(), ...part })
  void writeSaved(localPostsKey(owner), localPosts.get())
}

export function saveLocalDraft(draft: LocalDraft): void {
  const others = localPosts.get().drafts.filter(({ id }) => id !== draft.id)
  updateLocalPosts({ drafts: [draft, ...others].slice(0, draftsMost) })
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

export async function saveDraftPicture(key: string, bytes: Blob): Promise<void> {
  if (owner !== '') await writeSaved(`${owner}/picture/${key}`, bytes)
}

export async function pictureBytes(key: string): Promise<Blob | null> {
  const bytes = await readSaved(`${owner}/picture/${key}`)
  return bytes instanceof Blob ? bytes : null
}

export function dropDraftPicture(key: string): void {
  if (owner !== '') void forgetSaved(`${owner}/picture/${key}`)
}
