/**
 * The outbox of messages. Each has its id from the start, so that resending creates no duplicate; it survives a lost network and a reload,
 * and so does unsent text. Holds one realm and one user at a time (P13).
 */
import { sendMessage, type Message } from '@homeport/contract/message.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import * as z from 'zod/mini'
import { ask } from '../kit/ask.ts'
import { observable } from '../kit/observable.ts'
import { later, now } from '../kit/clock.ts'
import { isFailure, type Failure } from '../kit/failure.ts'
import { newId } from '../kit/id.ts'
import { readSaved, writeSaved } from '../kit/storage.ts'
import { lang } from '../kit/lang.ts'
import { session } from '../kit/session.ts'
import { watchShown } from '../kit/platform.ts'
import { unsentKey } from './unread.ts'

/** state: sending; waiting for the network; refused, with the reason: the user decides. */
const OutgoingMessage = z.object({
  id: z.string(),
  to: z.string(),
  text: z.string(),
  at: z.number(),
  state: z.enum(['sending', 'waiting', 'refused']),
  why: z.string(),
})
export type OutgoingMessage = z.infer<typeof OutgoingMessage>
const Saved = z.object({ letters: z.array(OutgoingMessage), drafts: z.record(z.string(), z.string()) })

export const outgoingMessages = observable<readonly OutgoingMessage[]>([])
/** Other user's id → unsent text. */
export const drafts = observable<Readonly<Record<string, string>>>({})

const firstWaitMs = 2_000
const longestWaitMs = 30_000

let owner = ''
let taken: (to: string, message: Message) => void = () => {}
let isStarted = false
let isRunning = false
let failures = 0
let stopWait = () => {}

/** Starts sending, for as long as the app is open; `took` is called for each accepted message. */
export function startMessageOutbox(took: (to: string, message: Message) => void): void {
  taken = took
  if (isStarted) return
  isStarted = true
  void open()
  session.watch(() => void open())
  watchShown((isShown) => isShown && hurry())
  addEventListener('online', hurry)
}

export function sendLater(to: string, text: string): void {
  outgoingMessages.set([...outgoingMessages.get(), { id: newId(), to, text: text.trim(), at: now(), state: 'sending', why: '' }])
  setDraft(to, '')
  void run()
}

export function setDraft(to: string, text: string): void {
  const { [to]: _, ...others } = drafts.get()
  drafts.set(text === '' ? others : { ...others, [to]: text })
  save()
}

/** Resends a refused or waiting message. */
export function retry(id: string): void {
  change(id, { state: 'sending', why: '' })
  hurry()
}

export function discard(id: string): void {
  outgoingMessages.set(outgoingMessages.get().filter((one) => one.id !== id))
  save()
}

/** Loads the messages of the current user and realm; the previous ones stay in storage. */
async function open(): Promise<void> {
  const key = unsentKey()
  if (key === owner) return
  owner = key
  outgoingMessages.set([])
  drafts.set({})
  if (key === '') return
  const saved = z.safeParse(Saved, await readSaved(key))
  if (key !== owner || !saved.success) return
  // Messages written while loading are kept.
  outgoingMessages.set([...saved.data.letters, ...outgoingMessages.get()])
  drafts.set({ ...saved.data.drafts, ...drafts.get() })
  void run()
}

function save(): void {
  if (owner !== '' && owner === unsentKey()) void writeSaved(owner, { letters: outgoingMessages.get(), drafts: drafts.get() })
}

function change(id: string, part: Partial<OutgoingMessage>): void {
  outgoingMessages.set(outgoingMessages.get().map((one) => (one.id === id ? { ...one, ...part } : one)))
  save()
}

function hurry(): void {
  failures = 0
  stopWait()
  void run()
}

/** In series, in the order of writing; while offline all wait. */
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

function first(): OutgoingMessage | undefined {
  return owner === '' ? undefined : outgoingMessages.get().find(({ state }) => state !== 'refused')
}

/** False if it has to wait. */
async function deliver({ id, to, text }: OutgoingMessage): Promise<boolean> {
  const own = owner
  save()
  try {
    const message = await ask(sendMessage, { to, id, text })
    if (owner !== own) return true
    outgoingMessages.set(outgoingMessages.get().filter((one) => one.id !== id))
    save()
    taken(to, message)
  } catch (error) {
    if (owner !== own) return true
    const why = refusal(error)
    change(id, why === null ? { state: 'waiting' } : { state: 'refused', why })
    if (why === null) return false
  }
  return true
}

/** The reason of a permanent refusal; null if a retry may succeed. */
function refusal(error: unknown): string | null {
  if (isFailure(error, 'field')) return wordsOf(error.invalid?.rule ?? '', lang.get())
  if (isFailure(error, 'code') && error.code !== Code.fault && error.code !== Code.tooMany) return whyOf(error)
  return null
}

function whyOf(failure: Failure): string {
  return failure.code === Code.notFound ? 'gone' : failure.message
}

function waitALittle(): void {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
  failures += 1
  stopWait = later(wait, () => void run())
}
