/** Fetches one address into its work folder: over one connection, and over several where the server has ranges and the file is large. */
import { setMaxListeners } from 'node:events'
import type http from 'node:http'
import type { SourceRule } from '../../kit/outside.ts'
import { contentRangeOf, isMultipart, isOther, lengthOf, marksOf, validatorOf, type Marks } from './answer-head.ts'
import { openUrl, type UrlResponse } from './open-url.ts'
import { isForbidden, NoSuchRange, UrlError } from './url-error.ts'
import { openPartFile, type PartFile, type RangeRecord } from './part-file.ts'
import { isPlain, receivePlainRange } from './plain-range.ts'
import { createOrderedRanges, orderedMinBytes } from './ordered-ranges.ts'
import { createPartView, type PartView } from '../engine/part-view.ts'
import { continueUnmarked, openSteady } from './same-file.ts'
import { createRanges, minRangeBytes, type FileRange, type Ranges } from '../engine/ranges.ts'
import type { Gate } from './throttle.ts'
import { codingsOf, unpackFile } from './unpack-body.ts'

/** The limit for one file. */
const maxConnections = 5
/** Bytes that a connection collects for one write; at most twice as many are in memory. */
const batchBytes = 256 * 1024
const recordEveryMs = 2_000
const splitFrom = 2 * minRangeBytes

/** total 0: the server does not say. done: bytes of an earlier try that are kept. */
export type TransferStart = { response: http.IncomingMessage; url: URL; total: number; done: number }

export type TransferDeps = {
  url: URL
  dir: string
  rule: SourceRule
  silenceMs: number
  throttle: Gate
  signal: AbortSignal
  /** Hosts that let the box have one connection at a time. */
  singleHosts: Set<string>
  /** Returns the name of the complete file. isWatchable: it is a video, fetched in order. */
  onStart: (start: TransferStart) => { name: string; isWatchable: boolean }
  /** Called for a video whose length is known. */
  onPart: (part: PartView) => void
  onBytes: (bytes: number) => void
  onConnections: (change: 1 | -1) => void
  /** Nothing of it can be continued, so it was deleted. */
  onDropped: () => void
}

/** The plan that the first answer decides. */
type Plan = {
  ranges: Ranges
  first: FileRange
  total: number
  marks: Marks
  /** If-Range of further requests, '' where that does not help. */
  validator: string
  hasRanges: boolean
  /** With what an earlier try brought. */
  isContinued: boolean
  /** From this size on over several connections. */
  splitFrom: number
}
/** rest: of the body that was read already. */
type Opened = UrlResponse & { plan: Plan; rest?: Buffer }
/** Called whenever more is on the disk. */
type Written = { onWritten: () => void }

/** Returns the bytes of the file. Throws UrlError and errors of the disk; what came stays for the next try where the server can continue it. */
export async function transfer(deps: TransferDeps): Promise<number> {
  const file = await openPartFile(deps.dir)
  const stop = new AbortController()
  try {
    const unpack = (codings: readonly string[]) => (paths: Parameters<typeof unpackFile>[0]) =>
      codings.length > 0 ? unpackFile(paths, codings, deps.signal) : undefined
    // All came before a restart: its server is not asked for it again.
    const whole = file.before
    if (whole && whole.name !== '') return await file.finish(whole, unpack(whole.codings))
    const signal = AbortSignal.any([deps.signal, stop.signal])
    setMaxListeners(0, signal)
    const {
      response,
      url,
      rest,
      plan: byHalves,
    } = await openFirst({ ...deps, signal }, file).catch((error: unknown) => {
      throw file.size > 0 && isTurnedAway(error) ? refusedForNow([error]) : error
    })
    if (deps.singleHosts.has(deps.url.host)) byHalves.splitFrom = Infinity
    const { total, first, hasRanges } = byHalves
    const done = total > 0 ? total - missingIn(byHalves.ranges) : first.written
    const { name, isWatchable } = deps.onStart({ response, url, total, done })
    const codings = codingsOf(response, name) ?? []
    const { plan, view } =
      isWatchable && total > 0 && codings.length === 0 ? watchable(byHalves, file.path) : { plan: byHalves, view: undefined }
    if (view) deps.onPart(view)
    try {
      await fetchAll({ ...deps, signal }, { file, plan, response, url, rest, stop, onWritten: () => view?.wrote() })
    } catch (error) {
      view?.end('over')
      if (total === 0 && !hasRanges) {
        await file.drop()
        deps.onDropped()
      }
      throw error
    }
    view?.end('whole')
    return await file.finish({ ...recordOf(plan, []), name, codings }, unpack(codings))
  } finally {
    stop.abort()
    await file.close()
  }
}

/** In order, and open to players. */
function watchable(plan: Plan, path: string) {
  const { total, first, hasRanges, isContinued } = plan
  // One connection that cannot be continued brings it in order by itself.
  if (!hasRanges || plan.splitFrom === Infinity)
    return { plan, view: createPartView({ path, total, isContinued, want: () => {} }, plan.ranges) }
  const ranges = createOrderedRanges(plan.ranges.remaining(), { total, first })
  const want = (position: number) => ranges.want(position)
  const ordered: Plan = { ...plan, ranges, splitFrom: orderedMinBytes }
  return { plan: ordered, view: createPartView({ path, total, isContinued, want }, ranges) }
}

