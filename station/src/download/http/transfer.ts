/** Fetches one address into its work folder: over one connection, and over several where the server has ranges and the file is large. */
import { setMaxListeners } from 'node:events'
import type http from 'node:http'
import type { SourceRule } from '../../kit/outside.ts'
import { isForbidden, openUrl, UrlError } from './open-url.ts'
import { openPartFile, type PartFile } from './part-file.ts'
import { isPlain, receivePlainRange } from './plain-range.ts'
import { createOrderedRanges, orderedMinBytes } from './ordered-ranges.ts'
import { createPartView, type PartView } from './part-view.ts'
import { createRanges, minRangeBytes, type FileRange, type Ranges } from './ranges.ts'
import type { Gate } from './throttle.ts'

/** Of one file. */
const connectionsAtMost = 5
/** What a connection collects for one write; at most twice as much of it is in memory. */
const batchBytes = 256 * 1024
const recordEveryMs = 2_000
const splitFrom = 2 * minRangeBytes

/** total 0: the server does not say. done: bytes of an earlier try that are kept. */
export type TransferStart = { response: http.IncomingMessage; url: URL; total: number; done: number }

export type TransferParts = {
  url: URL
  dir: string
  rule: SourceRule
  silenceMs: number
  throttle: Gate
  signal: AbortSignal
  /** Returns the name of the complete file. isWatchable: it is a video, fetched in order. */
  onStart: (start: TransferStart) => { name: string; isWatchable: boolean }
  /** Of a video whose length is known. */
  onPart: (part: PartView) => void
  onBytes: (bytes: number) => void
  onConnections: (change: 1 | -1) => void
  /** Nothing of it can be continued, so it was deleted. */
  onDropped: () => void
}

/** What the first answer decides. */
type Plan = {
  ranges: Ranges
  first: FileRange
  total: number
  validator: string
  hasRanges: boolean
  /** With what an earlier try brought. */
  isContinued: boolean
  /** From this size on over several connections. */
  splitFrom: number
}
type Opened = { response: http.IncomingMessage; url: URL; plan: Plan }
/** Called whenever more is on the disk. */
type Written = { onWritten: () => void }

/** Throws UrlError and errors of the disk; what came stays for the next try where the server can continue it. */
export async function transfer(parts: TransferParts): Promise<void> {
  const file = await openPartFile(parts.dir)
  const stop = new AbortController()
  try {
    const signal = AbortSignal.any([parts.signal, stop.signal])
    setMaxListeners(0, signal)
    const { response, url, plan: byHalves } = await openFirst({ ...parts, signal }, file)
    const { total, first, hasRanges } = byHalves
    const done = total > 0 ? total - missingIn(byHalves.ranges) : first.written
    const { name, isWatchable } = parts.onStart({ response, url, total, done })
    const { plan, view } = isWatchable && total > 0 ? watchable(byHalves, file.path) : { plan: byHalves, view: undefined }
    if (view) parts.onPart(view)
    try {
      await fetchAll({ ...parts, signal }, { file, plan, response, url, stop, onWritten: () => view?.wrote() })
    } catch (error) {
      view?.end('over')
      if (total === 0 && !hasRanges) {
        await file.drop()
        parts.onDropped()
      }
      throw error
    }
    view?.end('whole')
    await file.finish(name)
  } finally {
    stop.abort()
    await file.close()
  }
}

/** In order, and open to players. */
function watchable(plan: Plan, path: string) {
  const { total, first, hasRanges, isContinued } = plan
  // One connection that cannot be continued brings it in order by itself.
  if (!hasRanges) return { plan, view: createPartView({ path, total, isContinued, want: () => {} }, plan.ranges) }
  const ranges = createOrderedRanges(plan.ranges.remaining(), { total, first })
  const want = (position: number) => ranges.want(position)
  const ordered: Plan = { ...plan, ranges, splitFrom: orderedMinBytes }
  return { plan: ordered, view: createPartView({ path, total, isContinued, want }, ranges) }
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
  const plan: Plan = { ranges, first, total, validator: validatorOf(response), hasRanges: true, isContinued: true, splitFrom }
  return { response, url, plan }
}

async function beginAnew(response: http.IncomingMessage, file: PartFile): Promise<Plan> {
  await file.reset()
  const total = Number(response.headers['content-length'] ?? 0)
  const ranges = createRanges([[0, total > 0 ? total : Infinity]])
  const first = ranges.take()
  if (!first) throw new UrlError(28, 'no range to fetch')
  const hasRanges = response.headers['accept-ranges'] === 'bytes'
  return { ranges, first, total, validator: validatorOf(response), hasRanges, isContinued: false, splitFrom }
}

/** url: where the redirects ended. */
type FetchParts = Opened & Written & { file: PartFile; stop: AbortController }

/** A connection that fails leaves its range to the others; what no connection brings is the failure of the whole. */
async function fetchAll(parts: TransferParts, { file, plan, response, url, stop, onWritten }: FetchParts): Promise<void> {
  const { ranges, total, validator } = plan
  const failures: unknown[] = []

  /** Whether a further connection was sent the range that it requested. */
  const hasProof = Promise.withResolvers<boolean>()
  const onProof = () => {
    hasProof.resolve(true)
    onWritten()
  }

  function fail(error: unknown): void {
    failures.push(error)
    if (isForbidden(error)) stop.abort()
  }

  async function bring(range: FileRange, opened: http.IncomingMessage | undefined): Promise<void> {
    if (opened) return receive(parts, { file, range, response: opened, onWritten })
    if (isPlain(url) && (await receivePlainRange({ ...parts, url, file, range, total, validator, onWritten: onProof }))) return
    return receive(parts, { file, range, onWritten: onProof, response: await openRange(parts, { range, plan }) })
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

  const isSplit = plan.hasRanges && total >= plan.splitFrom
  // Node's http client is left early: it costs more than a plain range.
  const isOrdered = plan.splitFrom === orderedMinBytes
  if (isSplit && !isOrdered && isPlain(url)) ranges.shorten(plan.first, minRangeBytes)
  // Before bytes are written behind a gap.
  await record()
  const timer = setInterval(() => void record().catch((error: unknown) => (fail(error), stop.abort())), recordEveryMs)
  try {
    const several = (count: number) => Array.from({ length: isSplit ? count : 0 }, () => begin())
    const opened = begin({ range: plan.first, response })
    if (isOrdered) {
      const second = Promise.all(several(1)).finally(() => hasProof.resolve(false))
      const isProven = await hasProof.promise
      // From here on each connection has its piece.
      if (isProven) ranges.shorten(plan.first, orderedMinBytes / 2)
      await Promise.all([opened, second, ...several(isProven ? connectionsAtMost - 2 : 0)])
    } else await Promise.all([opened, ...several(connectionsAtMost - 1)])
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

type ReceiveParts = Written & { file: PartFile; range: FileRange; response: http.IncomingMessage }

/** Reads on while the last batch is written. The end of the range may change meanwhile. */
async function receive(
  { throttle, signal, onBytes }: TransferParts,
  { file, range, response, onWritten }: ReceiveParts,
): Promise<void> {
  let batch: Buffer[] = []
  let batched = 0
  let writing = Promise.resolve()

  async function flush(): Promise<void> {
    await writing
    const [chunks, bytes] = [batch, batched]
    batch = []
    batched = 0
    if (bytes === 0) return
    writing = file.write(chunks, range.written).then(() => {
      range.written += bytes
      onWritten()
    })
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
