/** The app's WebSockets: accepted at the upgrade, login within 5 s, closed when they are silent or their token ended. */
import type { IncomingMessage } from 'node:http'
import { frameMaxBytes, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { bytesBeforeLogin, createTokenBucket, framesRate, sharedBytesRate } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket, noHead } from '@homeport/contract/kit/inbound-socket.ts'
import { socketLoginMs } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { appFrameHandler, type TokenOwner } from './app-frames.ts'
import { createAppRegistry } from './app-registry.ts'
import { bufferedTotalBytes, closeCodes, createAppSocket, queueFrame } from './app-socket.ts'
import { createSendBudget } from './send-budget.ts'
import { toBuffer } from '../broker/box-connection.ts'
import type { Bus } from '../bus/bus.ts'
import { toProcess } from '../bus/bus-messages.ts'
import type { Secrets } from '../base/secrets.ts'
import type { PresenceRegistry } from '../presence/presence.ts'
import type { Relay } from '../requests/relay.ts'
import { refuseUpgrade, type Upgrade } from '../base/upgrade.ts'
import { createTurnQueue } from '@homeport/contract/kit/turn-queue.ts'
import { createUserNotices } from './user-notices.ts'

export type SocketDeps = {
  bus: Bus
  presence: PresenceRegistry
  relay: Relay
  secrets: Secrets
  now: () => number
  log: { warn(about: object, words: string): void; debug(about: object, words: string): void }
  isOriginAllowed: (request: IncomingMessage) => boolean
  userOf: (lang: Lang, token: string) => Promise<TokenOwner | undefined>
  boxesOf: (lang: Lang, userId: string) => Promise<string[]>
}

/** An app that is silent for this long is disconnected (its heartbeat comes every 4 s, in a background page once a minute). */
const silentMs = 75_000
const tokenCheckMs = 30_000

export function openSockets({ bus, presence, relay, secrets, now, log, isOriginAllowed, userOf, boxesOf }: SocketDeps) {
  const apps = createAppRegistry({ bus, presence, boxesOf })
  const handleFrame = appFrameHandler({ ownProcess: bus.id, apps, relay, secrets, now, userOf })
  const sendBudget = createSendBudget(bufferedTotalBytes)
  const shared = createTokenBucket(sharedBytesRate, () => performance.now())
  const server = new WebSocketServer({ noServer: true, maxPayload: frameMaxBytes })
  const addFrame = createTurnQueue()
  const unsubscribe = bus.listen(toProcess(bus.id), (message) => {
    if (message.kind === 'frame') apps.sendTo(message.fd, message.frame)
  })

  function accept(lang: Lang, ws: WebSocket, onLogin: () => void): void {
    const app = createAppSocket({ ws, lang, sendBudget, onLogin, now: now() })
    apps.add(app)
    const loginTimer = setTimeout(() => app.user ?? ws.close(closeCodes.late, 'login'), socketLoginMs)
    ws.on('message', (data, isBinary) => {
      app.lastFrameAt = now()
      const frame = toBuffer(data)
      const handle = () => {
        if (ws.readyState !== ws.OPEN) return
        handleFrame(app, isBinary ? '' : frame.toString()).catch((error) =>
          log.warn({ err: error }, 'A frame could not be answered'),
        )
      }
      queueFrame(app, frame.length, { add: addFrame, handle })
    })
    // ws closes a socket that breaks its rules or the size limit; without a listener its error would end the process.
    ws.on('error', (error) => log.debug({ err: error }, 'An app socket was cut off'))
    ws.on('close', () => {
      clearTimeout(loginTimer)
      sendBudget.closed(ws)
      apps.remove(app)
    })
  }

  return {
    ...createUserNotices(apps),
    upgrade(lang: Lang, { request, socket, head }: Upgrade): void {
      if (!isOriginAllowed(request)) return refuseUpgrade(socket, 403)
      const inbound = inboundWebSocket(socket, { rate: framesRate, shared, maxTotal: bytesBeforeLogin, head })
      server.handleUpgrade(request, inbound, noHead, (ws) => accept(lang, ws, () => inbound.liftTotal()))
    },
    /** Called every few seconds: drops silent sockets, and those whose token ended without an event. */
    async sweep(): Promise<void> {
      for (const app of apps.all()) {
        if (now() - app.lastFrameAt > silentMs) {
          app.ws.terminate()
          continue
        }
        const { user } = app
        if (!user || now() - user.checkedAt < tokenCheckMs) continue
        user.checkedAt = now()
        if (!(await userOf(app.lang, user.token))) apps.cut(app, 'signed out')
      }
    },
    /** True if the fd is an open socket of this process. */
    has: apps.has,
    sendTo: (fd: string, frame: FrameIn) => apps.sendTo(fd, frame),
    count: apps.count,
    stop(): void {
      unsubscribe()
      for (const app of apps.all()) {
        app.ws.close(closeCodes.away, 'going away')
        app.ws.terminate()
        apps.remove(app)
      }
      server.close()
    },
  }
}