const missingIn = (ranges: Ranges): number => ranges.remaining().reduce((sum, [from, end]) => sum + end - from, 0)

/** Continues what is on the disk, or begins anew where the server sends another file or the whole one only. */
async function openFirst(deps: TransferDeps, file: PartFile): Promise<Opened> {
  const { before, size } = file
  const totalBefore = before?.total ?? 0
  const ranges = createRanges(totalBefore > 0 ? (before?.remaining ?? []) : [[size, Infinity]])
  const first = size > 0 ? ranges.take() : undefined
  if (!first) return openWhole(deps, file)
  const marks = before ? marksBefore(before) : { etag: '', modified: '' }
  const validator = validatorOf(marks)
  if (validator === '') return openUnmarked(deps, { file, ranges, first, marks, between: undefined })
  const range = { from: first.written, end: first.end, validator }
  const opened = await openUrl(deps.url, { ...deps, range }).catch((error: unknown) => {
    // All of it is here: only the word that it ends there was missing.
    if (error instanceof NoSuchRange && totalBefore === 0 && error.size === size) return undefined
    throw error
  })
  if (!opened) return openUnmarked(deps, { file, ranges, first, marks, between: undefined })
  const { response, url } = opened
  if (response.statusCode !== 206 || isOther(marksOf(response), marks))
    return openUnmarked(deps, { file, ranges, first, marks, between: opened })
  const { from, total } = contentRangeOf(response)
  if (from !== first.written || (totalBefore > 0 && totalBefore !== total)) {
    response.destroy()
    throw new UrlError(8, 'the server continues another file')
  }
  endAt(first, total)
  return { response, url, plan: { ranges, first, total, ...markedBy(response), hasRanges: true, isContinued: true, splitFrom } }
}

/** A file whose length was not known ends where a later answer says. */
function endAt(range: FileRange, total: number): void {
  if (range.end === Infinity && total > 0) Object.assign(range, { end: total, coveredTo: total })
}

/** The marks of an answer, and the validator that later requests send as If-Range. */
function markedBy(response: http.IncomingMessage): Pick<Plan, 'marks' | 'validator'> {
  const marks = marksOf(response)
  return { marks, validator: validatorOf(marks) }
}

const marksBefore = ({ validator, modified }: RangeRecord): Marks =>
  validator.startsWith('"') ? { etag: validator, modified } : { etag: '', modified: validator }

async function openWhole(deps: TransferDeps, file: PartFile): Promise<Opened> {
  return beginAnew(await openUrl(deps.url, deps), file)
}

type Unmarked = { file: PartFile; ranges: Ranges; first: FileRange; marks: Marks; between: UrlResponse | undefined }

/** between: the answer to a request with If-Range. */
async function openUnmarked(deps: TransferDeps, { file, ranges, first, marks, between }: Unmarked): Promise<Opened> {
  const total = file.before?.total ?? 0
  const readBefore = (from: number, bytes: number) => {
    const start = Math.max(firstByteBefore(file, from), from - bytes)
    return file.read(start, from - start)
  }
  const requested = { from: first.written, end: first.end, total, marks, readBefore }
  // A part is not used, and some servers allow one connection.
  if (between?.response.statusCode === 206) between.response.destroy()
  const continued = await continueUnmarked(deps.url, deps, { requested, between: between?.response })
  if (!continued && between?.response.statusCode === 200) return beginAnew(between, file)
  between?.response.destroy()
  if (!continued) return openWhole(deps, file)
  const { response, url, rest, marks: steady } = continued
  const { total: answered } = contentRangeOf(response)
  endAt(first, answered)
  return {
    response,
    url,
    rest,
    plan: { ranges, first, total: answered, marks: steady, validator: '', hasRanges: true, isContinued: true, splitFrom },
  }
}

/** Where the bytes begin that are here without a gap before this one. */
function firstByteBefore({ before }: PartFile, position: number): number {
  return before?.remaining.findLast(([, end]) => end <= position)?.[1] ?? 0
}

async function beginAnew({ response, url }: UrlResponse, file: PartFile): Promise<Opened> {
  await file.reset()
  const { from, total: ofRange } = contentRangeOf(response)
  // 206 that nobody requested: what it sends has to be all of the file.
  if (response.statusCode === 206 && (from > 0 || isMultipart(response))) {
    response.destroy()
    throw new UrlError(8, 'the server sends a part only')
  }
  const total = response.statusCode === 206 ? ofRange || lengthOf(response) : lengthOf(response)
  const ranges = createRanges([[0, total > 0 ? total : Infinity]])
  const first = ranges.take()
  if (!first) throw new UrlError(28, 'no range to fetch')
  const hasRanges = response.statusCode === 206 || /(?:^|,)\s*bytes\s*(?:,|$)/i.test(response.headers['accept-ranges'] ?? '')
  return { response, url, plan: { ranges, first, total, ...markedBy(response), hasRanges, isContinued: false, splitFrom } }
}

