/** Reads the facts about the file from the head of an answer. */
import type http from 'node:http'
import { httpDateMs } from '@homeport/contract/kit/http/retry-after.ts'

/** etag: a strong one. '' if there is none. */
export type Marks = { etag: string; modified: string }

/** A weak ETag does not say that the bytes are the same, nor does a Last-Modified of the very second of the answer (RFC 9110, 8.8.2.2). */
export function marksOf({ headers }: Pick<http.IncomingMessage, 'headers'>): Marks {
  const { etag = '', date = '', 'last-modified': modified = '' } = headers
  return { etag: etag.startsWith('W/') ? '' : etag, modified: isJustNow(modified, date) ? '' : modified }
}

/** Programs that write a file into their answer give the time of the answer, which may be a little before that of its head. */
const justNowMs = 5_000
const isJustNow = (modified: string, date: string): boolean => httpDateMs(date) - httpDateMs(modified) < justNowMs

/** An answer with marks of another file than that of before. */
export const isOther = (now: Marks, before: Marks): boolean =>
  differs(now.etag, before.etag) || differs(now.modified, before.modified)

/**
 * Marks of answers one after the other. One that stays, and is another than before, means another file: undefined. One that is new in each answer, or of each
 * of the machines that share a name, means nothing: it is left out of what is returned.
 */
export function steadyMarks(before: Marks, between: Marks, now: Marks): Marks | undefined {
  const varies = (key: keyof Marks) => differs(between[key], before[key]) || differs(now[key], before[key])
  const isChanged = (key: keyof Marks) => differs(now[key], before[key]) && now[key] === between[key]
  if (isChanged('etag') || isChanged('modified')) return undefined
  return { etag: varies('etag') ? '' : before.etag, modified: varies('modified') ? '' : before.modified }
}

const differs = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other

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

/** The length of the whole file, also where an answer has a part of it; 0: the server does not say. */
export const wholeLengthOf = (response: http.IncomingMessage): number =>
  response.statusCode === 206 ? contentRangeOf(response).total : lengthOf(response)

/** Several ranges in one body, each with a head of its own. */
export const isMultipart = ({ headers }: http.IncomingMessage): boolean =>
  /^\s*multipart\/byteranges\b/i.test(headers['content-type'] ?? '')
