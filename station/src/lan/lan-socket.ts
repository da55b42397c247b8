/** One direct socket of an app: its login and its acts. */
import { createHash, randomBytes } from 'node:crypto'
import { heartbeat, socketLogin, socketLogout } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { FrameOut, frameMaxDepth, isShallow, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { createLateness } from '@homeport/contract/kit/clock-skew.ts'
import {
  inboxIdText,
  lanHeartbeatMs,
  publishWaitMs,
  socketCutCode,
  socketLoginMs,
  type Sender,
} from '@homeport/contract/kit/connection.ts'
import type { RawData, WebSocket } from 'ws'
import type { ActRequest, Answerer } from '../kit/connection/answer.ts'
import type { AccessRow } from './access.store.ts'
import type { LoginStep } from './handshake.ts'

const closeCodes = { late: 4408, wrong: 4401, crowded: 4429, ended: socketCutCode } as const
const missedBeats = 3
const maxInFlight = 64
/** An app that does not read is given up; pushes stop earlier, the next one replaces them. */
const backlogBytes = 1024 * 1024
const pushBacklogBytes = backlogBytes / 2

export type LanSocketDeps = {
  ws: WebSocket
  devsn: string
  login: (data: unknown) => LoginStep
  /** The user as a member of the household; undefined if not bound. */
  memberOf: (access: AccessRow) => Sender | undefined
  answerer: Pick<Answerer, 'take' | 'lifeMsOf'>
  /** ms by the cloud's clock. */
  cloudNow: () => number
  inTurn: (task: () => void) => void
  onLogin: (access: AccessRow) => void
  onFault: (fault: unknown) => void
}
export type LanSocket = ReturnType<typeof openLanSocket>

export function openLanSocket({ ws, devsn, login, memberOf, answerer, cloudNow, inTurn, onLogin, onFault }: LanSocketDeps) {
  const lateness = createLateness(() => performance.now())
  let access: AccessRow | undefined
  let inFlight = 0
  let silence: NodeJS.Timeout
  const loginTimer = setTimeout(() => access ?? ws.close(closeCodes.late, 'login'), socketLoginMs)

  function expectFrame(): void {
    clearTimeout(silence)
    silence = setTimeout(() => ws.terminate(), missedBeats * lanHeartbeatMs).unref()
  }

  function send(frame: FrameIn): void {
    if (ws.readyState !== ws.OPEN) return
    if (ws.bufferedAmount > backlogBytes) return ws.terminate()
    ws.send(JSON.stringify(frame))
  }

  async function handle(text: string): Promise<void> {
    const parsed = FrameOut.safeParse(jsonOf(text))
    if (!parsed.success) return send({ act: '', dev: '', code: Code.invalid, data: { field: 'act', rule: 'invalid' } })
    const frame = parsed.data
    const reply = (code: number, data: unknown, dev = '') => send({ act: frame.act, dev, code, data, id: frame.id })
    if (frame.act === socketLogin.name && !access) return logIn(frame.data.data, reply)
    if (!access) return reply(Code.wrongCredentials, null)
    if (frame.act === heartbeat.name) return reply(Code.ok, {})
    if (frame.act === socketLogout.name) {
      reply(Code.ok, {})
      return ws.close(1000, 'logout')
    }
    const from = memberOf(access)
    if (!from || (frame.data.devsn !== '' && frame.data.devsn !== devsn)) return reply(Code.notBound, null, devsn)
    if (!isShallow(frame.data.data, frameMaxDepth)) return reply(Code.invalid, { field: 'data', rule: 'too_deep' }, devsn)
    if (inFlight >= maxInFlight) return reply(Code.tooMany, null, devsn)
    inFlight += 1
    try {
      const answered = await answerer.take(actOf(frame, { ...access, from }), cloudNow())
      send({ ...answered, id: frame.id })
    } finally {
      inFlight -= 1
    }
  }

  function logIn(data: unknown, reply: (code: number, data: unknown) => void): void {
    const step = login(data)
    if (step === 'refused') {
      reply(Code.wrongCredentials, null)
      return ws.close(closeCodes.wrong, 'login')
    }
    if ('challenge' in step) return reply(Code.ok, step.challenge)
    access = step.access
    clearTimeout(loginTimer)
    onLogin(access)
    reply(Code.ok, { fd: randomBytes(16).toString('base64url') })
  }

  function actOf(frame: FrameOut, { realm, user_id, from }: AccessRow & { from: Sender }): ActRequest {
    const { act, data, sent_ms, id = randomBytes(16).toString('base64url') } = frame
    if (sent_ms !== 0) lateness.note(sent_ms)
    const lateMs = sent_ms === 0 ? 0 : lateness.of(sent_ms)
    const lifeMs = answerer.lifeMsOf(act)
    // The cloud's relay makes the same id of it: a repeat by the other way is the same act.
    const boxId = createHash('sha256')
      .update(inboxIdText(realm, user_id, id))
      .digest()
      .subarray(0, 16)
      .toString('base64url')
    const expiresAt = cloudNow() + (lifeMs === undefined ? publishWaitMs : lifeMs - lateMs)
    return { id: boxId, act, data: data.data, realm, from, expiresAt }
  }

  expectFrame()
  ws.on('message', (data, isBinary) => {
    expectFrame()
    const bytes = bytesOf(data)
    inTurn(() => void handle(isBinary ? '' : bytes.toString()).catch(onFault))
  })
  ws.on('error', () => {})
  ws.on('close', () => {
    clearTimeout(loginTimer)
    clearTimeout(silence)
  })

  return {
    /** Undefined before the login. */
    access: (): AccessRow | undefined => access,
    push(frame: FrameIn): void {
      if (ws.bufferedAmount < pushBacklogBytes) send(frame)
    },
    /** A newer socket takes its place. */
    giveWay: () => ws.close(closeCodes.crowded, 'crowded'),
    /** The sign-in or the binding ended. */
    end: () => ws.close(closeCodes.ended, 'ended'),
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
