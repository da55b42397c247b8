/** Reads the facts about the file from the head of an answer. */
import type http from 'node:http'

/** etag: a strong one. '' if there is none. */
export type Marks = { etag: string; modified: string }

/** A weak ETag does not say that the bytes are the same. */
export function marksOf({ headers }: http.IncomingMessage): Marks {
  const { etag = '' } = headers
  return { etag: etag.startsWith('W/') ? '' : etag, modified: headers['last-modified'] ?? '' }
}

export const validatorOf = ({ etag, modified }: Marks): string => etag || modified

/** 0: the server does not say; beside chunks a length means nothing (RFC 9112, 6.3). */
export const lengthOf = ({ headers }: http.IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) || 0 : 0

/** from NaN: the header is missing or wrong. One that ends before it begins, or behind the end of the file, is wrong (RFC 9110, 14.4). */
export function contentRangeOf(response: http.IncomingMessage): { from: number; total: number } {
  const [, from, last, total] =
    /^\s*bytes[\s:=]*(\d+)\s*-\s*(\d+)\s*\/\s*(\d+|\*)\s*$/i.exec(response.headers['content-range'] ?? '') ?? []
  const length = lengthOf(response)
  const isKnown = total !== undefined && total !== '*'
  if (Number(last) < Number(from) || (isKnown && Number(last) >= Number(total))) return { from: Number.NaN, total: 0 }
  return { from: Number(from), total: isKnown ? Number(total) : length > 0 ? Number(from) + length : 0 }
}

/** Several ranges in one body, each with a head of its own. */
export const isMultipart = ({ headers }: http.IncomingMessage): boolean =>
  /^\s*multipart\/byteranges\b/i.test(headers['content-type'] ?? '')
