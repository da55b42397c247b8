/** The box's broker connections: gets an offer from `/link` in both realms, signs in with a new token each time, publishes its birth, carries frames, reconnects by itself. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { link as linkCall } from '@homeport/contract/device.ts'
import {
  copyReturnCode,
  copyWaitMs,
  ToBox,
  keepAliveSeconds,
  mqttTopics,
  type BoxProcess,
  type ConnectionOffer,
  type Presence,
  type FromBox,
} from '@homeport/contract/kit/connection.ts'
import { cloudPacketsRate } from '@homeport/contract/kit/inbound.ts'
import { limitMqttMemory } from '@homeport/contract/kit/mqtt/limit-mqtt-packet.ts'
import { createPacketCounter } from '@homeport/contract/kit/mqtt/packet-counter.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { writeToStream } from 'mqtt-packet'
import type { WebSocket } from 'ws'
import { createCloudClock, type CloudClock } from './cloud-clock.ts'
import { openCloudSocket } from './cloud-socket.ts'
import { packetOf, type Fitting } from './fit-packet.ts'
import type { Identity } from './identity.ts'
import { askCloud } from '../outside.ts'

export const firstWaitMs = 500
export const longestWaitMs = 20_000
const connectWithinMs = 10_000
const answerWithinMs = 10_000
const goodbyeMs = 500
/** A message of the cloud is no longer: an act has 64 KB, a household with all its sign-ins is longer. */
const packetMaxBytes = 1024 * 1024

export type ConnectionDeps = Fitting & {
  cloud: string
  identity: Identity
  /** This process, for the cloud to tell it from a copy. */
  process: BoxProcess
  version: string
  now: () => number
  random: () => number
  /** A number that grows with each sign-in and survives restarts; `above`: the greatest that the cloud has seen. */
  nextEpoch: (above: number) => Promise<number>
  /** The owner kept another copy of this box: it is to become a box of its own. Called at each try while it is not. */
  onDismissed: () => void
  onLine: (isUp: boolean, why: string) => void
  /** For each answer of the broker, to the subscriptions and to the birth; ten seconds by itself. */
  answerWithinMs?: number
}

/** hello: the first message of each connection. */
export type ConnectionListener = { hello: () => FromBox; onDown: (realm: Lang, down: ToBox) => void }

type BrokerConnection = { client: MqttClient; realms: Lang[]; birth: Presence }
type Offer = { realm: Lang; address: string; offer: ConnectionOffer }

export class Connection {
  #deps: ConnectionDeps
  #connections: BrokerConnection[] = []
  #clock: CloudClock
  #failures = 0
  #refusals = 0
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(deps: ConnectionDeps) {
    limitMqttMemory(writeToStream)
    this.#deps = deps
    this.#clock = createCloudClock(deps.now)
  }

  start(listener: ConnectionListener): void {
    void this.#connect(listener)
  }

  /** Publishes offline, so that the cloud knows at once, and closes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all(this.#connections.map((connection) => this.#leave(connection)))
    this.#connections = []
  }

  get devsn(): string {
    return this.#deps.identity.devsn
  }

  get isUp(): boolean {
    return this.#connections.length > 0
  }

  /** ms by the cloud's clock. */
  cloudNow(): number {
    return this.#clock.now()
  }

