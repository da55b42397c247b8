/**
 * A connection whose answer gets a head that Node's parser takes, and a body without chunks: browsers and curl read what servers and their gateways
 * write in many forms (RFC 9112, 2.2, 5.1, 6.3 and 7.1; RFC 9110, 8.6).
 */
import net from 'node:net'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import { InboundSocket } from '@homeport/contract/kit/inbound-socket.ts'
import { trimEnd } from '@homeport/contract/shape/field/text.ts'
import { lookupOf, portOf } from '../../kit/outside.ts'
import { BadChunks, createChunkedBody, type ChunkedBody } from './chunked-body.ts'

const headMaxBytes = 64 * 1024
const headEnd = /(?<!\r)\r*\n\r*\n/
/** So many bytes of what came before may belong to the end of a head. */
const headEndBytes = 8

/** addresses: that were checked. hasBody: false for the answer to HEAD. */
export function mendedConnection(url: URL, addresses: string[], hasBody: boolean): net.Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const servername = net.isIP(host) === 0 ? { servername: host } : {}
  const options = { host, port: portOf(url), lookup: lookupOf(addresses), ...servername }
  const socket = url.protocol === 'https:' ? tls.connect(options) : net.connect(options)
  // NOTE: the http client uses no more of a socket than what MendedConnection has.
  return new MendedConnection(socket, hasBody) as unknown as net.Socket
}

class MendedConnection extends Duplex {
  readonly #socket: InboundSocket
  readonly #hasBody: boolean
  /** The begin of a head whose end is not here yet. */
  #head: Buffer[] | undefined = []
  #headBytes = 0
  #chunked: ChunkedBody | undefined
  /** A part of the body is here: a server that ends it otherwise is one whose line broke. */
  #hasBegun = false

