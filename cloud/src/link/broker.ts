/** The MQTT broker of this process: boxes sign in with their key and may use only their own topics. */
import type { IncomingMessage } from 'node:http'
import { Aedes, type AedesOptions, type Client } from 'aedes'
import { WebSocketServer } from 'ws'
import { Presence, Up, keepAliveSeconds, topicsOf, type Down } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { Limit } from '../kit/rate-limit.ts'
import { BoxConnection, boxMaxBytes } from './box-connection.ts'
import { boxOf, type Secrets, type Spend } from './identity.ts'
import type { To } from './box-requests.ts'
import { isBoxId, maySubscribe, publishRule } from './topic-access.ts'
import { refuseUpgrade, type Upgrade } from './upgrade.ts'

export const unboundRate = { points: 10, seconds: 60 }
const willMaxBytes = 512

export type BrokerDeps = {
  now: () => number
  log: { warn(about: object, words: string): void; debug(about: object, words: string): void }
  secrets: Secrets
  spend: Spend
  /** Rate limit for sign-ins of unbound boxes, per address. */
  unbound: Limit
  /** True if bound in any realm. */
  isBound: (devsn: string) => Promise<boolean>
  addressOf: (request: IncomingMessage) => string
  /** False if a newer birth is known. */
  onBirth: (devsn: string, presence: Presence) => boolean
  /** False if a newer birth is known, or the box was offline already. */
  onGone: (devsn: string, epoch: number) => boolean
  onUp: (devsn: string, lang: Lang, up: Up) => void
}

type Held = { client: Client; isBound: boolean; epoch: number }
type Packet = Parameters<NonNullable<AedesOptions['authorizePublish']>>[1]

export type Broker = Awaited<ReturnType<typeof openBroker>>

export async function openBroker(deps: BrokerDeps) {
  const held = new Map<string, Held>()
  const states = new WeakMap<Client, Held>()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: boxMaxBytes,
    handleProtocols: (offered) => offered.has('mqtt') && 'mqtt',
  })
  const broker = await Aedes.createBroker({
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
    authorizePublish: (client, packet, done) => done(client ? handle(client, packet) : new Error('nobody')),
  })
  broker.on('client', (client) => {
    const state = states.get(client)
    if (state) held.set(client.id, state)
  })
  broker.on('clientDisconnect', (client) => {
    const state = states.get(client)
    if (!state) return
    if (held.get(client.id) === state) held.delete(client.id)
    if (state.epoch > 0) deps.onGone(client.id, state.epoch)
  })
  // The broker closes a box that misbehaves or loses its connection; without a listener its error would end the process.
  broker.on('clientError', (client, error) => deps.log.debug({ devsn: client.id, err: error }, 'A box was cut off'))
  broker.on('connectionError', (_client, error) => deps.log.debug({ err: error }, 'A connection to the broker was cut off'))

  async function answerSignIn(client: Client, password: string, answer: (error: null, isIn: boolean) => void): Promise<void> {
    const isIn = await signIn(client, password).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'A box could not be signed in')
      return false
    })
    answer(null, isIn)
  }

  async function signIn(client: Client, password: string): Promise<boolean> {
    const devsn = await boxOf(password, { secrets: deps.secrets, now: deps.now(), spend: deps.spend })
    if (devsn !== client.id) return false
    const isBound = await deps.isBound(devsn)
    const address = client.req ? deps.addressOf(client.req) : ''
    if (!isBound && (await deps.unbound.waitMs(address)) > 0) return false
    if (!isBound) await deps.unbound.count(address)
    states.set(client, { client, isBound, epoch: 0 })
    if (client.conn instanceof BoxConnection) client.conn.trust()
    return true
  }

  /** Handles one publication, also a late will; an error refuses it and closes the connection of a live box. */
  function handle(client: Client, packet: Packet): Error | null {
    const state = states.get(client)
    const rule = state && publishRule(client.id, packet.topic)
    if (!state || !rule || packet.qos > 1) return new Error('not your topic')
    if (rule.part === 'presence') {
      packet.retain = packet.retain && state.isBound
      return hearPresence(state, readJson(packet.payload))
    }
    packet.retain = false
    const up = Up.safeParse(readJson(packet.payload))
    if (up.success) deps.onUp(client.id, rule.lang, up.data)
    else deps.log.warn({ devsn: client.id }, 'A box said something that is not understood')
    return null
  }

  function hearPresence(state: Held, message: unknown): Error | null {
    const presence = Presence.safeParse(message)
    if (!presence.success || presence.data.epoch <= 0) return new Error('not a presence')
    const { epoch, online } = presence.data
    if (epoch < state.epoch) return new Error('an older epoch')
    if (!online) return epoch === state.epoch && deps.onGone(state.client.id, epoch) ? null : new Error('a late will')
    if (!deps.onBirth(state.client.id, presence.data)) return new Error('an older epoch')
    state.epoch = epoch
    return null
  }

  /** Calls `onTaken` once the message is written to the box's connection. False if this process does not hold the box. */
  function deliver({ devsn, lang }: To, down: Down, onTaken?: () => void): boolean {
    const state = held.get(devsn)
    if (!state) return false
    const payload = Buffer.from(JSON.stringify(down))
    state.client.publish(
      { cmd: 'publish', topic: topicsOf(devsn, lang).down, payload, qos: 1, retain: false, dup: false },
      (error) => {
        if (!error) onTaken?.()
      },
    )
    return true
  }

  return {
    broker,
    deliver,
    upgrade({ request, socket, head }: Upgrade): void {
      // Boxes are not browsers: web pages may not use the broker.
      if (request.headers.origin !== undefined) return refuseUpgrade(socket, 403)
      server.handleUpgrade(request, socket, head, (ws) => broker.handle(new BoxConnection(ws), request))
    },
    holds: (devsn: string) => held.has(devsn),
    held: () => [...held.keys()],
    setBound(devsn: string, isBound: boolean): void {
      const state = held.get(devsn)
      if (state) state.isBound = isBound
      if (isBound) return
      const { presence } = topicsOf(devsn, 'en')
      broker.publish({ cmd: 'publish', topic: presence, payload: '', qos: 0, retain: true, dup: false }, () => undefined)
    },
    /** A newer connection of this box exists in another process. */
    cutOlder(devsn: string, epoch: number): void {
      const state = held.get(devsn)
      if (state && state.epoch > 0 && state.epoch < epoch) state.client.close()
    },
    async stop(): Promise<void> {
      await new Promise<void>((done) => broker.close(done))
      server.clients.forEach((ws) => ws.terminate())
      server.close()
    },
  }
}

function isWillOf(devsn: string, will: { topic: string; payload: Buffer | string; qos?: number } | undefined): boolean {
  if (!will) return true
  return publishRule(devsn, will.topic)?.part === 'presence' && (will.qos ?? 0) <= 1 && will.payload.length <= willMaxBytes
}

function readJson(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
