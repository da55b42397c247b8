/** The outbox of messages, and the unsent text of each conversation. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { sendMessage, type Message } from '@homeport/contract/message.ts'
import * as z from 'zod/mini'
import { ask } from '../kit/call/http.ts'
import { now } from '../kit/time/clock.ts'
import { isFailure } from '../kit/failure.ts'
import { newId } from '../kit/id.ts'
import { derived } from '../kit/observable.ts'
import { createOutbox, outboxFields, refusalOf, unsent } from '../kit/keep/outbox.ts'
import { savedState } from '../kit/keep/saved-state.ts'
import { unsentKey } from './unread.ts'

const OutgoingMessage = z.object({ ...outboxFields, to: z.string(), text: z.string(), at: z.number() })
export type OutgoingMessage = z.infer<typeof OutgoingMessage>

const UnsentMessages = z.object({ letters: z.array(OutgoingMessage), drafts: z.record(z.string(), z.string()) })
type UnsentMessages = z.infer<typeof UnsentMessages>

const empty: UnsentMessages = { letters: [], drafts: {} }

const state = savedState<UnsentMessages>({
  owner: unsentKey,
  keyOf: (owner) => owner,
  schema: UnsentMessages,
  empty,
  merge: (typed, saved) => ({ letters: [...saved.letters, ...typed.letters], drafts: { ...saved.drafts, ...typed.drafts } }),
  outlastsExpiry: (unsentMessages) => unsentMessages,
})

export const outgoingMessages = derived([state.value], () => state.value.get().letters)
/** Other user's id → unsent text. */
export const drafts = derived<Readonly<Record<string, string>>>([state.value], () => state.value.get().drafts)

let accepted: (to: string, message: Message) => void = () => {}

const outbox = createOutbox<OutgoingMessage>({
  state,
  entries: outgoingMessages.get,
  save: (letters) => state.update({ letters }),
  async deliver({ id, to, text }) {
    const message = await ask(sendMessage, { to, id, text })
    return () => accepted(to, message)
  },
  // The bubble has a text of its own for a user who is gone.
  refusalOf: async (error) => (isFailure(error, 'code') && error.code === Code.notFound ? 'gone' : refusalOf(error)),
})

export const { retry, discard } = outbox

/** Starts sending, for as long as the app is open; `onAccepted` is called for each accepted message. */
export function startMessageOutbox(onAccepted: (to: string, message: Message) => void): void {
  accepted = onAccepted
  outbox.start()
}

export function sendLater(to: string, text: string): void {
  outbox.add({ id: newId(), to, text, at: now(), ...unsent })
  setDraft(to, '')
}

export function setDraft(to: string, text: string): void {
  const { [to]: _, ...others } = drafts.get()
  state.update({ drafts: text === '' ? others : { ...others, [to]: text } })
}
