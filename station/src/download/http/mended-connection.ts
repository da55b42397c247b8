/**
 * A connection whose first answer gets a head that Node's parser takes: browsers and curl read what servers and their gateways write in many forms.
 * Used once that parser has refused an answer (RFC 9112, 2.2, 5.1 and 6.3; RFC 9110, 8.6).
 */
import net from 'node:net'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import { InboundSocket } from '@homeport/contract/kit/inbound-socket.ts'
import { trimEnd } from '@homeport/contract/shape/text.ts'
import { lookupOf, portOf } from '../../kit/outside.ts'

const headMaxBytes = 64 * 1024
const headEnd = /(?<!\r)\r*\n\r*\n/

/** addresses: that were checked. */
export function mendedConnection(url: URL, addresses: string[]): net.Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const servername = net.isIP(host) === 0 ? { servername: host } : {}
  const options = { host, port: portOf(url), lookup: lookupOf(addresses), ...servername }
  // NOTE: the http client uses no more of a socket than what MendedConnection has.
  return new MendedConnection(options, url.protocol === 'https:') as unknown as net.Socket
}

class MendedConnection extends Duplex {
  readonly #socket: InboundSocket
  #head: Buffer | undefined = Buffer.alloc(0)

  constructor(options: net.TcpNetConnectOpts & tls.ConnectionOptions, isSecure: boolean) {
    super()
    this.#socket = new InboundSocket(isSecure ? tls.connect(options) : net.connect(options))
    this.#socket.once(isSecure ? 'secureConnect' : 'connect', () => this.emit('connect'))
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('end', () => this.#end())
    this.#socket.on('error', (error) => this.destroy(error))
    this.#socket.on('close', () => this.#end())
    this.#socket.on('timeout', () => this.emit('timeout'))
  }

  get bytesRead(): number {
    return this.#socket.bytesRead
  }

  #take(bytes: Buffer): void {
    const whole = this.#head ? Buffer.concat([this.#head, bytes]) : undefined
    if (!whole) return this.#pass(bytes)
    const text = whole.toString('latin1', 0, headMaxBytes)
    const end = headEnd.exec(text.replace(/^[\r\n]+/, (blank) => ' '.repeat(blank.length)))
    this.#head = end || whole.length > headMaxBytes ? undefined : whole
    if (!end && this.#head === undefined) return this.#pass(whole)
    if (!end) return
    const mended = Buffer.from(mendedHead(text.slice(0, end.index)), 'latin1')
    this.#pass(Buffer.concat([mended, whole.subarray(end.index + end[0].length)]))
  }

  #pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.#socket.pause()
  }

  #end(): void {
    if (this.#head && this.#head.length > 0) this.push(this.#head)
    this.#head = undefined
    this.push(null)
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  setTimeout(timeoutMs: number): this {
    this.#socket.setTimeout(timeoutMs)
    return this
  }

  setNoDelay(isOn?: boolean): this {
    this.#socket.setNoDelay(isOn)
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#socket.ref()
    return this
  }

  unref(): this {
    this.#socket.unref()
    return this
  }
}

/** With the empty line at its end. A line that is no header is left out; a head whose lengths contradict each other keeps them, and stays refused. */
export function mendedHead(head: string): string {
  const [first = '', ...rest] = head.trimStart().split(/(?<!\r)\r*\n/)
  const [, status, words = ''] = /^(?:http\/\d+(?:\.\d+)?|icy)\s+(\d{3})(?!\d)([^]*)$/i.exec(first) ?? []
  const reason = words.trimStart()
  if (status === undefined || reason.includes('\r')) return `${head}\r\n\r\n`
  const fields: [string, string][] = []
  for (const line of rest) {
    const last = fields.at(-1)
    const [, name, behind = ''] = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*:[ \t]*([^]*)$/.exec(line) ?? []
    const value = trimEnd(behind, /[ \t\r]/)
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`
    else if (name !== undefined && !value.includes('\r')) fields.push([name.toLowerCase(), value.replaceAll('\0', '')])
  }
  const isChunked = fields.some(([name, value]) => name === 'transfer-encoding' && /chunked/i.test(value))
  const stated = fields.filter(([name]) => name === 'content-length').flatMap(([, value]) => value.split(','))
  // Any other is none, as in browsers: the end of the connection ends the body.
  const lengths = new Set(stated.flatMap((value) => /^\s*\+?(\d+)(?:\s+[a-z]+)?\s*$/i.exec(value)?.[1] ?? []))
  const kept = fields.filter(([name]) => name !== 'content-length').map(([name, value]) => `${name}: ${value}`)
  const ofLength = isChunked ? [] : [...lengths].map((length) => `content-length: ${length}`)
  return [`HTTP/1.1 ${status} ${reason}`, ...kept, ...ofLength, '', ''].join('\r\n')
}
