/**
 * An outbox: what the user sends is kept until the cloud has accepted it. Each entry has its id from the start, so that resending creates no
 * duplicate; sent in series, in the order of writing; without a network the entries wait.
 */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import * as z from 'zod/mini'
import { later } from '../time/clock.ts'
import { isFailure, reportFailure } from '../failure.ts'
import { lang } from '../lang.ts'
import { loadUntilThere } from '../lazy-part.ts'
import { watchShown } from '../platform.ts'
import type { SavedState } from './saved-state.ts'
import { session } from '../session.ts'
import { onWorker, syncLater } from '../shell/worker-messages.ts'

/** The fields of every entry. state: sending; waiting for the network; refused, with the reason: the user decides. */
export const outboxFields = { id: z.string(), state: z.enum(['sending', 'waiting', 'refused']), why: z.string() }
/** The same of an entry that nobody has tried to send. */
export const unsent = { state: 'sending', why: '' } as const
export type OutboxEntry = { id: string; state: 'sending' | 'waiting' | 'refused'; why: string }

export type Outbox<T extends OutboxEntry> = {
  /** Starts sending, for as long as the app is open. */
  start: () => void
  /** Replaces the entry of a refused attempt with the same id. */
  add: (entry: T) => void
  change: (id: string, part: Partial<T>) => void
  /** Resends a refused or waiting entry. */
  retry: (id: string) => void
  discard: (id: string) => void
}

type Given<T extends OutboxEntry> = {
  /** The saved state that the entries are a part of. */
  state: Pick<SavedState<unknown>, 'open' | 'owner'>
  entries: () => readonly T[]
  save: (entries: T[]) => void
  /** Sends an entry; resolves to what follows once it has left the outbox. isCurrent: false if the user has changed meanwhile. */
  deliver: (entry: T, isCurrent: () => boolean) => Promise<() => void>
  /** The reason of a permanent refusal; null if a retry may succeed. */
  refusalOf: (error: unknown) => Promise<string | null>
}

const firstWaitMs = 2_000
const longestWaitMs = 30_000
const ruleMessages = () => import('@homeport/contract/shape/field/rule-messages.ts')

export function createOutbox<T extends OutboxEntry>({ state, entries, save, deliver, refusalOf }: Given<T>): Outbox<T> {
  let isStarted = false
  let isRunning = false
  let failures = 0
  let stopWait = () => {}

  const change = (id: string, part: Partial<T>) => save(entries().map((one) => (one.id === id ? { ...one, ...part } : one)))
  const discard = (id: string) => save(entries().filter((one) => one.id !== id))
  const next = () => (state.owner() === '' ? undefined : entries().find((one) => one.state !== 'refused'))
  const open = () => void state.open().then(run)

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    stopWait()
    try {
      for (let entry = next(); entry; entry = next()) if (!(await send(entry))) return waitALittle()
      failures = 0
    } finally {
      isRunning = false
    }
  }

  /** False if it has to wait. */
  async function send(entry: T): Promise<boolean> {
    const owner = state.owner()
    const isCurrent = () => state.owner() === owner
    try {
      const follow = await deliver(entry, isCurrent)
      if (!isCurrent()) return true
      discard(entry.id)
      follow()
      return true
    } catch (error) {
      // The question to sign in comes at once, not with the next poll.
      if (isFailure(error, 'session')) reportFailure(error)
      const refusal = await refusalOf(error)
      return !isCurrent() || settle(entry, refusal)
    }
  }

  /** False if it has to wait. If one cannot be sent, those behind it cannot either. */
  function settle({ id }: T, why: string | null): boolean {
    if (why !== null) save(entries().map((one) => (one.id === id ? { ...one, state: 'refused', why } : one)))
    else {
      save(entries().map((one) => (one.id === id || one.state === 'sending' ? { ...one, state: 'waiting' } : one)))
      void syncLater()
    }
    return why !== null
  }

  function waitALittle(): void {
    const wait = backoff(failures, { first: firstWaitMs, most: longestWaitMs })
    failures += 1
    stopWait = later(wait, () => void run())
  }

  function hurry(): void {
    failures = 0
    stopWait()
    void run()
  }

  return {
    start() {
      if (!isStarted) {
        isStarted = true
        session.watch(open)
        watchShown((isShown) => isShown && hurry())
        addEventListener('online', hurry)
        onWorker('outbox', hurry)
      }
      open()
    },
    add(entry) {
      save([...entries().filter(({ id }) => id !== entry.id), entry])
      void run()
    },
    change,
    retry(id) {
      save(entries().map((one) => (one.id === id ? { ...one, ...unsent } : one)))
      hurry()
    },
    discard,
  }
}

/** The reason of a refusal that sending again would not change; null for any other failure. */
export async function refusalOf(error: unknown): Promise<string | null> {
  if (isFailure(error, 'field')) return (await loadUntilThere(ruleMessages)).wordsOf(error.invalid?.rule ?? '', lang.get())
  if (isFailure(error, 'code') && error.code !== Code.fault && error.code !== Code.tooMany) return error.message
  return null
}
