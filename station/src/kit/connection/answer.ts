/** Handles the acts of the contract: validates the data by the act's schema, runs an effect exactly once per id, and builds the reply frame. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { echoedNames, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Sender } from '@homeport/contract/kit/connection.ts'
import type { Act, In, Lang, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { ruleWords } from '@homeport/contract/shape/field/rule-messages.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import * as z from 'zod/mini'
import { isDamaged, isDiskFull } from '../disk-full.ts'
import type { InboxStore } from './inbox.store.ts'
import { Refusal } from '../refusal.ts'

/** from: undefined of requests of the cloud itself, and of acts that an older version began before the restart in which they are finished. */
export type ActRequest = { id: string; act: string; data: unknown; realm: Lang; from?: Sender; expiresAt: number }
/** expiresAt: ms by the cloud's clock. */
export type ActCaller = Pick<ActRequest, 'id' | 'realm' | 'from' | 'expiresAt'>
export type Handler = { act: Act; run(data: unknown, by: ActCaller): Promise<unknown> }

/** Binds a handler to its act in the contract. by.id: the act's id, the same on a repeat. */
export function answer<I extends Shape, O extends Shape>(
  act: Act<I, O>,
  run: (data: Out<I>, by: ActCaller) => Promise<In<O>>,
): Handler {
  return {
    act,
    async run(data, by) {
      const parsed = z.safeParse(act.input, data ?? {})
      if (!parsed.success) throw new Refusal(Code.invalid, invalidOf(parsed.error.issues[0]))
      return run(parsed.data, by)
    },
  }
}

/** An act that was begun this many times without a reply is answered as a fault. */
const maxTries = 3
/** Acts without an entry in the inbox whose replies are kept in memory. */
const maxRecent = 64

export type AnswererDeps = {
  devsn: string
  handlers: readonly Handler[]
  inbox: InboxStore
  now: () => number
  onFault: (act: string, fault: unknown) => void
}
export type Answerer = ReturnType<typeof createAnswerer>

export function createAnswerer({ devsn, handlers, inbox, now, onFault }: AnswererDeps) {
  const byName = new Map(handlers.map((handler) => [handler.act.name, handler]))
  const underWay = new Map<string, Promise<FrameIn>>()
  const recent = new Map<string, Promise<FrameIn>>()

  /** cloudNow: ms by the cloud's clock. */
  async function take(request: ActRequest, cloudNow: number): Promise<FrameIn> {
    const handler = byName.get(request.act)
    if (!handler) return frame(request, Code.invalid, { field: 'act', rule: 'act' })
    if (handler.act.needs === 'owner' && request.from?.role === 'member') return frame(request, Code.notAllowed, null)
    const before = recent.get(request.id)
    if (before) return before
    if (!handler.act.once) {
      return request.expiresAt <= cloudNow ? frame(request, Code.noResponse, null) : remembered(request.id, run(handler, request))
    }
    return answeredOnce(handler, request, cloudNow)
  }

  /** Its reply is kept in the inbox, and given again to a repeat. */
  function answeredOnce(handler: Pick<Handler, 'run'>, request: ActRequest, cloudNow: number): Promise<FrameIn> {
    return exactlyOnce(request.id, async () => {
      try {
        const before = await inbox.replyOf(request.id)
        if (before !== undefined) return JSON.parse(before)
      } catch (error) {
        // Nothing was done: a repeat may have its effect.
        return failed(request, error)
      }
      if (request.expiresAt <= cloudNow) return frame(request, Code.noResponse, null)
      return runNoted(handler, request)
    })
  }

  /** A reply that was lost on one way is given again on the other, without a second effect. */
  function remembered(id: string, reply: Promise<FrameIn>): Promise<FrameIn> {
    recent.set(id, reply)
    dropOldest(recent, maxRecent)
    return reply
  }

  /** Concurrent requests with the same id share one run and one reply. */
  function exactlyOnce(id: string, work: () => Promise<FrameIn>): Promise<FrameIn> {
    const running = underWay.get(id) ?? work().finally(() => underWay.delete(id))
    underWay.set(id, running)
    return running
  }

  async function runNoted(handler: Pick<Handler, 'run'>, request: ActRequest): Promise<FrameIn> {
    try {
      await inbox.begin(request, now())
    } catch (error) {
      return failed(request, error)
    }
    const reply = await run(handler, request)
    try {
      await inbox.finish(request.id, JSON.stringify(reply))
    } catch (error) {
      // The work is done, so its reply is told, at least until the box restarts.
      onFault(request.act, error)
      return remembered(request.id, Promise.resolve(reply))
    }
    return reply
  }

  async function run(handler: Pick<Handler, 'run'>, request: ActRequest): Promise<FrameIn> {
    try {
      return frame(request, Code.ok, await handler.run(request.data, request))
    } catch (error) {
      return failed(request, error)
    }
  }

  function failed(request: ActRequest, error: unknown): FrameIn {
    if (error instanceof Refusal) return frame(request, error.code, error.data)
    if (isDiskFull(error)) return frame(request, TaskCode.noSpace, { reason: 'no_space' })
    onFault(request.act, error)
    return frame(request, isDamaged(error) ? Code.damaged : Code.fault, null)
  }

  function frame(request: ActRequest, code: number, data: unknown): FrameIn {
    return { act: request.act, dev: devsn, code, data, id: request.id, ...echoedNames(data), ...echoedNames(request.data) }
  }

  /** Finishes acts begun before a restart; replies go out with `send`. */
  async function finishBegun(send: (realm: Lang, reply: FrameIn) => void): Promise<void> {
    for (const { tries, ...begun } of await inbox.unfinished()) {
      const handler = byName.get(begun.act)
      const request = { ...begun, expiresAt: Infinity }
      const reply = await exactlyOnce(begun.id, async () => {
        if (handler && tries < maxTries) return runNoted(handler, request)
        const fault = frame(request, Code.fault, null)
        await inbox.finish(begun.id, JSON.stringify(fault))
        return fault
      })
      send(begun.realm, reply)
    }
  }

  /** For other requests that must have one answer only, however often they are repeated. */
  function noted({ id, act, realm }: { id: string; act: string; realm: Lang }, decide: () => Promise<number>): Promise<FrameIn> {
    const run = async () => {
      const code = await decide()
      if (code !== Code.ok) throw new Refusal(code, {})
      return {}
    }
    return answeredOnce({ run }, { id, act, realm, data: null, expiresAt: Infinity }, 0)
  }

  return { take, noted, finishBegun, lifeMsOf: (act: string) => byName.get(act)?.act.lifeMs }
}

function invalidOf(issue: { path: PropertyKey[]; message: string } | undefined): { field: string; rule: string } {
  const rule = issue?.message ?? 'invalid'
  return { field: String(issue?.path[0] ?? ''), rule: rule in ruleWords ? rule : 'invalid' }
}
