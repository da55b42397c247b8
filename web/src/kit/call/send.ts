/**
 * Acts to the box: by the direct socket where one is open; else by a frame where the contract says so (`via`), else through /emqx/publish; the reply comes on the socket, or in the answer itself when no socket is open.
 * If the socket closes while a reply is pending, the same id is sent again by the way that remains, and the box gives the same reply (wire.md "Exactly once").
 */
import { publish } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { publishWaitMs } from '@homeport/contract/kit/connection.ts'
import type { Act, In, Out, Shape, Via } from '@homeport/contract/kit/operation.ts'
import { failedDuring, Failure, failureOfFrame } from '../failure.ts'
import { newId } from '../id.ts'
import { readAnswer } from './read-answer.ts'
import type { Socket } from './socket.ts'

export type SendDeps = {
  socket: Pick<Socket, 'fd' | 'tell'>
  /** The direct socket to the box in the house. */
  lan?: Pick<Socket, 'fd' | 'tell'>
  /** No call reaches the cloud now. */
  isCloudAway?: () => boolean
  /** Token and devsn of the current box; '' if signed out or no box is bound. */
  caller: () => { token: string; devsn: string }
  publish: (input: In<typeof publish.input>) => Promise<Out<typeof publish.output>>
  later: (ms: number, run: () => void) => () => void
  now: () => number
}

/** isFleeting: meaningful only now (a key press); not sent again if its reply is lost. isByCall: not by the socket, which may be dead without knowing it. */
export type SendOptions = { waitMs?: number; isFleeting?: true; isByCall?: boolean }

export type Sender = {
  send: <I extends Shape, O extends Shape>(act: Act<I, O>, input: In<I>, options?: SendOptions) => Promise<Out<O>>
  /** Handles a frame; true if a request was waiting for it. */
  heard: (frame: FrameIn) => boolean
  /** The socket closed: pending requests that went by it are sent again. */
  lost: (way?: Way) => void
}

type Way = 'cloud' | 'lan'
type Result = FrameIn | 'lost' | 'late'
type PendingReply = { way: Way; settle: (result: Result) => void }

export function createSender(deps: SendDeps): Sender {
  const waiting = new Map<string, PendingReply>()

  async function send<I extends Shape, O extends Shape>(
    act: Act<I, O>,
    input: In<I>,
    options: SendOptions = {},
  ): Promise<Out<O>> {
    const { token, devsn } = deps.caller()
    // spec 5's order: please login, not bound; the cloud decides whether the box is online
    if (token === '') throw new Failure('session', { code: Code.noToken })
    if (devsn === '') throw new Failure('device', { code: Code.notBound })
    const actRequest = {
      act: act.name,
      via: act.via,
      input,
      devsn,
      id: newId(),
      waitMs: options.waitMs ?? publishWaitMs + 2_000,
      isFleeting: options.isFleeting ?? false,
      isByCall: options.isByCall ?? false,
    }
    return exchange(actRequest)
      .then((frame) => read(act, frame))
      .catch(failedDuring('act'))
  }

  function exchange(actRequest: ActRequest): Promise<FrameIn> {
    const { lan, isCloudAway = () => false } = deps
    const isDirect = lan && lan.fd() !== '' && (!actRequest.isByCall || isCloudAway())
    return isDirect ? exchangeInHouse(actRequest, lan) : exchangeByCloud(actRequest)
  }

  async function exchangeInHouse(actRequest: ActRequest, lan: Pick<Socket, 'tell'>): Promise<FrameIn> {
    const reply = await replyTo(actRequest, 'lan', async () => {
      if (!lan.tell(actRequest.act, actRequest.input, actRequest.id)) throw new Failure('network')
      return null
    })
    return reply ?? exchangeByCloud(actRequest)
  }

  async function exchangeByCloud(actRequest: ActRequest): Promise<FrameIn> {
    if (deps.socket.fd() === '' || actRequest.isByCall) return published(actRequest)
    const reply = await replyTo(actRequest, 'cloud', async () => {
      if (actRequest.via === 'frame' && deps.socket.tell(actRequest.act, actRequest.input, actRequest.id)) return null
      const response = await deps.publish(payloadOf(actRequest, deps.socket.fd()))
      return 'act' in response ? response : null
    })
    return reply ?? published(actRequest)
  }

  /** The reply, from `begin` or by the request's id from whichever socket; null: the way was lost. */
  async function replyTo(actRequest: ActRequest, way: Way, begin: () => Promise<FrameIn | null>): Promise<FrameIn | null> {
    let settle: (result: Result) => void = () => {}
    const reply = new Promise<Result>((resolve) => (settle = resolve))
    const stop = deps.later(actRequest.waitMs, () => settle('late'))
    waiting.set(actRequest.id, { way, settle })
    try {
      const result = (await begin()) ?? (await reply)
      if (result === 'late') throw new Failure('code', { code: Code.noResponse })
      if (result !== 'lost') return result
      if (actRequest.isFleeting) throw new Failure('network')
      return null
    } finally {
      stop()
      waiting.delete(actRequest.id)
    }
  }

  async function published(actRequest: ActRequest): Promise<FrameIn> {
    const response = await deps.publish(payloadOf(actRequest, ''))
    if ('act' in response) return response
    throw new Failure('code', { code: Code.noResponse })
  }

  function payloadOf(actRequest: ActRequest, fd: string) {
    const payload = {
      request: actRequest.act,
      timestamp: Math.floor(deps.now() / 1000),
      code: Code.ok,
      data: actRequest.input,
      fd,
      id: actRequest.id,
    }
    return { client_id: actRequest.devsn, payload: JSON.stringify(payload) }
  }

  return {
    send,
    heard(frame) {
      const one = frame.id === undefined ? undefined : waiting.get(frame.id)
      one?.settle(frame)
      return one !== undefined
    },
    lost(way = 'cloud') {
      for (const one of waiting.values()) if (one.way === way) one.settle('lost')
    },
  }
}

type ActRequest = {
  act: string
  via: Via
  input: unknown
  devsn: string
  id: string
  waitMs: number
  isFleeting: boolean
  isByCall: boolean
}

function read<I extends Shape, O extends Shape>(act: Act<I, O>, frame: FrameIn): Out<O> {
  if (frame.code !== Code.ok) throw failureOfFrame(frame)
  const output = readAnswer(act.output, frame.data)
  if (!output.success) throw new Failure('shape', { data: output.error.issues })
  return output.data
}
