/**
 * Continues a file whose server does not help: it answers If-Range with the whole file, or does not know it, or has new marks in each answer, or none.
 * Whether it is still the same file is then told by its length, by marks that stay, and by bytes that are here.
 */
import type http from 'node:http'
import { openUrl, type OpenUrlDeps, type UrlResponse } from './open-url.ts'
import { UrlError } from './url-error.ts'
import { contentRangeOf, isOther, type Marks, marksOf, steadyMarks, wholeLengthOf } from './answer-head.ts'

/** Bytes on the disk that are compared with those that the server sends. */
export const overlapBytes = 64 * 1024
/** Requests until the other of two machines behind one name answers: by chance one alone does so once in sixteen times. */
const maxTries = 4

export type SameFileDeps = Omit<OpenUrlDeps, 'range' | 'method'>
/** readBefore: bytes that are on the disk. total: 0 where it is unknown. marks: of the answer that they came from. */
export type Requested = {
  from: number
  end: number
  total: number
  marks: Marks
  readBefore: (from: number, bytes: number) => Promise<Buffer>
}
/** rest: of the body that was read beyond the overlap. */
export type Continued = Steady & { rest: Buffer }

/** between: the answer to a request with If-Range, undefined if none was made. undefined: the file is another one, or nobody can tell that it is not. */
export async function continueUnmarked(
  url: URL,
  deps: SameFileDeps,
  { requested, between }: { requested: Requested; between: http.IncomingMessage | undefined },
): Promise<Continued | undefined> {
  const { from, end, total, marks, readBefore } = requested
  if (between && wholeLengthOf(between) !== total) return undefined
  const before = await readBefore(from, overlapBytes)
  const range = { from: from - before.length, end, validator: '' }
  const opened = await openSteady(marks, between && marksOf(between), () => openUrl(url, { ...deps, range }))
  if (!opened) return undefined
  const { response } = opened
  const answered = contentRangeOf(response)
  const isRange = response.statusCode === 206 && answered.from === range.from && (total === 0 || answered.total === total)
  const rest = isRange ? await afterOverlap(response, before) : undefined
  if (rest !== undefined) return { ...opened, rest }
  response.destroy()
  return undefined
}

/** marks: those that still mean something. */
export type Steady = UrlResponse & { marks: Marks }

/** Asks again where the marks are those of another file: some servers have new ones in each answer, and of several machines behind one name each has its own. undefined: the file is another one. */
export async function openSteady(
  before: Marks,
  between: Marks | undefined,
  open: () => Promise<UrlResponse>,
): Promise<Steady | undefined> {
  let last = between
  for (let tries = 0; tries < maxTries; tries += 1) {
    const opened = await open()
    const now = marksOf(opened.response)
    const marks = last ? steadyMarks(before, last, now) : isOther(now, before) ? undefined : before
    if (marks) return { ...opened, marks }
    opened.response.destroy()
    last = now
  }
  return undefined
}

/** undefined: the server sends other bytes. */
async function afterOverlap(response: http.IncomingMessage, before: Buffer): Promise<Buffer | undefined> {
  let received = Buffer.alloc(0)
  while (received.length < before.length) {
    // NOTE: a stream without an encoding gives buffers.
    const chunk = (response.read() ?? (await nextChunk(response))) as Buffer
    received = Buffer.concat([received, chunk])
  }
  return received.subarray(0, before.length).equals(before) ? received.subarray(before.length) : undefined
}

function nextChunk(response: http.IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const end = () => settle(() => reject(new UrlError(6, 'the line was cut')))
    const fail = (error: unknown) => settle(() => reject(error))
    const read = () => {
      // NOTE: as above.
      const chunk = response.read() as Buffer | null
      if (chunk) settle(() => resolve(chunk))
    }
    function settle(then: () => void): void {
      response.off('readable', read).off('end', end).off('close', end).off('error', fail)
      then()
    }
    response.on('readable', read).on('end', end).on('close', end).on('error', fail)
  })
}
