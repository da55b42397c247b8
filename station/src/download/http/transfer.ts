/** Fetches one address into its work folder: over one connection, and over several where the server has ranges and the file is large. */
import { setMaxListeners } from 'node:events'
import type http from 'node:http'
import type { SourceRule } from '../../kit/outside.ts'
import { isForbidden, openUrl, UrlError } from './open-url.ts'
import { openPartFile, type PartFile } from './part-file.ts'
import { isPlain, receivePlainRange } from './plain-range.ts'
import { createRanges, minRangeBytes, type FileRange, type Ranges } from './ranges.ts'
import type { Throttle } from './throttle.ts'

/** Of one file. */
const connectionsAtMost = 5
/** What a connection collects for one write; at most twice as much of it is in memory. */
const batchBytes = 256 * 1024
const recordEveryMs = 2_000

/** total 0: the server does not say. done: bytes of an earlier try that are kept. */
export type TransferStart = { response: http.IncomingMessage; url: URL; total: number; done: number }

export type TransferParts = {
  url: URL
  dir: string
  rule: SourceRule
  silenceMs: number
  throttle: Throttle
  signal: AbortSignal
  /** Returns the name of the complete file. */
  onStart: (start: TransferStart) => string
  onBytes: (bytes: number) => void
  onConnections: (change: 1 | -1) => void
  /** Nothing of it can be continued, so it was deleted. */
  onDropped: () => void
}

/** What the first answer decides. */
type Plan = { ranges: Ranges; first: FileRange; total: number; validator: string; hasRanges: boolean }
type Opened = { response: http.IncomingMessage; url: URL; plan: Plan }

/** Throws UrlError and errors of the disk; what came stays for the next try where the server can continue it. */
export async function transfer(parts: TransferParts): Promise<void> {
  const file = await openPartFile(parts.dir)
  const stop = new AbortController()
  try {
    const signal = AbortSignal.any([parts.signal, stop.signal])
    setMaxListeners(0, signal)
    const { response, url, plan } = await openFirst({ ...parts, signal }, file)
    const { total, ranges, first, hasRanges } = plan
    const name = parts.onStart({ response, url, total, done: total > 0 ? total - missingIn(ranges) : first.written })
    try {
      await fetchAll({ ...parts, signal }, { file, plan, response, url, stop })
    } catch (error) {
      if (total === 0 && !hasRanges) {
        await file.drop()
        parts.onDropped()
      }
      throw error
    }
    await file.finish(name)
  } finally {
    stop.abort()
    await file.close()
  }
}

const missingIn = (ranges: Ranges): number => ranges.remaining().reduce((sum, [from, end]) => sum + end - from, 0)

/** Continues what is on the disk, or begins anew where the server sends the whole file. */
async function openFirst(parts: TransferParts, file: PartFile): Promise<Opened> {
  const { before, size } = file
  const ranges = createRanges(before?.remaining ?? [[size, Infinity]])
  const first = size > 0 ? ranges.take() : undefined
  const range = first && { from: first.written, end: first.end, validator: before?.validator ?? '' }
  const { response, url } = await openUrl(parts.url, { ...parts, range })
  if (response.statusCode !== 206) return { response, url, plan: await beginAnew(response, file) }
  const { from, total } = contentRangeOf(response)
  if (!first || from !== first.written || (before && before.total !== total)) {
    response.destroy()
    throw new UrlError(8, 'the server continues another file')
  }
  // A file without a record ends where this answer says.
  if (first.end === Infinity && total > 0) Object.assign(first, { end: total, coveredTo: total })
  return { response, url, plan: { ranges, first, total, validator: validatorOf(response), hasRanges: true } }
}

async function beginAnew(response: http.IncomingMessage, file: PartFile): Promise<Plan> {
  await file.reset()
  const total = Number(response.headers['content-length'] ?? 0)
  const ranges = createRanges([[0, total > 0 ? total : Infinity]])
  const first = ranges.take()
  if (!first) throw new UrlError(28, 'no range to fetch')
  const hasRanges = response.headers['accept-ranges'] === 'bytes'
  return { ranges, first, total, validator: validatorOf(response), hasRanges }
}

/** url: where the redirects ended. */
type FetchParts = Opened & { file: PartFile; stop: AbortController }

