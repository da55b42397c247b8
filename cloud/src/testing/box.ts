/** A box for tests: a real Ed25519 key and a real MQTT client that use the contract, without the rest of a station. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { filmChanges, filmMarks, filmPoints } from '@homeport/contract/movie/watch-history.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import {
  ToBox,
  linkAudience,
  linkTokenSeconds,
  pairHintOf,
  mqttTopics,
  type BoxProcess,
  type ConnectionOffer,
  type FromBox,
} from '@homeport/contract/kit/connection.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { devsnOf } from '../connection/broker/box-token.ts'

export type BoxKey = { privateKey: KeyObject; x: string; devsn: string }
export type ReceivedMessage = { lang: Lang; down: ToBox }

/** Replies of a test box to acts. */
export type Answers = (act: string, data: unknown) => Pick<FrameIn, 'code' | 'data'> | undefined

export function newKey(): BoxKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, x, devsn: devsnOf(x) }
}

/** The password for a nonce; `claims` and `header` override its content. */
export function passwordOf(
  key: BoxKey,
  offer: { nonce: string; now: number },
  { claims = {}, header = {} }: { claims?: object; header?: object } = {},
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x: key.x }, ...header }
  const body = { aud: linkAudience, devsn: key.devsn, nonce: offer.nonce, exp: offer.now + linkTokenSeconds, ...claims }
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${sign(null, Buffer.from(text), key.privateKey).toString('base64url')}`
}

export async function askLink(url: string, devsn: string, lang: Lang = 'en'): Promise<ConnectionOffer> {
  const answer = await fetch(`${url}/${lang}/device/link`, {
    method: 'POST',
    headers: { Source: 'box' },
    body: new URLSearchParams({ devsn }),
  })
  const { data }: { data: ConnectionOffer } = await answer.json()
  return data
}

export class TestBox {
  /** Receives requests for its code but does not reply. */
  isSilent = false
  /** The facts that it tells of its process as it signs in; an older box tells none. */
  process: Partial<BoxProcess> = {}
  readonly key: BoxKey
  readonly url: string
  readonly received: ReceivedMessage[] = []
  /** The code that it shows, '' for none. */
  code = 'ABCD2345'
  mirrorEpoch: string = randomUUID()
  epoch = 0
  answers: Answers = () => ({ code: Code.ok, data: {} })
  /** Apart from the acts of its users: the cloud sends them whenever it connects. */
  readonly filmMarks: { lang: Lang; act: Extract<ToBox, { kind: 'act' }> }[] = []
  answersFilmMarks: Answers = () => ({ code: Code.ok, data: { state: '' } })
  /** Like a box on whose screens nobody did anything. */
  answersViewing: Answers = (act) => ({
    code: Code.ok,
    data: act === filmChanges.name ? { epoch: '', last: 0, data: [] } : {},
  })
  client: MqttClient | undefined

  constructor(url: string, key: BoxKey = newKey()) {
    this.url = url
    this.key = key
  }

  get devsn(): string {
    return this.key.devsn
  }

  /** Signs in and, unless `isQuiet`, publishes its birth and hello. */
  async start(options: IClientOptions & { isQuiet?: true; through?: string } = {}): Promise<this> {
    const { isQuiet, through, ...mqttOptions } = options
    const offer = await askLink(this.url, this.devsn)
    // Two of one key both go above the other, as real boxes do.
    this.epoch = Math.max(this.epoch, this.process.instance === undefined ? 0 : offer.epoch) + 1
    const presence = mqttTopics(this.devsn, 'en').presence
    const client = mqtt.connect(`${(through ?? this.url).replace(/^http/, 'ws')}/mqtt`, {
      clientId: this.devsn,
      username: this.devsn,
      password: passwordOf(this.key, offer, { claims: this.process }),
      clean: true,
      keepalive: 20,
      reconnectPeriod: 0,
      will: { topic: presence, payload: Buffer.from(JSON.stringify({ epoch: this.epoch, online: false })), qos: 1, retain: true },
      ...mqttOptions,
    })
    this.client = client
    client.on('error', () => undefined)
    client.on('message', (topic, payload) => this.#hear(client, topic, payload))
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('closed before it was connected')))
    })
    if (isQuiet) return this
    await client.subscribeAsync(
      langs.map((lang) => mqttTopics(this.devsn, lang).down),
      { qos: 1 },
    )
    await this.birth()
    for (const lang of langs)
      await this.send(lang, { kind: 'hello', version: '2.7.0', mirror_epoch: this.mirrorEpoch, pair_hint: pairHintOf(this.code) })
    return this
  }

  async birth(epoch = this.epoch): Promise<void> {
    await this.client?.publishAsync(
      mqttTopics(this.devsn, 'en').presence,
      JSON.stringify({ epoch, online: true, version: '2.7.0' }),
      { qos: 1, retain: true },
    )
  }

  async send(lang: Lang, up: FromBox): Promise<void> {
    await this.client?.publishAsync(mqttTopics(this.devsn, lang).up, JSON.stringify(up), { qos: 1 })
  }

  /** Drops the connection without a DISCONNECT. */
  cut(): void {
    this.client?.stream.destroy()
  }

  async stop(): Promise<void> {
    await this.client?.endAsync(true).catch(() => undefined)
  }

  receivedOf<K extends ToBox['kind']>(kind: K, lang?: Lang): Extract<ToBox, { kind: K }>[] {
    const isKind = (down: ToBox): down is Extract<ToBox, { kind: K }> => down.kind === kind
    return this.received
      .filter((one) => lang === undefined || one.lang === lang)
      .map(({ down }) => down)
      .filter(isKind)
  }

  #hear(client: MqttClient, topic: string, payload: Buffer): void {
    const lang = langs.find((one) => mqttTopics(this.devsn, one).down === topic)
    if (!lang) return
    const down = ToBox.parse(JSON.parse(payload.toString()))
    const isMarks = down.kind === 'act' && down.act === filmMarks.name
    const isViewing = down.kind === 'act' && (down.act === filmPoints.name || down.act === filmChanges.name)
    if (isMarks) this.filmMarks.push({ lang, act: down })
    else if (!isViewing) this.received.push({ lang, down })
    const reply = (frame: FrameIn, id: string) =>
      client.publish(mqttTopics(this.devsn, lang).up, JSON.stringify({ kind: 'reply', id, frame } satisfies FromBox), { qos: 1 })
    if (down.kind === 'act') {
      const answers = isMarks ? this.answersFilmMarks : isViewing ? this.answersViewing : this.answers
      const answer = answers(down.act, down.data)
      if (answer) reply({ act: down.act, dev: this.devsn, ...answer }, down.id)
    }
    if (this.isSilent || (down.kind !== 'pair' && down.kind !== 'pair_check')) return
    const isRight = this.code !== '' && down.code === this.code
    if (isRight && down.kind === 'pair') this.code = ''
    reply({ act: 'pair', dev: this.devsn, code: isRight ? Code.ok : Code.wrongCredentials, data: {} }, down.id)
  }
}
