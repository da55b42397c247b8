/**
 * Receives one range of a file over a plain http connection, into two buffers that are used again and again: a third of the processor time of Node's
 * http client (decision 030). An answer that is not exactly the range is left to openUrl.
 */
import net from 'node:net'
import { headBounds } from '@homeport/contract/kit/http/inbound-http.ts'
import { lookupOf, portOf, type SourceRule } from '../../kit/outside.ts'
import { allowedAddresses } from './open-url.ts'
import { isOther, marksOf, type Marks } from './answer-head.ts'
import { UrlError } from './url-error.ts'
import type { PartFile } from './part-file.ts'
import type { FileRange } from '../engine/ranges.ts'
import type { Gate } from './throttle.ts'

const bufferBytes = 256 * 1024
/** A buffer is written once it holds this much. */
const writeFromBytes = 192 * 1024
/** With a limit of speed a read is small, so that what all connections read before they wait stays far below a second's share. */
const limitedReadBytes = 16 * 1024

export type PlainRangeDeps = {
  url: URL
  rule: SourceRule
  silenceMs: number
  signal: AbortSignal
  throttle: Gate
  file: PartFile
  range: FileRange
  /** The size of the whole file. */
  total: number
  marks: Marks
  validator: string
  onBytes: (bytes: number) => void
  /** More is on the disk. */
  onWritten: () => void
}

/** Credentials in the address and TLS are left to openUrl. */
export const isPlain = (url: URL): boolean => url.protocol === 'http:' && url.username === '' && url.password === ''

/** False where the server answers otherwise than with the range; then nothing was taken. Throws UrlError. */
export async function receivePlainRange(deps: PlainRangeDeps): Promise<boolean> {
  return receive(deps, await allowedAddresses(deps.url, deps.rule, deps.signal))
}

const partOf = (free: Buffer, throttle: Gate) => (throttle.isLimited() ? free.subarray(0, limitedReadBytes) : free)

function receive(deps: PlainRangeDeps, addresses: string[]): Promise<boolean> {
  const { url, silenceMs, signal, throttle, file, range, total, marks, onBytes, onWritten } = deps
  const [from, end] = [range.written, range.end]
  const buffers = [Buffer.allocUnsafeSlow(bufferBytes), Buffer.allocUnsafeSlow(bufferBytes)] as const
  let current: 0 | 1 = 0
  /** The body in the current buffer: from start up to filled. */
  let start = 0
  let filled = 0
  let isHead = true
  let isRefused = false
  let isHeld = false
  let writing: Promise<void> | undefined
  let failure: unknown

  const isFull = () => filled >= writeFromBytes || range.received >= range.end
  const mustWait = () => isFull() && writing !== undefined
  const other = (): 0 | 1 => (current === 0 ? 1 : 0)

  const socket = net.connect({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: portOf(url),
    lookup: lookupOf(addresses),
    signal,
    onread: {
      // While both buffers are in use, reading stops; it goes on with the one that is free first.
      buffer: () => partOf(mustWait() ? buffers[other()] : buffers[current].subarray(filled), throttle),
      callback: (bytes) => {
        if (isHead) readHead(bytes)
        else take(bytes)
        return !isHeld && !mustWait()
      },
    },
  })

  function readHead(bytes: number): void {
    filled += bytes
    const length = headLengthOf(buffers[current].subarray(0, filled))
    if (length === undefined) return
    isRefused = length < 0 || !isRange(buffers[current].toString('latin1', 0, length), { from, end, total, marks })
    if (isRefused) return void socket.destroy()
    isHead = false
    clearTimeout(headTimer)
    start = length + 4
    const body = filled - start
    filled = start
    take(body)
  }

  function take(bytes: number): void {
    const own = Math.min(bytes, range.end - range.received)
    filled += own
    range.received += own
    onBytes(own)
    if (isFull()) flush()
    if (range.received >= range.end) return void socket.destroy()
    if (!throttle.isLimited()) return
    isHeld = true
    // An abort ends the socket itself.
    void throttle.pass(own, signal).then(release, release)
  }

  const release = () => ((isHeld = false), readOn())

  function readOn(): void {
    if (!isHeld && !mustWait() && !socket.destroyed) socket.resume()
  }

  function flush(): void {
    if (writing || filled === start || isHead) return
    const bytes = buffers[current].subarray(start, filled)
    current = other()
    start = filled = 0
    writing = file
      .write([bytes], range.written)
      .then(() => wrote(range, bytes.length, onWritten), fail)
      .then(afterWrite)
  }

  function afterWrite(): void {
    writing = undefined
    if (isFull()) flush()
    readOn()
  }

  function fail(error: unknown): void {
    failure ??= error
    socket.destroy()
  }

  const headTimer = setTimeout(() => fail(new UrlError(2, 'the server is silent')), headBounds.withinMs).unref()
  socket.setTimeout(silenceMs, () => {
    if (!isHeld && !mustWait()) fail(new UrlError(2, 'the server is silent'))
  })
  socket.once('connect', () => socket.write(requestOf(deps, { from, end })))

  return new Promise((resolve, reject) => {
    socket.on('error', (error) => (failure ??= error))
    socket.once('close', () => {
      clearTimeout(headTimer)
      void writeRest().then(() => {
        if (failure) reject(failure)
        else if (!isRefused && (isHead || range.received < range.end)) reject(new UrlError(6, 'the line was cut'))
        else resolve(!isRefused)
      })
    })
  })

  /** A write that ends may begin the next one. */
  async function settled(): Promise<void> {
    if (!writing) return
    await writing
    await settled()
  }

  async function writeRest(): Promise<void> {
    await settled()
    flush()
    await settled()
  }
}

const otherHeadEnds = ['\n\n', '\n\r\n', '\r\r\n']

/** undefined: it has no end yet. -1: it is too long, or has other line ends, which openUrl takes. */
function headLengthOf(bytes: Buffer): number | undefined {
  const length = bytes.indexOf('\r\n\r\n')
  const isOther = bytes.length > headBounds.maxBytes || otherHeadEnds.some((end) => bytes.includes(end))
  return length >= 0 || isOther ? length : undefined
}

function wrote(range: FileRange, bytes: number, onWritten: () => void): void {
  range.written += bytes
  onWritten()
}

function requestOf({ url, validator }: PlainRangeDeps, { from, end }: { from: number; end: number }): string {
  const headers = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'User-Agent: Homeport',
    'Accept-Encoding: identity',
    `Range: bytes=${from}-${end - 1}`,
    ...(validator === '' ? [] : [`If-Range: ${validator}`]),
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n`
}

/** Exactly the bytes of the request, of a file of this length and with these marks, without a coding. */
function isRange(head: string, { from, end, total, marks }: { from: number; end: number; total: number; marks: Marks }): boolean {
  const [status = '', ...lines] = head.split('\r\n')
  if (!/^HTTP\/1\.[01] 206( |$)/.test(status)) return false
  const valuesOf = (name: string) =>
    lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim())
  const ranges = valuesOf('content-range')
  const lengths = valuesOf('content-length')
  const headers = { etag: valuesOf('etag')[0], 'last-modified': valuesOf('last-modified')[0], date: valuesOf('date')[0] }
  return (
    !isOther(marksOf({ headers }), marks) &&
    ranges.length === 1 &&
    ranges[0] === `bytes ${from}-${end - 1}/${total}` &&
    lengths.every((length) => length === String(end - from)) &&
    valuesOf('transfer-encoding').length === 0 &&
    valuesOf('content-encoding').every((coding) => coding === 'identity')
  )
}
