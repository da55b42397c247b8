/** The MQTT broker of this process: boxes sign in with their key and may use only their own topics. */
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { writeToStream } from 'mqtt-packet'
import { WebSocketServer } from 'ws'
import { boxFramesRate, bytesBeforeLogin } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket, noHead } from '@homeport/contract/kit/inbound-socket.ts'
import { boxPacketMaxBytes, copyReturnCode, keepAliveSeconds, mqttTopics, type ToBox } from '@homeport/contract/kit/connection.ts'
import { limitMqttMemory } from '@homeport/contract/kit/mqtt/limit-mqtt-packet.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { BoxConnection } from './box-connection.ts'
import { signInChecker, type SignInDeps } from './box-sign-in.ts'
import { publishHandler, type BoxState, type PublishHandlerDeps } from './handle-publish.ts'
import { isBoxId, maySubscribe, publishRule } from './topic-access.ts'
import { refuseUpgrade, type Upgrade } from '../base/upgrade.ts'

/** A box, and the realm that sends to it. */
export type BoxAddress = { devsn: string; lang: Lang }

export const unboundRate = { points: 10, seconds: 60 }
const willMaxBytes = 512

export type BrokerDeps = SignInDeps & PublishHandlerDeps & { log: { debug(about: object, words: string): void } }

type Answer = (error: AuthenticateError | null, isIn: boolean) => void

export type Broker = Awaited<ReturnType<typeof openBroker>>

export async function openBroker(deps: BrokerDeps) {
  limitMqttMemory(writeToStream)
  /** By devsn; the newest connection of each box. */
  const held = new Map<string, BoxState>()
  const states = new WeakMap<Client, BoxState>()
  const handlePublish = publishHandler(deps)
  const signIn = signInChecker(deps)
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: boxPacketMaxBytes,
    handleProtocols: (offered) => offered.has('mqtt') && 'mqtt',
  })
  const aedes = await Aedes.createBroker({
    keepaliveLimit: keepAliveSeconds,
    connectTimeout: 5_000,
    drainTimeout: 10_000,
    maxTopicLevels: 4,
    preConnect: (client, packet, done) => {
      const isOurs =
        isBoxId(packet.clientId) &&
        packet.username === packet.clientId &&
        packet.clean === true &&
        isWillOf(packet.clientId, packet.will)
      if (!isOurs) client.conn.destroy()
      done(null, isOurs)
    },
    authenticate: (client, ...[, password, answer]) => void answerSignIn(client, password?.toString() ?? '', answer),
    authorizeSubscribe: (client, subscription, done) =>
      done(null, maySubscribe(client.id, subscription.topic) ? subscription : null),
    authorizeForward: (client, packet) => (maySubscribe(client.id, packet.topic) ? packet : null),
    authorizePublish: (client, packet, done) =>
      done(client ? handlePublish(states.get(client), client, packet) : new Error('no client')),
  })
  aedes.on('client', (client) => {
    const state = states.get(client)
    if (state) held.set(client.id, state)
  })
  aedes.on('clientDisconnect', (client) => {
    const state = states.get(client)
    if (!state) return
    if (held.get(client.id) === state) held.delete(client.id)
    if (state.epoch > 0) deps.onGone(client.id, state.epoch)
  })
  // The broker closes a box that misbehaves or loses its connection; without a listener its error would end the process.
  aedes.on('clientError', (client, error) => deps.log.debug({ devsn: client.id, err: error }, 'A box was cut off'))
  aedes.on('connectionError', (_client, error) => deps.log.debug({ err: error }, 'A connection to the broker was cut off'))

  async function answerSignIn(client: Client, password: string, answer: Answer): Promise<void> {
    const state = await signIn(client, password).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'A box could not be signed in')
      return undefined
    })
    if (state === 'copy') return answer(copyRefusal(), false)
    if (state) states.set(client, state)
    answer(null, state !== undefined)
  }

  /** Calls `onTaken` once the message is written to the box's connection. False if this process does not hold the box. */
  function deliver({ devsn, lang }: BoxAddress, down: ToBox, onTaken?: () => void): boolean {
    const state = held.get(devsn)
    if (!state) return false
    const payload = Buffer.from(JSON.stringify(down))
    state.client.publish(
      { cmd: 'publish', topic: mqttTopics(devsn, lang).down, payload, qos: 1, retain: false, dup: false },
      (error) => {
        if (!error) onTaken?.()
      },
    )
    return true
  }

  return {
    aedes,
    deliver,
    upgrade({ request, socket, head }: Upgrade): void {
      // Boxes are not browsers: web pages may not use the broker.
      if (request.headers.origin !== undefined) return refuseUpgrade(socket, 403)
      const inbound = inboundWebSocket(socket, { rate: boxFramesRate, maxTotal: bytesBeforeLogin, head })
      server.handleUpgrade(request, inbound, noHead, (ws) =>
        aedes.handle(new BoxConnection(ws, { onLogin: () => inbound.liftTotal() }), request),
      )
    },
    holds: (devsn: string) => held.has(devsn),
    held: () => [...held.keys()],
    setBound(devsn: string, isBound: boolean): void {
      const state = held.get(devsn)
      if (state) state.isBound = isBound
      if (state?.client.conn instanceof BoxConnection) state.client.conn.setBound(isBound)
      if (isBound) return
      const { presence } = mqttTopics(devsn, 'en')
      aedes.publish({ cmd: 'publish', topic: presence, payload: '', qos: 0, retain: true, dup: false }, () => undefined)
    },
    /** A newer connection of this box exists in another process. */
    cutOlder(devsn: string, epoch: number): void {
      const state = held.get(devsn)
      if (state && state.epoch > 0 && state.epoch < epoch) state.client.close()
    },
    /** Another process of this box is to hold the connection. */
    cut: (devsn: string) => held.get(devsn)?.client.close(),
    async stop(): Promise<void> {
      await new Promise<void>((done) => aedes.close(done))
      server.clients.forEach((ws) => ws.terminate())
      server.close()
    },
  }
}

function copyRefusal(): AuthenticateError {
  return Object.assign(new Error('a copy of a box that is connected'), { returnCode: copyReturnCode })
}

function isWillOf(devsn: string, will: { topic: string; payload: Buffer | string; qos?: number } | undefined): boolean {
  if (!will) return true
  return publishRule(devsn, will.topic)?.part === 'presence' && (will.qos ?? 0) <= 1 && will.payload.length <= willMaxBytes
}
