/**
 * The push service of a Firefox whose `dom.push.serverURL` names it: a WebSocket to the browser as Mozilla's push server speaks it, and http addresses to which the cloud posts (RFC 8030, 8292).
 * Messages are passed on unread: the browser decrypts them.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WebSocketServer, type WebSocket } from 'ws'
import { isSigned } from '../../testing/push-service.ts'

/** The messages that Firefox sends; one of another type is passed over. */
type FromBrowser = { messageType?: string; channelID?: string; updates?: { channelID: string; code?: number }[] }

export type Post = { channel: string; isSigned: boolean; ttl: string; bytes: number }

export class FirefoxPushService {
  readonly posts: Post[] = []
  /** Channels whose message the browser has acknowledged as decrypted and handed to its service worker. */
  readonly delivered: string[] = []
  host = ''
  readonly #channels = new Map<string, WebSocket>()
  readonly #server = createServer((request, response) => {
    void this.#take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    )
  })
  readonly #sockets = new WebSocketServer({
    server: this.#server,
    handleProtocols: (protocols) => (protocols.has('push-notification') ? 'push-notification' : false),
  })

  async start(): Promise<this> {
    this.#sockets.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => this.#answer(socket, JSON.parse(data.toString())))
    })
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    // NOTE: a server that listens on a port has an address of this kind.
    this.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(socket: WebSocket, { messageType, channelID = '', updates = [] }: FromBrowser): void {
    const send = (message: object) => socket.send(JSON.stringify(message))
    if (messageType === undefined) send({})
    if (messageType === 'hello') {
      send({ messageType, status: 200, uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} })
    }
    if (messageType === 'register') {
      this.#channels.set(channelID, socket)
      send({ messageType, status: 200, channelID, pushEndpoint: `http://${this.host}/wpush/v2/${channelID}` })
    }
    if (messageType === 'unregister') {
      this.#channels.delete(channelID)
      send({ messageType, status: 200, channelID })
    }
    // 100: delivered. 101 and 102: not decrypted, or not handed over.
    if (messageType === 'ack') this.delivered.push(...updates.flatMap((one) => (one.code === 100 ? [one.channelID] : [])))
  }

  async #take(request: IncomingMessage): Promise<number> {
    const body = await buffer(request)
    const channel = request.url?.split('/').at(-1) ?? ''
    const socket = this.#channels.get(channel)
    if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm') return 400
    const ttl = String(request.headers['ttl'])
    this.posts.push({ channel, isSigned: isSigned(request.headers.authorization ?? ''), ttl, bytes: body.length })
    if (!socket) return 410
    const headers = { encoding: 'aes128gcm' }
    const data = body.toString('base64url')
    socket.send(
      JSON.stringify({ messageType: 'notification', channelID: channel, version: randomUUID(), ttl: Number(ttl), data, headers }),
    )
    return 201
  }
}
