/** Messages between cloud processes over the bus. */
import * as z from 'zod/mini'
import { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { ToBox } from '@homeport/contract/kit/connection.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { EventBus } from '../../kit/events.ts'
import type { Bus, BusTopic } from './bus.ts'

/** A box held by some process. address: that it came from; absent if it is not known, and from older processes. */
export const HeldBox = z.object({
  devsn: z.string(),
  epoch: z.number(),
  version: z.string(),
  pair_hint: z.string(),
  address: z.optional(z.string()),
})
export type HeldBox = z.infer<typeof HeldBox>

const BroadcastMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here'), box: HeldBox }),
  z.object({ kind: z.literal('gone'), devsn: z.string(), epoch: z.number() }),
  /** Asks for all boxes: each process sends its own to the asking one. */
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('bye') }),
])
export type BroadcastMessage = z.infer<typeof BroadcastMessage>
export const broadcastTopic: BusTopic<BroadcastMessage> = { name: 'all', schema: BroadcastMessage, isSure: true }

const ProcessMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('boxes'), boxes: z.array(HeldBox) }),
  /** For a box held by the receiving process. `saysTaken`: the sender wants to know when the box's connection took it. */
  z.object({ kind: z.literal('down'), devsn: z.string(), lang: z.enum(langs), down: ToBox, saysTaken: z.boolean() }),
  z.object({ kind: z.literal('taken'), devsn: z.string(), id: z.string() }),
  z.object({ kind: z.literal('reply'), devsn: z.string(), id: z.string(), frame: FrameIn }),
  /** For a socket held by the receiving process. */
  z.object({ kind: z.literal('frame'), lang: z.enum(langs), fd: z.string(), frame: FrameIn }),
])
export type ProcessMessage = z.infer<typeof ProcessMessage>
export const toProcess = (id: string): BusTopic<ProcessMessage> => ({ name: `to/${id}`, schema: ProcessMessage })

/** user_id: for this user only; absent: for all. */
const PushMessage = z.object({ frame: FrameIn, user_id: z.optional(z.string()) })
export const toWatchers = (lang: Lang, devsn: string): BusTopic<z.infer<typeof PushMessage>> => ({
  name: `push/${lang}/${devsn}`,
  schema: PushMessage,
})

const EventMessage = z.object({ text: z.string() })
const toEvents: BusTopic<z.infer<typeof EventMessage>> = { name: 'events', schema: EventMessage, isSure: true }

/** Events go only to the other processes. */
export function eventBus(bus: Bus): EventBus {
  return {
    publish: (text) => bus.publish(toEvents, { text }),
    subscribe: (handler) => void bus.listen(toEvents, ({ text }, from) => from === bus.id || handler(text)),
  }
}
