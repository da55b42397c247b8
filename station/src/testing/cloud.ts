/** For tests: a real broker (aedes over WebSocket) and a minimal `/link` that follow the contract, instead of the whole cloud. */
import { until } from '../../../testing/until.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import http from 'node:http'
import {
  blobPath,
  copyReturnCode,
  ToBox,
  readTopic,
  mqttTopics,
  FromBox,
  type Sender,
} from '@homeport/contract/kit/connection.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { Aedes, type AuthenticateError } from 'aedes'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { createWebSocketStream, WebSocketServer } from 'ws'

export type ReceivedMessage = { realm: Lang; up: FromBox }
export type Sign = { clientId: string; claims: Record<string, unknown> }
type ActDeps = [devsn: string, act: string, data: unknown, more?: { id?: string; realm?: Lang; lifeMs?: number; from?: Sender }]
export type TestCloud = Awaited<ReturnType<typeof openTestCloud>>

export const owner: Sender = { user_id: 'u1', role: 'owner', name: 'Ada' }

/** epochs: the box's last one, as each realm says it. silentTo: it answers none of these. isCopy: another process of the box is connected. dismissed: instances that the owner did not keep. isApart: each realm has an address of its own at the one broker. */
type ConnectionState = {
  epochs: Record<Lang, number>
  silentTo: '' | 'publication' | 'subscription'
  isCopy: boolean
  dismissed: string[]
  isApart: boolean
}

/** aheadMs: how much its clock is ahead of the box's. */
export async function openTestCloud({ aheadMs = 0 }: { aheadMs?: number } = {}) {
  const now = () => Date.now() + aheadMs
  const received: ReceivedMessage[] = []
  const presences: { epoch: number; online: boolean }[] = []
  const signs: Sign[] = []
  const nonces = new Set<string>()
  const blobs = testBlobs()
  const broker = await Aedes.createBroker()
  let isOpen = true
  const connection: ConnectionState = { epochs: { zh: 0, en: 0 }, silentTo: '', isCopy: false, dismissed: [], isApart: false }

  broker.authenticate = (...[client, username, password, done]) => {
    const token = String(password ?? '')
    const { jwk } = decodeProtectedHeader(token)
    const judge = async () => {
      const key = await importJWK(jwk ?? {}, 'EdDSA')
      const { payload } = await jwtVerify(token, key, { audience: 'homeport-link', currentDate: new Date(now()) })
      const isFresh = nonces.delete(String(payload.nonce))
      signs.push({ clientId: client?.id ?? '', claims: payload })
      return isOpen && isFresh && payload.devsn === username && client?.id === username
    }
    void answerWhen(done, judge(), connection)
  }
  broker.authorizePublish = (_client, _packet, done) => connection.silentTo === 'publication' || done(null)
  broker.authorizeSubscribe = (_client, subscription, done) => connection.silentTo === 'subscription' || done(null, subscription)
  broker.on('publish', (packet) => {
    const topic = readTopic(packet.topic)
    if (!topic || packet.payload.length === 0) return
    const message: unknown = JSON.parse(packet.payload.toString())
    if (topic.part === 'presence') presences.push(JSON.parse(packet.payload.toString()))
    if (topic.part !== 'up') return
    received.push({ realm: topic.lang, up: FromBox.parse(message) })
  })

  const server = http.createServer((request, response) => {
    if (blobs.answer(request.url ?? '', response)) return
    const lang = langs.find((one) => request.url === `/${one}/device/link`)
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      if (!lang || !isOpen) return response.writeHead(isOpen ? 404 : 503).end()
      const devsn = new URLSearchParams(body).get('devsn') ?? ''
      const nonce = Math.random().toString(36).slice(2)
      nonces.add(nonce)
      const data = {
        mqtt: connection.isApart ? `/mqtt?${lang}` : '/mqtt',
        topics: mqttTopics(devsn, lang),
        now: Math.floor(now() / 1000),
        nonce,
        epoch: connection.epochs[lang],
        dismissed: connection.dismissed,
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ code: Code.ok, msg: '', data }))
    })
  })
  const sockets = new WebSocketServer({ server, path: '/mqtt' })
  sockets.on('connection', (socket) => broker.handle(createWebSocketStream(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const cloud = {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    presences,
    signs,
    connection,
    now,
    putBlob: blobs.put,
    send(devsn: string, realm: Lang, down: ToBox): Promise<void> {
      return new Promise((resolve, reject) => {
        const payload = JSON.stringify(down)
        const packet = {
          cmd: 'publish',
          topic: mqttTopics(devsn, realm).down,
          payload,
          qos: 1,
          dup: false,
          retain: false,
        } as const
        broker.publish(packet, (error) => (error ? reject(error) : resolve()))
      })
    },
    /** Sends an act as the relay does; returns the box's reply to this id. */
    async act(...[devsn, act, data, more = {}]: ActDeps) {
      const { id = Math.random().toString(36).slice(2), realm = 'en', lifeMs = 10_000, from = owner } = more
      const before = received.length
      await cloud.send(devsn, realm, { kind: 'act', id, act, data, from, sent_at: now(), expires_at: now() + lifeMs })
      return cloud.reply(id, before)
    },
    async reply(id: string, before = 0) {
      const find = () => received.slice(before).find(({ up }) => up.kind === 'reply' && up.id === id)?.up
      await until(`the box answers ${id}`, () => find() !== undefined)
      const up = find()
      if (up?.kind !== 'reply') throw new Error('no reply')
      return up.frame
    },
    async hello(count = 1) {
      await until('the box says hello in both realms', () => received.filter(({ up }) => up.kind === 'hello').length >= 2 * count)
    },
    /** Disconnects every box and rejects connections until `open`. */
    cut() {
      isOpen = false
      for (const socket of sockets.clients) socket.terminate()
    },
    open() {
      isOpen = true
    },
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return cloud
}

function testBlobs() {
  const blobs = new Map<string, Buffer>()
  return {
    /** Bytes for the box; answers their id. */
    put: (realm: Lang, bytes: Buffer): string => {
      const id = `blob${blobs.size}`
      blobs.set(blobPath(realm, id), bytes)
      return id
    },
    answer(path: string, response: http.ServerResponse): boolean {
      const bytes = blobs.get(path)
      if (bytes) response.setHeader('content-type', 'application/octet-stream').end(bytes)
      return bytes !== undefined
    },
  }
}

type Answer = (error: AuthenticateError | null, isRight: boolean) => void

async function answerWhen(done: Answer, judged: Promise<boolean>, { isCopy }: { isCopy: boolean }): Promise<void> {
  const isRight = await judged.catch(() => false)
  if (isRight && isCopy) done(Object.assign(new Error('a copy'), { returnCode: copyReturnCode }), false)
  else done(null, isRight)
}
