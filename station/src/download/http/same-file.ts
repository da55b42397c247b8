/**
 * Continues a file whose server does not help: it answers If-Range with the whole file, or has a new ETag in each answer, or neither ETag nor
 * Last-Modified. Whether it is still the same file is then told by its length, by Last-Modified, by an ETag that stays, and by bytes that are here.
 */
import type http from 'node:http'
import { openUrl, type OpenUrlDeps, type UrlResponse } from './open-url.ts'
import { UrlError } from './url-error.ts'
import { contentRangeOf, lengthOf, type Marks, marksOf } from './answer-head.ts'

/** Bytes on the disk that are compared with those that the server sends. */
export const overlapBytes = 64 * 1024

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
export type Continued = UrlResponse & { rest: Buffer }

/** whole: an answer of 200 to a request with If-Range, undefined if none was made. undefined: the file is another one, or nobody can tell that it is not. */
export async function continueUnmarked(
  url: URL,
  deps: SameFileDeps,
  { requested, whole }: { requested: Requested; whole: http.IncomingMessage | undefined },
): Promise<Continued | undefined> {
  const { from, end, total, marks, readBefore } = requested
  const ofWhole = whole && marksOf(whole)
  if (whole && lengthOf(whole) !== total) return undefined
  if (ofWhole && isOther(ofWhole.modified, marks.modified)) return undefined
  const before = await readBefore(from, overlapBytes)
  const range = { from: from - before.length, end, validator: '' }
  const opened = await openUrl(url, { ...deps, range })
  const { response } = opened
  const answered = contentRangeOf(response)
  const ofPart = marksOf(response)
  const isRange = response.statusCode === 206 && answered.from === range.from && (total === 0 || answered.total === total)
  // An ETag that stays and is another than before means another file; one that is new each time means nothing.
  const isChanged =
    isOther(ofPart.modified, marks.modified) || (isOther(ofPart.etag, marks.etag) && ofWhole?.etag === ofPart.etag)
  const rest = isRange && !isChanged ? await afterOverlap(response, before) : undefined
  if (rest !== undefined) return { ...opened, rest }
  response.destroy()
  return undefined
}

const isOther = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other

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