  constructor(socket: net.Socket, hasBody: boolean) {
    super()
    this.#hasBody = hasBody
    this.#socket = new InboundSocket(socket)
    this.#socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => this.emit('connect'))
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('end', () => this.#end())
    this.#socket.on('error', (error) => this.destroy(error))
    this.#socket.on('close', () => this.#end())
    this.#socket.on('timeout', () => this.emit('timeout'))
  }

  get bytesRead(): number {
    return this.#socket.bytesRead
  }

  #take(given: Buffer): void {
    if (!this.#head) return this.#passBody(given)
    const bytes = this.#headBytes === 0 ? withoutBlanks(given) : given
    if (bytes.length === 0) return
    const before = Buffer.concat(this.#head.slice(-headEndBytes)).subarray(-headEndBytes)
    this.#head.push(bytes)
    this.#headBytes += bytes.length
    const mayEnd = headEnd.test(Buffer.concat([before, bytes]).toString('latin1'))
    if (mayEnd || this.#headBytes > headMaxBytes) this.#takeHead(Buffer.concat(this.#head))
  }

  #takeHead(whole: Buffer): void {
    const text = whole.toString('latin1', 0, headMaxBytes)
    const end = headEnd.exec(text)
    if (!end) {
      if (whole.length > headMaxBytes) this.#giveUp(whole)
      return
    }
    const { head, isInformational, isChunked } = mendedHead(text.slice(0, end.index))
    this.#pass(Buffer.from(head, 'latin1'))
    this.#head = isInformational ? [] : undefined
    this.#headBytes = 0
    if (isChunked && this.#hasBody) this.#chunked = createChunkedBody()
    const rest = whole.subarray(end.index + end[0].length)
    if (rest.length > 0) this.#take(rest)
  }

  /** To the parser as it is, which says why not. */
  #giveUp(whole: Buffer): void {
    this.#head = undefined
    this.#pass(whole)
  }

  #passBody(bytes: Buffer): void {
    if (!this.#chunked) return this.#pass(bytes)
    if (this.#chunked.isOver()) return
    const chunked = this.#chunked
    const body = this.#ofChunks(() => chunked.take(bytes))
    if (body && body.length > 0) {
      this.#hasBegun = true
      this.#pass(body)
    }
    if (chunked.isOver()) this.#end()
  }

  /** undefined: they are none. */
  #ofChunks<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BadChunks)) throw error
      this.destroy(this.#hasBegun ? lineCut() : error)
      return undefined
    }
  }

  #pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.#socket.pause()
  }

  #end(): void {
    if (this.#head && this.#headBytes > 0) this.#giveUp(Buffer.concat(this.#head))
    this.#head = undefined
    const chunked = this.#chunked
    const isWhole = chunked ? this.#ofChunks(() => chunked.isWhole()) : true
    if (isWhole) this.push(null)
    else this.destroy(lineCut())
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

const lineCut = () => Object.assign(new Error('the line was cut'), { code: 'ECONNRESET' })

/** Empty lines before a head. */
function withoutBlanks(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0x0d && byte !== 0x0a && byte !== 0x20)
  return from < 0 ? Buffer.alloc(0) : bytes.subarray(from)
}

export type MendedHead = { head: string; isInformational: boolean; isChunked: boolean }

/**
 * head: with the empty line at its end. isChunked: its body is, and the head does not say so any more. A line that is no header is left out; a head whose
 * lengths contradict each other keeps them, and stays refused.
 */
export function mendedHead(given: string): MendedHead {
  const [first = '', ...rest] = given.split(/(?<!\r)\r*\n/)
  // Some bytes before the word are skipped, as in Chromium: the mark of a text.
  const [, status, words = ''] = /^[^]{0,4}?(?:http(?:\/\d+(?:\.\d+)?)?|icy)\s+(\d{3})(?!\d)([^]*)$/i.exec(first) ?? []
  const reason = words.trimStart()
  if (status === undefined || reason.includes('\r')) return { head: `${given}\r\n\r\n`, isInformational: false, isChunked: false }
  const fields = fieldsOf(rest)
  const stated = valuesOf(fields, 'content-length')
  // Any other is none, as in browsers: the end of the connection ends the body.
  const lengths = new Set(stated.flatMap((value) => /^\s*\+?0*(\d{1,15})(?:\s+[a-z]+)?\s*$/i.exec(value)?.[1] ?? []))
  const transfer = valuesOf(fields, 'transfer-encoding').map((value) => value.replaceAll(/[\s"]/g, '').toLowerCase())
  const isChunked = transfer.includes('chunked')
  // A transfer that packs is as a coding of the file (curl takes it): it is unpacked when it is whole.
  const codings = [...valuesOf(fields, 'content-encoding'), ...transfer.filter((value) => /^(?:x-)?gzip$|^deflate$/.test(value))]
  const own = new Set(['content-length', 'transfer-encoding', 'content-encoding'])
  const others = fields.filter(([name]) => !own.has(name)).map(([name, value]) => `${name}: ${value}`)
  const ofLength = isChunked ? [] : [...lengths].map((length) => `content-length: ${length}`)
  const ofCoding = codings.length > 0 ? [`content-encoding: ${codings.join(',')}`] : []
  const head = [`HTTP/1.1 ${status} ${reason}`, ...others, ...ofLength, ...ofCoding, '', ''].join('\r\n')
  return { head, isInformational: status.startsWith('1') && status !== '101', isChunked }
}

type Field = [name: string, value: string]

function fieldsOf(lines: readonly string[]): Field[] {
  const fields: Field[] = []
  for (const line of lines) {
    const last = fields.at(-1)
    const [, name, behind = ''] = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*:[ \t]*([^]*)$/.exec(line) ?? []
    const value = trimEnd(behind, /[ \t\r]/)
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`
    else if (name !== undefined && !value.includes('\r')) fields.push([name.toLowerCase(), value.replaceAll('\0', '')])
  }
  return fields
}

const valuesOf = (fields: readonly Field[], requested: string): string[] =>
  fields.filter(([name]) => name === requested).flatMap(([, value]) => value.split(','))
