/** A push service for tests: takes messages as RFC 8030 asks for, and decrypts them as a phone does (RFC 8188, 8291). Its own code, so that both sides are checked. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Received = { path: string; ttl: string; text: string; isSigned: boolean }

export class PushService {
  readonly received: Received[] = []
  /** The status that messages to a phone of this name get from now on, where it is not 201. */
  readonly statuses = new Map<string, number>()
  /** Phones whose messages are answered once this resolves. */
  readonly held = new Map<string, Promise<void>>()
  /** The phone of each message, also of those that were not taken. */
  readonly attempts: string[] = []
  host = ''
  readonly #phones = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  readonly #server = createServer((request, response) => {
    void this.#take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    )
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    // NOTE: a server that listens on a port has an address of this kind.
    this.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The subscription that a browser gives its page. */
  phone(name: string): { endpoint: string; p256dh: string; auth: string } {
    const ecdh = createECDH('prime256v1')
    const auth = randomBytes(16)
    this.#phones.set(`/send/${name}`, { ecdh, auth })
    const p256dh = ecdh.generateKeys('base64url')
    return { endpoint: `http://${this.host}/send/${name}`, p256dh, auth: auth.toString('base64url') }
  }

  async #take(request: IncomingMessage): Promise<number> {
    const body = await buffer(request)
    const path = request.url ?? ''
    const name = path.replace('/send/', '')
    const status = this.statuses.get(name)
    this.attempts.push(name)
    await this.held.get(name)
    if (status !== undefined) return status
    const phone = this.#phones.get(path)
    if (!phone || request.headers['content-encoding'] !== 'aes128gcm') return 400
    const text = decrypted(body, phone)
    const ttl = String(request.headers['ttl'])
    this.received.push({ path, ttl, text, isSigned: isSigned(request.headers.authorization ?? '') })
    return 201
  }
}

function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const secret = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2 and padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/** By the key that the same header names (RFC 8292). */
export function isSigned(authorization: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