/** A connection that fails leaves its range to the others; what no connection brings is the failure of the whole. */
async function fetchAll(parts: TransferParts, { file, plan, response, url, stop }: FetchParts): Promise<void> {
  const { ranges, total, validator } = plan
  const failures: unknown[] = []

  function fail(error: unknown): void {
    failures.push(error)
    if (isForbidden(error)) stop.abort()
  }

  async function bring(range: FileRange, opened: http.IncomingMessage | undefined): Promise<void> {
    if (opened) return receive(parts, { file, range, response: opened })
    if (isPlain(url) && (await receivePlainRange({ ...parts, url, file, range, total, validator }))) return
    return receive(parts, { file, range, response: await openRange(parts, { range, plan }) })
  }

  async function connect(first?: { range: FileRange; response: http.IncomingMessage }): Promise<void> {
    parts.onConnections(1)
    let opened = first?.response
    for (let range = first?.range ?? ranges.take(); range; range = ranges.take()) {
      try {
        await bring(range, opened)
      } finally {
        ranges.release(range)
      }
      opened = undefined
    }
  }

  const begin = (first?: Parameters<typeof connect>[0]) =>
    connect(first)
      .catch(fail)
      .finally(() => parts.onConnections(-1))

  const record = async (): Promise<void> => {
    if (total > 0 && !ranges.isDone()) await file.save({ total, validator, remaining: ranges.remaining() })
  }

  const isSplit = plan.hasRanges && total >= 2 * minRangeBytes
  // Node's http client is left early: it costs more than a plain range.
  if (isSplit && isPlain(url)) ranges.shorten(plan.first, minRangeBytes)
  // Before bytes are written behind a gap.
  await record()
  const timer = setInterval(() => void record().catch((error: unknown) => (fail(error), stop.abort())), recordEveryMs)
  try {
    const more = isSplit ? connectionsAtMost - 1 : 0
    await Promise.all([begin({ range: plan.first, response }), ...Array.from({ length: more }, () => begin())])
  } finally {
    clearInterval(timer)
  }
  await record()
  if (!ranges.isDone()) throw failures.find(isForbidden) ?? failures.at(-1) ?? new UrlError(6, 'the line was cut')
}

/** Throws UrlError where the server does not send just this range of this file. */
async function openRange(parts: TransferParts, { range, plan }: { range: FileRange; plan: Plan }): Promise<http.IncomingMessage> {
  const { total, validator } = plan
  const requested = { from: range.written, end: range.end, validator }
  const { response } = await openUrl(parts.url, { ...parts, range: requested })
  const answered = contentRangeOf(response)
  if (response.statusCode === 206 && answered.from === range.written && answered.total === total) return response
  response.destroy()
  throw new UrlError(8, 'the server does not send the range')
}

type ReceiveParts = { file: PartFile; range: FileRange; response: http.IncomingMessage }

/** Reads on while the last batch is written. The end of the range may change meanwhile. */
async function receive({ throttle, signal, onBytes }: TransferParts, { file, range, response }: ReceiveParts): Promise<void> {
  let batch: Buffer[] = []
  let batched = 0
  let writing = Promise.resolve()

  async function flush(): Promise<void> {
    await writing
    const [chunks, bytes] = [batch, batched]
    batch = []
    batched = 0
    if (bytes === 0) return
    writing = file.write(chunks, range.written).then(() => void (range.written += bytes))
    // Whoever waits for it next gets the error.
    writing.catch(() => {})
  }

  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, Math.min(chunk.length, range.end - range.received))
      batch.push(part)
      batched += part.length
      range.received += part.length
      onBytes(part.length)
      await throttle.pass(part.length, signal)
      if (batched >= batchBytes) await flush()
      if (range.received >= range.end) break
    }
  } finally {
    await flush()
    await writing
  }
  if (range.end === Infinity) range.end = range.received
  if (range.received < range.end) throw new UrlError(6, 'the line was cut')
}

/** from NaN: the header is missing or wrong. */
function contentRangeOf(response: http.IncomingMessage): { from: number; total: number } {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '') ?? []
  const length = Number(response.headers['content-length'] ?? 0)
  const isKnown = total !== undefined && total !== '*'
  return { from: Number(from), total: isKnown ? Number(total) : length > 0 ? Number(from) + length : 0 }
}

/** A weak ETag does not say that the bytes are the same. */
function validatorOf({ headers }: http.IncomingMessage): string {
  const { etag = '' } = headers
  return etag !== '' && !etag.startsWith('W/') ? etag : (headers['last-modified'] ?? '')
}