  /** Dropped while the connection is down: data that must not be lost is in the inbox or in the mirror. */
  send(realm: Lang, up: FromBox): void {
    const connection = this.#connections.find((one) => one.realms.includes(realm))
    const packet = connection && packetOf(up, this.#deps)
    if (packet === undefined) return
    connection?.client.publish(mqttTopics(this.#deps.identity.devsn, realm).up, packet, { qos: 1 }, () => {})
  }

  sendAll(up: FromBox): void {
    for (const realm of langs) this.send(realm, up)
  }

  async #connect(listener: ConnectionListener): Promise<void> {
    const connections: BrokerConnection[] = []
    let isLost = false
    const lose = (why: string, isCopy = false) => {
      if (!isLost) this.#lost(connections, { why, isCopy, listener })
      isLost = true
    }
    try {
      this.#clock.forget()
      const offers = await Promise.all(langs.map((realm) => this.#ask(realm)))
      if (offers.some(({ offer }) => offer.dismissed.includes(this.#deps.process.instance))) {
        this.#deps.onDismissed()
        return lose('its owner kept another copy of this box', true)
      }
      for (const [address, group] of Map.groupBy(offers, (offer) => offer.address))
        connections.push(await this.#open(address, group, listener))
      if (this.#isStopped) return this.#drop(connections)
      this.#connections = connections
      for (const connection of connections) connection.client.once('close', () => lose('the line was cut'))
      if (connections.some((connection) => !connection.client.connected)) return lose('the line was cut')
      this.#failures = 0
      this.#refusals = 0
      for (const realm of langs) this.send(realm, listener.hello())
      this.#deps.onLine(true, '')
    } catch (error) {
      if (isCopyRefusal(error)) lose('a copy of this box is connected; its owner chooses in the app which one stays', true)
      else lose(error instanceof Error ? error.message : String(error))
    }
  }

  async #ask(realm: Lang): Promise<Offer> {
    const { cloud, identity } = this.#deps
    const offer = await askCloud(`${cloud}/${realm}/${linkCall.host}${linkCall.path}`, { devsn: identity.devsn }, linkCall.output)
    this.#clock.note(offer.now * 1000)
    const address = new URL(offer.mqtt, cloud)
    address.protocol = address.protocol.replace(/^http/, 'ws')
    return { realm, address: address.href, offer }
  }

  async #open(address: string, group: Offer[], listener: ConnectionListener): Promise<BrokerConnection> {
    const { identity, process, version, nextEpoch } = this.#deps
    const { onDown } = listener
    const first = group[0]
    if (!first) throw new Error('no realm offers this address')
    const { devsn } = identity
    const epochs = group.map(({ offer }) => offer.epoch)
    const birth: Presence = { epoch: await nextEpoch(maxOf(epochs, first.offer.epoch)), online: true, version }
    const { presence } = mqttTopics(devsn, first.realm)
    const client = mqtt.connect(address, {
      clientId: devsn,
      username: devsn,
      password: await identity.linkToken(first.offer, process),
      clean: true,
      keepalive: keepAliveSeconds,
      reconnectPeriod: 0,
      connectTimeout: connectWithinMs,
      createWebsocket: openBrokerSocket,
      resubscribe: false,
      will: { topic: presence, payload: Buffer.from(JSON.stringify({ ...birth, online: false })), qos: 1, retain: true },
    })
    client.on('error', () => {})
    client.on('message', (topic, payload) => {
      const realm = group.find((offer) => mqttTopics(devsn, offer.realm).down === topic)?.realm
      const down = realm && ToBox.safeParse(parsed(payload))
      if (!realm || !down?.success) return
      if (down.data.kind === 'act') this.#clock.note(down.data.sent_at)
      onDown(realm, down.data)
    })
    try {
      await connected(client)
      const topics = group.map((offer) => mqttTopics(devsn, offer.realm).down)
      await this.#answered(client.subscribeAsync(topics, { qos: 1 }), 'the broker did not answer the subscription')
      await this.#answered(
        client.publishAsync(presence, JSON.stringify(birth), { qos: 1, retain: true }),
        'the broker did not take the box’s birth',
      )
    } catch (error) {
      client.end(true)
      throw error
    }
    return { client, realms: group.map((offer) => offer.realm), birth }
  }

  /** Rejects with the sentence where nothing is answered in time. */
  async #answered<T>(answer: Promise<T>, sentence: string): Promise<T> {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new Error(sentence)), this.#deps.answerWithinMs ?? answerWithinMs)
    try {
      return await Promise.race([answer, timeout.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** All connections are reopened together: each sign-in needs new nonces of both realms. */
  #lost(
    connections: BrokerConnection[],
    { why, isCopy, listener }: { why: string; isCopy: boolean; listener: ConnectionListener },
  ): void {
    this.#drop(connections)
    this.#connections = []
    if (this.#isStopped) return
    this.#deps.onLine(false, why)
    clearTimeout(this.#timer)
    const random = this.#deps.random()
    const wait = isCopy ? copyWait(this.#refusals, random) : waitMs(this.#failures, random)
    this.#timer = setTimeout(() => void this.#connect(listener), wait)
    if (isCopy) this.#refusals += 1
    else this.#failures += 1
  }

  #drop(connections: BrokerConnection[]): void {
    for (const { client } of connections) client.end(true)
  }

  async #leave({ client, realms, birth }: BrokerConnection): Promise<void> {
    const gone = JSON.stringify({ ...birth, online: false })
    const { presence } = mqttTopics(this.#deps.identity.devsn, realms[0] ?? 'en')
    const published = client.connected
      ? client.publishAsync(presence, gone, { qos: 1, retain: true }).catch(() => {})
      : Promise.resolve()
    await Promise.race([
      published.then(() => client.endAsync(false)),
      new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref()),
    ])
    client.end(true)
  }
}

function openBrokerSocket(url: string, protocols: string[]): WebSocket {
  const count = createPacketCounter(packetMaxBytes)
  return openCloudSocket(url, { protocols, rate: cloudPacketsRate, count, maxBytes: packetMaxBytes, withinMs: connectWithinMs })
}

/** With a wide jitter, so that the boxes do not all reconnect to a recovered cloud at once. random: 0 to 1. */
export function waitMs(failures: number, random: number): number {
  return backoff(failures, { first: firstWaitMs, most: longestWaitMs, jitter: 0.5, random })
}

/** The wait of a copy that was refused: it asks once more at once, since the owner may have chosen, and then less often. */
export function copyWait(refusals: number, random: number): number {
  return refusals === 0 ? waitMs(0, random) : backoff(0, { first: copyWaitMs, jitter: 0.5, random })
}

function isCopyRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === copyReturnCode
}

function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('the broker closed the line')))
  })
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