/** url: where the redirects ended. */
type FetchDeps = Opened & Written & { file: PartFile; stop: AbortController }

/** A connection that fails leaves its range to the others; what no connection brings is the failure of the whole. */
async function fetchAll(deps: TransferDeps, { file, plan, response, url, rest, stop, onWritten }: FetchDeps): Promise<void> {
  const { ranges, total } = plan
  const failures: unknown[] = []

  /** Whether a further connection was sent the range that it requested. */
  const hasProof = Promise.withResolvers<boolean>()
  const onProof = () => {
    hasProof.resolve(true)
    onWritten()
  }

  function fail(error: unknown): void {
    failures.push(error)
    // The first one was let in.
    if (isTurnedAway(error)) deps.singleHosts.add(deps.url.host)
    if (isForbidden(error)) stop.abort()
  }

  async function bring(range: FileRange, opened: http.IncomingMessage | undefined): Promise<void> {
    if (opened) return receive(deps, { file, range, response: opened, rest, onWritten })
    const plain = { ...deps, url, file, range, total, marks: plan.marks, validator: plan.validator, onWritten: onProof }
    if (isPlain(url) && (await receivePlainRange(plain))) return
    return receive(deps, { file, range, onWritten: onProof, response: await openRange(deps, { range, plan }) })
  }

  async function connect(first?: { range: FileRange; response: http.IncomingMessage }): Promise<void> {
    deps.onConnections(1)
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
      .finally(() => deps.onConnections(-1))

  const record = async (): Promise<void> => {
    if (ranges.isDone() || (total === 0 && !plan.hasRanges)) return
    await file.save(recordOf(plan, total > 0 ? ranges.remaining() : []))
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
      await Promise.all([opened, second, ...several(isProven ? maxConnections - 2 : 0)])
    } else await Promise.all([opened, ...several(maxConnections - 1)])
  } finally {
    clearInterval(timer)
  }
  await record()
  if (ranges.isDone()) return
  const passing = failures.findLast((error) => !isRangeRefusal(error) && !isTurnedAway(error))
  const turnedAway = failures.some(isTurnedAway) ? refusedForNow(failures) : undefined
  throw failures.find(isForbidden) ?? passing ?? turnedAway ?? failures.at(-1) ?? new UrlError(6, 'the line was cut')
}

const recordOf = ({ total, marks }: Plan, remaining: RangeRecord['remaining']): RangeRecord => ({
  total,
  validator: validatorOf(marks),
  modified: marks.modified,
  remaining,
  name: '',
  codings: [],
})

/** The server has no ranges for a further connection; the first one may have brought much. */
const isRangeRefusal = (error: unknown): boolean => error instanceof UrlError && error.error === 8

/** Too many connections: some servers say so, others ban whoever opens them. */
const isTurnedAway = (error: unknown): boolean =>
  error instanceof UrlError && /^status=(?:403|421|429|503|509)$/.test(error.message)

function refusedForNow(errors: readonly unknown[]): UrlError {
  const last = errors.findLast((error) => error instanceof UrlError && isTurnedAway(error))
  return new UrlError(22, 'refused for now', last instanceof UrlError ? last.retryAfter : {})
}

/** Throws UrlError where the server does not send just this range of this file. */
async function openRange(deps: TransferDeps, { range, plan }: { range: FileRange; plan: Plan }): Promise<http.IncomingMessage> {
  const { total } = plan
  const open = (validator: string) => openUrl(deps.url, { ...deps, range: { from: range.written, end: range.end, validator } })
  const isRange = (answer: http.IncomingMessage): boolean => {
    const { from, total: length } = contentRangeOf(answer)
    return answer.statusCode === 206 && from === range.written && length === total
  }
  const { response } = await open(plan.validator)
  const between = marksOf(response)
  if (isRange(response) && !isOther(between, plan.marks)) return response
  response.destroy()
  const isWhole = response.statusCode === 200 && plan.validator !== '' && lengthOf(response) === total
  const steady = isRange(response) || isWhole ? await openSteady(plan.marks, between, () => open('')) : undefined
  if (steady && isRange(steady.response)) {
    Object.assign(plan, { validator: '', marks: steady.marks })
    return steady.response
  }
  steady?.response.destroy()
  throw new UrlError(8, 'the server does not send the range')
}

type ReceiveDeps = Written & { file: PartFile; range: FileRange; response: http.IncomingMessage; rest?: Buffer | undefined }

/** Reads on while the last batch is written. The end of the range may change meanwhile. */
async function receive(
  { throttle, signal, onBytes }: TransferDeps,
  { file, range, response, rest, onWritten }: ReceiveDeps,
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
    // The next one to wait for it gets the error.
    writing.catch(() => {})
  }

  async function* chunks(): AsyncGenerator<Buffer> {
    if (rest && rest.length > 0) yield rest
    yield* response as AsyncIterable<Buffer>
  }

  try {
    for await (const chunk of chunks()) {
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
