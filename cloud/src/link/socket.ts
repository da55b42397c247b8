/** The app's WebSockets: login within 5 s, a heartbeat, acts to the user's boxes and their pushes, notices of changes. */
import type { IncomingMessage } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { Code } from '@homeport/contract/kit/codes.ts'
import { FrameOut, frameMaxBytes, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { framesPerSecond, socketCutCode, socketLoginMs } from '@homeport/contract/kit/link.ts'
import type { In, Lang } from '@homeport/contract/kit/promise.ts'
import { heartbeat, socketLogin, socketLogout, type notice } from '@homeport/contract/device.ts'
import { bytesOf } from './box-connection.ts'
import type { Bus } from './bus.ts'
import { toProcess } from './bus-messages.ts'
import type { PresenceRegistry } from './presence.ts'
import { issueSocketId } from './socket-id.ts'
import { openSubscriptions } from './subscriptions.ts'
import type { Secrets } from './identity.ts'
import type { Act, Relay } from './relay.ts'
import { refuseUpgrade, type Upgrade } from './upgrade.ts'

export type TokenOwner = { user_id: string; token_hash: string }

export type SocketDeps = {
  bus: Bus
  directory: PresenceRegistry
  relay: Relay
  secrets: Secrets
  now: () => number
  log: { warn(about: object, words: string): void; debug(about: object, words: string): void }
  isOriginAllowed: (request: IncomingMessage) => boolean
  userOf: (lang: Lang, token: string) => Promise<TokenOwner | undefined>
  boxesOf: (lang: Lang, userId: string) => Promise<string[]>
}

const inFlightMax = 64
/** An app that is silent for this long is disconnected (its heartbeat comes every 4 s, in a background page once a minute). */
const silentMs = 75_000
const tokenCheckMs = 30_000
/** A socket that does not answer the close is terminated after this time (P10). */
const closeWithinMs = 800
/** Send buffer limit for an app that does not read. Pushes stop earlier, because the next one replaces them. */
const bufferedMaxBytes = 1024 * 1024
const bufferedPushBytes = bufferedMaxBytes / 2
const burstFrames = 2 * framesPerSecond

const closing = { late: 4408, wrong: 4401, ended: socketCutCode, away: 1001 } as const

type App = {
  ws: WebSocket
  lang: Lang
  heardAt: number
  inFlight: number
  /** Frames that may be read now, as of filledAt (ms); below 0 the socket is paused. */
  budget: number
  filledAt: number
  /** Number of queries for its boxes: the result of an older one is ignored. */
  asked: number
  /** Number of its latest notice: an older one that completes later is dropped. */
  told: number
  user?: { user_id: string; token_hash: string; token: string; checkedAt: number; fd: string; devsn: string }
}

export type Sockets = ReturnType<typeof openSockets>

export function openSockets(deps: SocketDeps) {
  const { bus, directory, relay, now, log } = deps
  const apps = new Set<App>()
  const byFd = new Map<string, App>()
  const server = new WebSocketServer({ noServer: true, maxPayload: frameMaxBytes })
  const following = openSubscriptions<App>({ bus, directory, push, notify })
  const endListening = bus.listen(toProcess(bus.id), (word) => {
    if (word.kind === 'frame') sendTo(word.fd, word.frame)
  })

  function upgrade(lang: Lang, { request, socket, head }: Upgrade): void {
    if (!deps.isOriginAllowed(request)) return refuseUpgrade(socket, 403)
    server.handleUpgrade(request, socket, head, (ws) => welcome(lang, ws))
  }

  function welcome(lang: Lang, ws: WebSocket): void {
    const app: App = {
      ws,
      lang,
      heardAt: now(),
      inFlight: 0,
      budget: burstFrames,
      filledAt: performance.now(),
      asked: 0,
      told: 0,
    }
    apps.add(app)
    const lateness = setTimeout(() => app.user ?? ws.close(closing.late, 'login'), socketLoginMs)
    ws.on('message', (data, isBinary) => {
      app.heardAt = now()
      spend(app)
      handle(app, isBinary ? '' : bytesOf(data).toString()).catch((error) =>
        log.warn({ err: error }, 'A frame could not be answered'),
      )
    })
    // ws closes a socket that breaks its rules or the size limit; without a listener its error would end the process.
    ws.on('error', (error) => log.debug({ err: error }, 'An app socket was cut off'))
    ws.on('close', () => {
      clearTimeout(lateness)
      forget(app)
    })
  }

  /** Limits reading to the allowed frames per second: the rest waits in the client's network buffers and uses no memory here. */
  function spend(app: App): void {
    const at = performance.now()
    app.budget = Math.min(burstFrames, app.budget + ((at - app.filledAt) * framesPerSecond) / 1_000) - 1
    app.filledAt = at
    if (app.budget > 0 || app.ws.isPaused) return
    app.ws.pause()
    setTimeout(() => app.ws.resume(), ((1 - app.budget) * 1_000) / framesPerSecond).unref()
  }

  function forget(app: App): void {
    apps.delete(app)
    if (app.user) byFd.delete(app.user.fd)
    app.user = undefined
    following.leave(app)
  }

  async function handle(app: App, text: string): Promise<void> {
    const read = FrameOut.safeParse(readJson(text))
    if (!read.success) return send(app, { act: '', dev: '', code: Code.invalid, data: faultOf(read.error.issues[0]) })
    const frame = read.data
    const reply = (code: number, data: unknown) => send(app, { act: frame.act, dev: '', code, data, id: frame.id })
    if (frame.act === heartbeat.name && app.user) return reply(Code.ok, {})
    if (frame.act === socketLogout.name && app.user) {
      reply(Code.ok, {})
      return app.ws.close(1000, 'logout')
    }
    if (app.inFlight >= inFlightMax)
      return send(app, { act: frame.act, dev: frame.data.devsn, code: Code.tooMany, data: null, id: frame.id })
    app.inFlight += 1
    try {
      if (frame.act === socketLogin.name) await login(app, frame, reply)
      else if (app.user) send(app, await relay.send(actOf(app.lang, app.user, frame)))
      else reply(Code.wrongCredentials, null)
    } finally {
      app.inFlight -= 1
    }
  }

  async function login(app: App, frame: FrameOut, reply: (code: number, data: unknown) => void): Promise<void> {
    const token = tokenIn(frame.data.data)
    const owner = token === '' ? undefined : await deps.userOf(app.lang, token)
    if (!owner || (app.user && app.user.user_id !== owner.user_id)) {
      reply(Code.wrongCredentials, null)
      return app.ws.close(closing.wrong, 'login')
    }
    if (app.ws.readyState !== app.ws.OPEN) return
    if (app.user) byFd.delete(app.user.fd)
    const fd = issueSocketId({ secrets: deps.secrets, lang: app.lang, user_id: owner.user_id }, bus.id)
    app.user = { ...owner, token, checkedAt: now(), fd, devsn: frame.data.devsn }
    byFd.set(fd, app)
    await followBoxes(app)
    reply(Code.ok, { fd })
  }

  async function followBoxes(app: App): Promise<void> {
    if (!app.user) return
    app.asked += 1
    const turn = app.asked
    const boxes = await deps.boxesOf(app.lang, app.user.user_id)
    if (app.user && turn === app.asked) following.follow(app, boxes)
  }

  /** An app that leaves this much unread is disconnected, because the buffer is the cloud's memory. */
  function send(app: App, frame: FrameIn): void {
    if (app.ws.readyState !== app.ws.OPEN) return
    if (app.ws.bufferedAmount > bufferedMaxBytes) return app.ws.terminate()
    app.ws.send(JSON.stringify(frame))
  }

  /** A slow reader misses progress, which the next push repeats; it is never buffered. */
  function push(app: App, frame: FrameIn): void {
    if (app.ws.bufferedAmount < bufferedPushBytes) send(app, frame)
  }

  function notify(app: App, data: In<typeof notice.output>): void {
    send(app, { act: 'notice', dev: '', code: Code.ok, data })
  }

  function sendTo(fd: string, frame: FrameIn): void {
    const app = byFd.get(fd)
    if (app) send(app, frame)
  }

  function ofUser(lang: Lang, userId: string): App[] {
    return [...apps].filter((app) => app.lang === lang && app.user?.user_id === userId)
  }

  function cut(app: App, words: string): void {
    app.ws.close(closing.ended, words)
    setTimeout(() => app.ws.terminate(), closeWithinMs).unref()
    forget(app)
  }

  /** The user's boxes changed: subscriptions are updated at once, and the apps get a notice. `lost`: sockets opened for that box are closed. */
  async function bindingsChanged(lang: Lang, userId: string, lost?: string): Promise<void> {
    for (const app of ofUser(lang, userId)) {
      if (lost !== undefined) following.drop(app, lost)
      notify(app, { bindings_changed: 1 })
      if (lost !== undefined && app.user?.devsn === lost) cut(app, 'unbound')
      else await followBoxes(app)
    }
  }

  let turns = 0

  /** Sends a user's apps the result of `read`, which is not called if none is open. Of parallel calls the one started last wins. */
  async function notifyUser(lang: Lang, userId: string, read: () => Promise<In<typeof notice.output>>): Promise<void> {
    const open = ofUser(lang, userId)
    if (open.length === 0) return
    turns += 1
    const turn = turns
    for (const app of open) app.told = turn
    const data = await read()
    for (const app of open) if (app.told === turn) notify(app, data)
  }

  function tokensEnded(lang: Lang, tokenHashes: readonly string[]): void {
    for (const app of apps) if (app.lang === lang && app.user && tokenHashes.includes(app.user.token_hash)) cut(app, 'signed out')
  }

  /** Called every few seconds: drops silent sockets, and those whose token ended without an event. */
  async function sweep(): Promise<void> {
    for (const app of apps) {
      if (now() - app.heardAt > silentMs) {
        app.ws.terminate()
        continue
      }
      const { user } = app
      if (!user || now() - user.checkedAt < tokenCheckMs) continue
      user.checkedAt = now()
      if (!(await deps.userOf(app.lang, user.token))) cut(app, 'signed out')
    }
  }

  return {
    upgrade,
    bindingsChanged,
    notifyUser,
    tokensEnded,
    sweep,
    /** True if the fd is an open socket of this process. */
    has: (fd: string) => byFd.has(fd),
    sendTo,
    count: () => apps.size,
    stop(): void {
      endListening()
      for (const app of apps) {
        app.ws.close(closing.away, 'going away')
        app.ws.terminate()
        forget(app)
      }
      server.close()
    },
  }
}

/** The box that a frame names, else the socket's own box. */
function actOf(lang: Lang, user: { user_id: string; devsn: string }, { act, id, data }: FrameOut): Act {
  return { lang, devsn: data.devsn || user.devsn, act, data: data.data, user_id: user.user_id, id }
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
