/** The outbox of posts and replies. Pictures are uploaded before the post that names them. */
import { dropDraft, imageMaxBytes, post, reply, uploadPicture, type Reply, type Thread } from '@homeport/contract/forum.ts'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { newId } from '../../kit/id.ts'
import { observable } from '../../kit/observable.ts'
import { createOutbox, refusalOf, unsent } from '../../kit/keep/outbox.ts'
import { onSessionEnd } from '../../kit/session.ts'
import { toPost } from './drafts.ts'
import {
  dropDraftPicture,
  dropLocalDraft,
  localPosts,
  localPostsState,
  pictureBytes,
  saveLocalDraft,
  saveLocalReply,
  updateLocalPosts,
  type DraftPicture,
  type LocalDraft,
  type PendingReply,
} from './local-drafts.ts'
import { shrinkPicture } from '../../shared/shrink-picture.ts'

/** Posts sent in this visit: the id of the draft → the id of the thread. */
export const posted = observable<Readonly<Record<string, string>>>({})

type OutboxListener = { replied?: (reply: Reply) => void; posted?: (thread: Thread) => void }

const listeners = new Set<OutboxListener>()

onSessionEnd(() => posted.set({}))

const outbox = createOutbox<PendingReply>({
  state: localPostsState,
  entries: () => localPosts.get().waiting,
  save: (waiting) => updateLocalPosts({ waiting }),
  deliver: (entry, isCurrent) => (entry.post ? deliverPost(entry.id, entry.post, isCurrent) : deliverReply(entry)),
  // A message of the server's own (code modal) is a refusal too.
  refusalOf: async (error) => (isFailure(error, 'modal') ? error.message : refusalOf(error)),
})

/** A discarded post still has its draft. */
export const { retry, discard } = outbox

/** The first call starts sending, for as long as the app is open; `listener` is called for each accepted post or reply until unsubscribed. */
export function startOutbox(listener: OutboxListener): () => void {
  listeners.add(listener)
  outbox.start()
  return () => listeners.delete(listener)
}

const noPost = { thread_id: '', to_id: '', quote_id: '', post: null }

export function sendReply(to: { thread_id: string; to_id: string; quote_id: string }, text: string): void {
  saveLocalReply(to.thread_id, '')
  outbox.add({ id: newId(), kind: 'reply', ...noPost, ...to, text, ...unsent })
}

/** Sent under its draft's id: sending from two devices creates one post. */
export function sendPost(draft: LocalDraft): void {
  outbox.add({ id: draft.id, kind: 'post', ...noPost, text: draft.title, post: draft, ...unsent })
}

async function deliverReply({ id, thread_id, text, to_id, quote_id }: PendingReply): Promise<() => void> {
  const accepted = await ask(reply, { id, thread_id, text, to_id, quote_id })
  return () => {
    for (const listener of listeners) listener.replied?.(accepted)
  }
}

async function deliverPost(id: string, draft: LocalDraft, isCurrent: () => boolean): Promise<() => void> {
  const images = await uploadPictures(id, draft, isCurrent)
  if (!isCurrent()) return () => {}
  const accepted = await ask(post, { ...toPost(draft, images), id })
  return () => {
    dropLocalDraft(id)
    posted.set({ ...posted.get(), [id]: accepted.id })
    void ask(dropDraft, { id }).catch(() => null)
    for (const listener of listeners) listener.posted?.(accepted)
  }
}

/** The ids of the uploaded pictures; stops if the user has changed. An uploaded picture is recorded: a retry does not upload it again. */
async function uploadPictures(id: string, draft: LocalDraft, isCurrent: () => boolean): Promise<string[]> {
  const pictures: DraftPicture[] = []
  for (const [index, one] of draft.pictures.entries()) {
    const remote = one.id === '' ? await bringUp(one) : one
    if (!isCurrent()) return []
    if (!remote) continue
    pictures.push(remote)
    outbox.change(id, { post: { ...draft, pictures: [...pictures, ...draft.pictures.slice(index + 1)] } })
    settleInDraft(id, remote)
  }
  return pictures.map((one) => one.id)
}

/** A post that is refused goes back to its draft, which needs the picture too. */
function settleInDraft(id: string, remote: DraftPicture): void {
  const draft = localPosts.get().drafts.find((one) => one.id === id)
  if (draft) saveLocalDraft({ ...draft, pictures: draft.pictures.map((one) => (one.key === remote.key ? remote : one)) })
}

/** null if the browser has lost the bytes, or cannot shrink them enough: the post is sent without the picture. */
async function bringUp(one: DraftPicture): Promise<DraftPicture | null> {
  const original = await pictureBytes(one.key)
  const bytes = original && (await shrinkPicture(original, imageMaxBytes))
  if (!bytes) return null
  const { id, width, height } = await ask(uploadPicture, {}, { files: [bytes] })
  dropDraftPicture(one.key)
  return { ...one, id, width, height }
}
