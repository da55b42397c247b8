/**
 * The outbox of posts and replies. Each has its id from the start, so that resending creates no duplicate; sent in series, in the order of writing;
 * while offline all wait. Pictures are uploaded before the post that names them.
 */
import { Code } from '@homeport/contract/kit/codes.ts'
import { dropDraft, imageMaxBytes, post, reply, uploadPicture, type Reply, type Thread } from '@homeport/contract/forum.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { ask } from '../../kit/ask.ts'
import { observable } from '../../kit/observable.ts'
import { later } from '../../kit/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { newId } from '../../kit/id.ts'
import { lang } from '../../kit/lang.ts'
import { onSessionEnd, session } from '../../kit/session.ts'
import { watchShown } from '../../kit/platform.ts'
import {
  updateLocalPosts,
  localPosts,
  dropLocalDraft,
  dropDraftPicture,
  saveLocalDraft,
  saveLocalReply,
  openLocalPosts,
  pictureBytes,
  type DraftPicture,
  type LocalDraft,
  type PendingReply,
} from './local-drafts.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { toPost } from './drafts.ts'
import { localPostsOwner } from './pending-check.ts'

/** Posts sent in this visit: the id of the draft → the id of the thread. */
export const posted = observable<Readonly<Record<string, string>>>({})

type OutboxListener = { replied?: (reply: Reply) => void; posted?: (thread: Thread) => void }

const firstWaitMs = 2_000
const longestWaitMs = 30_000

const listeners = new Set<OutboxListener>()
let isStarted = false
let isRunning = false
let failures = 0
let stopWait = () => {}

onSessionEnd(() => posted.set({}))

/** The first call starts sending, for as long as the app is open; `listener` is called for each accepted post or reply until unsubscribed. */
export function startOutbox(listener: OutboxListener): () => void {
  listeners.add(listener)
  if (!isStarted) {
    isStarted = true
    session.watch(() => void openLocalPosts().then(run))
    watchShown((isShown) => isShown && hurry())
    addEventListener('online', hurry)
  }
  void openLocalPosts().then(run)
  return () => listeners.delete(listener)
}

export function sendReply(to: { thread_id: string; to_id: string; quote_id: string }, text: string): void {
  saveLocalReply(to.thread_id, '')
  queue({ id: newId(), kind: 'reply', ...to, text: text.trim(), post: null, state: 'sending', why: '' })
}

/** Sent under its draft's id: sending from two devices creates one post. */
export function sendPost(draft: LocalDraft): void {
  // Replaces the entry of a refused attempt.
  updateLocalPosts({ waiting: localPosts.get().waiting.filter(({ id }) => id !== draft.id) })
  queue({
    id: draft.id,
    kind: 'post',
    thread_id: '',
    text: draft.title,
    to_id: '',
    quote_id: '',
    post: draft,
    state: 'sending',
    why: '',
  })
}

function queue(one: PendingReply): void {
  updateLocalPosts({ waiting: [...localPosts.get().waiting, one] })
  void run()
}

/** Resends a refused or waiting entry. */
export function retry(id: string): void {
  change(id, { state: 'sending', why: '' })
  hurry()
}

/** Removes an entry from the outbox; a post still has its draft. */
export function discard(id: string): void {
  updateLocalPosts({ waiting: localPosts.get().waiting.filter((one) => one.id !== id) })
}

function change(id: string, part: Partial<PendingReply>): void {
  updateLocalPosts({ waiting: localPosts.get().waiting.map((one) => (one.id === id ? { ...one, ...part } : one)) })
}

/** If one cannot be sent, those behind it cannot either. */
function allWait(): void {
  updateLocalPosts({
    waiting: localPosts.get().waiting.map((one) => (one.state === 'sending' ? { ...one, state: 'waiting' } : one)),
  })
}

function hurry(): void {
  failures = 0
  void run()
}

async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  stopWait()
  try {
    for (let next = first(); next; next = first()) if (!(await deliver(next))) return waitALittle()
    failures = 0
  } finally {
    isRunning = false
  }
}

function first(): PendingReply | undefined {
  return localPostsOwner() === '' ? undefined : localPosts.get().waiting.find(({ state }) => state !== 'refused')
}

/** False if it has to wait. */
async function deliver(one: PendingReply): Promise<boolean> {
  const own = localPostsOwner()
  try {
    if (one.post) await deliverPost(one.id, one.post, own)
    else await deliverReply(one, own)
  } catch (error) {
    if (localPostsOwner() !== own) return true
    const why = refusal(error)
    if (why === null) allWait()
    else change(one.id, { state: 'refused', why })
    return why !== null
  }
  return true
}

async function deliverReply({ id, thread_id, text, to_id, quote_id }: PendingReply, own: string): Promise<void> {
  const taken = await ask(reply, { id, thread_id, text, to_id, quote_id })
  if (localPostsOwner() !== own) return
  discard(id)
  for (const listener of listeners) listener.replied?.(taken)
}

async function deliverPost(id: string, draft: LocalDraft, own: string): Promise<void> {
  const pictures: DraftPicture[] = []
  for (const one of draft.pictures) {
    const remote = one.id === '' ? await bringUp(one) : one
    if (localPostsOwner() !== own) return
    if (!remote) continue
    pictures.push(remote)
    // An uploaded picture is recorded: a retry does not upload it again.
    const rest = draft.pictures.slice(draft.pictures.indexOf(one) + 1)
    change(id, { post: { ...draft, pictures: [...pictures, ...rest] } })
    settleInDraft(id, remote)
  }
  const images = pictures.map((one) => one.id)
  const taken = await ask(post, { ...toPost(draft, images), id })
  if (localPostsOwner() !== own) return
  discard(id)
  dropLocalDraft(id)
  posted.set({ ...posted.get(), [id]: taken.id })
  void ask(dropDraft, { id }).catch(() => null)
  for (const listener of listeners) listener.posted?.(taken)
}

/** A post that is refused goes back to its draft, which needs the picture too. */
function settleInDraft(id: string, remote: DraftPicture): void {
  const draft = localPosts.get().drafts.find((one) => one.id === id)
  if (draft) saveLocalDraft({ ...draft, pictures: draft.pictures.map((one) => (one.key === remote.key ? remote : one)) })
}

/** null if the browser has lost the bytes, or cannot shrink them enough: the post is sent without the picture. */
async function bringUp(one: DraftPicture): Promise<DraftPicture | null> {
  const kept = await pictureBytes(one.key)
  const bytes = kept && (await shrinkPicture(kept, imageMaxBytes))
  if (!bytes) return null
  const { id, width, height } = await ask(uploadPicture, {}, { files: [bytes] })
  dropDraftPicture(one.key)
  return { ...one, id, width, height }
}

/** The reason of a permanent refusal; null if a retry may succeed. */
function refusal(error: unknown): string | null {
  if (isFailure(error, 'field')) return wordsOf(error.invalid?.rule ?? '', lang.get())
  const isLater = isFailure(error, 'code') && (error.code === Code.fault || error.code === Code.tooMany)
  if (isFailure(error, 'modal') || (isFailure(error, 'code') && !isLater)) return error.message
  return null
}

function waitALittle(): void {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
  failures += 1
  stopWait = later(wait, () => void run())
}
