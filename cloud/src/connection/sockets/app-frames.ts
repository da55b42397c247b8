/** Answers the frames of an app: login, heartbeat, logout, and acts for the user's boxes. */
import { heartbeat, socketLogin, socketLogout } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { FrameOut } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { AppRegistry } from './app-registry.ts'
import { closeCodes, sendFrame, type AppSocket } from './app-socket.ts'
import type { Secrets } from '../base/secrets.ts'
import type { Act, Relay } from '../requests/relay.ts'
import { issueSocketId } from './socket-id.ts'

const inFlightMax = 64
/** Acts that wait for their box are held in memory. The bound is for all apps of the process together; one act of each is always taken. */
const inFlightTotalChars = 2 * 1024 * 1024

export type TokenOwner = { user_id: string; token_hash: string }

export type AppFrameDeps = {
  /** The id of this process, which becomes part of the fd. */
  ownProcess: string
  apps: AppRegistry
  relay: Relay
  secrets: Secrets
  now: () => number
  userOf: (lang: Lang, token: string) => Promise<TokenOwner | undefined>
}

/** Returns the handler of one frame's text. */
export function appFrameHandler({ ownProcess, apps, relay, secrets, now, userOf }: AppFrameDeps) {
  let totalChars = 0
  const isFull = (app: AppSocket, text: string) =>
    app.inFlight >= inFlightMax || (app.inFlight > 0 && totalChars + text.length > inFlightTotalChars)

  async function login(app: AppSocket, frame: FrameOut, reply: (code: number, data: unknown) => void): Promise<void> {
    const token = tokenIn(frame.data.data)
    const owner = token === '' ? undefined : await userOf(app.lang, token)
    if (!owner || (app.user && app.user.user_id !== owner.user_id)) {
      reply(Code.wrongCredentials, null)
      return app.ws.close(closeCodes.wrong, 'login')
    }
    if (app.ws.readyState !== app.ws.OPEN) return
    const fd = issueSocketId({ secrets, lang: app.lang, user_id: owner.user_id }, ownProcess)
    apps.signIn(app, { ...owner, token, checkedAt: now(), fd, devsn: frame.data.devsn })
    app.onLogin()
    await apps.followBoxes(app)
    reply(Code.ok, { fd })
  }

  return async (app: AppSocket, text: string): Promise<void> => {
    const read = FrameOut.safeParse(readJson(text))
    if (!read.success) return sendFrame(app, { act: '', dev: '', code: Code.invalid, data: faultOf(read.error.issues[0]) })
    const frame = read.data
    const lateMs = latenessOf(app, frame)
    const reply = (code: number, data: unknown) => sendFrame(app, { act: frame.act, dev: '', code, data, id: frame.id })
    if (frame.act === heartbeat.name && app.user) return reply(Code.ok, {})
    if (frame.act === socketLogout.name && app.user) {
      reply(Code.ok, {})
      return app.ws.close(1000, 'logout')
    }
    if (isFull(app, text))
      return sendFrame(app, { act: frame.act, dev: frame.data.devsn, code: Code.tooMany, data: null, id: frame.id })
    app.inFlight += 1
    totalChars += text.length
    try {
      if (frame.act === socketLogin.name) await login(app, frame, reply)
      else if (app.user) sendFrame(app, await relay.send({ ...actOf(app.lang, app.user, frame), lateMs }))
      else reply(Code.wrongCredentials, null)
    } catch (error) {
      reply(Code.fault, null)
      throw error
    } finally {
      app.inFlight -= 1
      totalChars -= text.length
    }
  }
}

/** ms by which it was slower than the app's fastest frame. */
function latenessOf({ lateness }: AppSocket, { sent_ms }: FrameOut): number {
  if (sent_ms === 0) return 0
  lateness.note(sent_ms)
  return lateness.of(sent_ms)
}

/** The box that a frame names, else the socket's own box. */
type ActUser = { user_id: string; token_hash: string; devsn: string }
function actOf(lang: Lang, { user_id, token_hash, devsn }: ActUser, { act, id, data }: FrameOut): Act {
  return { lang, devsn: data.devsn || devsn, act, data: data.data, user_id, token_hash, id }
}

function tokenIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string' ? data.token : ''
}

/** The data of a 4000. */
function faultOf(issue: { path: PropertyKey[]; message: string } | undefined): { field: string; rule: string } {
  const field = String(issue?.path.at(-1) ?? 'act')
  return { field, rule: issue?.message === 'too_large' ? 'too_large' : 'invalid' }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
