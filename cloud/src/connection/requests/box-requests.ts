/** Requests to boxes: sends to the process that holds the box, over the bus if needed, and returns the reply to the requester. */
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { ToBox } from '@homeport/contract/kit/connection.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Bus } from '../bus/bus.ts'
import { toProcess, type ProcessMessage } from '../bus/bus-messages.ts'
import type { BoxAddress } from '../broker/broker.ts'
import type { PresenceRegistry } from '../presence/presence.ts'

/** How long the return route of a reply for another process is kept. */
const replyRouteMs = 30_000

export type Question = Extract<ToBox, { kind: 'act' | 'pair' | 'pair_check' }>
export type Answer = { kind: 'frame'; frame: FrameIn } | { kind: 'offline' } | { kind: 'silent' }

type PendingRequest = { resolve(answer: Answer): void; onTaken?: () => void }
type Deliver = (to: BoxAddress, down: ToBox, onTaken?: () => void) => boolean

export type BoxRequests = ReturnType<typeof createBoxRequests>

export function createBoxRequests({
  bus,
  presence,
  deliver,
  now,
  later,
}: {
  bus: Bus
  presence: PresenceRegistry
  deliver: Deliver
  now: () => number
  later: Later
}) {
  const waiting = new Map<string, Set<PendingRequest>>()
  const replyRoutes = new Map<string, { process: string; at: number }>()
  const keyOf = (devsn: string, id: string) => `${devsn}/${id}`
  const unsubscribe = bus.listen(toProcess(bus.id), handle)
  let isStopped = false

  /** False if the box is offline. */
  function send(to: BoxAddress, down: ToBox, onTaken?: () => void): boolean {
    const holder = presence.holderOf(to.devsn)
    if (!holder) return false
    if (holder === bus.id) return deliver(to, down, onTaken)
    bus.publish(toProcess(holder), { kind: 'down', ...to, down, saysTaken: onTaken !== undefined })
    return true
  }

  /** The box's reply; 'offline' at once, 'silent' after `timeoutMs`, and at once when the cloud stops. Two requests with one id both get the reply. */
  function ask(to: BoxAddress, question: Question, how: { timeoutMs: number; onTaken?: () => void }): Promise<Answer> {
    if (isStopped) return Promise.resolve({ kind: 'silent' })
    const key = keyOf(to.devsn, question.id)
    return new Promise((resolve) => {
      const own: PendingRequest = { resolve: end, onTaken: how.onTaken }
      const cancel = later(how.timeoutMs, () => end({ kind: 'silent' }))
      const all = waiting.get(key) ?? new Set()
      waiting.set(key, all.add(own))
      if (!send(to, question, how.onTaken)) end({ kind: 'offline' })

      function end(answer: Answer): void {
        cancel()
        all.delete(own)
        if (all.size === 0) waiting.delete(key)
        resolve(answer)
      }
    })
  }

  /** A reply from a box of this process: it answers only requests to that box. */
  function answered(devsn: string, id: string, frame: FrameIn): void {
    const route = replyRoutes.get(keyOf(devsn, id))
    if (route) bus.publish(toProcess(route.process), { kind: 'reply', devsn, id, frame })
    resolveAll(devsn, id, frame)
  }

  function resolveAll(devsn: string, id: string, frame: FrameIn): void {
    for (const one of waiting.get(keyOf(devsn, id)) ?? []) one.resolve({ kind: 'frame', frame })
  }

  function handle(message: ProcessMessage, from: string): void {
    if (from === bus.id) return
    if (message.kind === 'reply') resolveAll(message.devsn, message.id, message.frame)
    if (message.kind === 'taken') for (const one of waiting.get(keyOf(message.devsn, message.id)) ?? []) one.onTaken?.()
    if (message.kind !== 'down') return
    const { devsn, lang, down, saysTaken } = message
    if (!isQuestion(down)) return void deliver({ devsn, lang }, down)
    saveReplyRoute(keyOf(devsn, down.id), from)
    deliver(
      { devsn, lang },
      down,
      saysTaken ? () => bus.publish(toProcess(from), { kind: 'taken', devsn, id: down.id }) : undefined,
    )
  }

  function saveReplyRoute(key: string, process: string): void {
    replyRoutes.delete(key)
    replyRoutes.set(key, { process, at: now() })
    for (const [old, { at }] of replyRoutes) {
      if (now() - at < replyRouteMs) break
      replyRoutes.delete(old)
    }
  }

  return {
    send,
    ask,
    answered,
    stop(): void {
      isStopped = true
      unsubscribe()
      for (const all of waiting.values()) for (const one of all) one.resolve({ kind: 'silent' })
    },
  }
}

const isQuestion = (down: ToBox): down is Question => down.kind === 'act' || down.kind === 'pair' || down.kind === 'pair_check'
