/** Maps engine errors to a task code and a reason that the client has text for (facts: aria2's error codes). */
import type { RetryAfter } from '@homeport/contract/kit/http/retry-after.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { TaskReason } from '@homeport/contract/download/download.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Job } from './engine.ts'

/** isPassing: it may go on later, so the box tries again by itself, when its server lets it. */
export type Failure = { code: number; reason: TaskReason; isPassing?: boolean; retryAfter?: RetryAfter }

/** A failure as the answer to an act. */
export class DownloadRefusal extends Refusal {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code, { reason: failure.reason })
    this.failure = failure
  }
}

const passing = (reason: TaskReason): Failure => ({ code: TaskCode.notStarted, reason, isPassing: true })
const final = (reason: TaskReason): Failure => ({ code: TaskCode.notStarted, reason })
export const timedOut = passing('timed_out')
export const noNetwork = passing('no_network')
export const notFound = final('not_found')
export const noFiles: Failure = { code: TaskCode.noFiles, reason: 'no_files' }
export const duplicate: Failure = { code: TaskCode.inDownloading, reason: 'duplicate' }
export const noFolder: Failure = { code: TaskCode.noFolder, reason: 'no_folder' }
export const badTorrent: Failure = { code: TaskCode.invalidLink, reason: 'bad_torrent' }
export const noRoom: Failure = { code: TaskCode.noSpace, reason: 'no_space' }

const byError: Record<number, Failure> = {
  1: passing('other'),
  2: timedOut,
  3: notFound,
  4: notFound,
  5: passing('timed_out'),
  6: noNetwork,
  7: passing('no_peers'),
  8: passing('no_network'),
  9: noRoom,
  11: duplicate,
  12: duplicate,
  13: { code: TaskCode.inComplete, reason: 'duplicate' },
  15: noFolder,
  16: noFolder,
  18: noFolder,
  19: passing('unknown_host'),
  22: final('refused'),
  23: final('bad_answer'),
  24: final('login'),
  25: { code: TaskCode.noFiles, reason: 'bad_torrent' },
  26: { code: TaskCode.noFiles, reason: 'bad_torrent' },
  27: badTorrent,
  28: final('bad_answer'),
  29: passing('busy'),
}

/** The message of an engine that refuses a job because it ended each time just after it got it. */
export const endedByJob = 'the engine ended each time it got this job'

/** aria2 has one number for many errors: its words tell them apart. The single words are those of the engine for links. */
const byText: [RegExp, Failure][] = [
  [/^private$/, { code: TaskCode.invalidLink, reason: 'private' }],
  // aria2's words for names that it creates nowhere: empty ones, '.', and those with control characters. Such a torrent is sound.
  [/^no_engine$|^Detected directory traversal directive/, { code: TaskCode.invalidLink, reason: 'no_engine' }],
  [/^duplicate$/, duplicate],
  [/^own_port$/, { code: TaskCode.invalidLink, reason: 'own_port' }],
  [new RegExp(`^${endedByJob}$`), final('engine_ended')],
  [/^bad_answer$/, passing('bad_answer')],
  [/^certificate$/, final('certificate')],
  [/^certificate_expired$/, final('certificate_expired')],
  [/^certificate_name$/, final('certificate_name')],
  // A box without a clock of its own begins in the past, until the network tells it the time.
  [/^certificate_early$/, passing('certificate_early')],
  // It let the box in before: too many connections, or too many requests.
  [/^refused for now$/, passing('refused')],
  [/^unknown_host$/, passing('unknown_host')],
  [/^Proxy connection failed|^Got EOF|^No URI available/, passing('no_network')],
  [/Redirect to .* failed|^Content-Length must be/, final('bad_answer')],
  [/status=401$/, final('login')],
  [/SSH authentication failure|Authentication failed/i, final('login')],
  [/status=(404|410)$/, final('not_found')],
  // 202: it is still making the file.
  [/status=(202|408|425|429|5\d\d)$/, passing('busy')],
]

/** aria2's error 27: it could not read a torrent. */
export const invalidTorrent = 27
/** aria2's error 12: it has another job for the same torrent. */
export const infoHashTaken = 12
/** aria2's error 13: the files existed before the task, so they are not its own. */
export const fileExists = 13

/** The error text of the engine for links where the server leads to a link of another kind. */
export const redirectText = (link: string): string => `redirect to ${link}`
export const redirectedTo = ({ error_text }: Pick<Job, 'error_text'>): string | undefined =>
  /^redirect to (.+)$/s.exec(error_text)?.[1]

/** The server has no ranges, or another file than before: what is here cannot be continued. */
export function needsNewBegin({ error, error_text }: Pick<Job, 'error' | 'error_text'>): boolean {
  return error === 8 || error_text.endsWith('status=416')
}

/** aria2's error 21: the ftp server's answer, whose numbers are not those of http. */
const ftpAnswer = 21
const byFtpStatus: Record<string, Failure> = {
  421: passing('busy'),
  430: final('login'),
  530: final('login'),
  532: final('login'),
  550: final('not_found'),
}

export function failureOf({ error, error_text, retry_after }: Pick<Job, 'error' | 'error_text' | 'retry_after'>): Failure {
  const failure = failureOfError({ error, error_text })
  return failure.isPassing && retry_after ? { ...failure, retryAfter: retry_after } : failure
}

function failureOfError({ error, error_text }: Pick<Job, 'error' | 'error_text'>): Failure {
  const ftpStatus = error === ftpAnswer ? (/status=(\d+)$/.exec(error_text)?.[1] ?? '') : ''
  if (byFtpStatus[ftpStatus]) return byFtpStatus[ftpStatus]
  return byText.find(([words]) => words.test(error_text))?.[1] ?? byError[error] ?? final('other')
}

const noFolderCodes = new Set(['EACCES', 'EROFS', 'ENOENT', 'EPERM', 'ENOTDIR', 'EEXIST'])

/** Maps Node's errors of a disk that refuses a write. */
export function diskFailureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return noRoom
  if (code === 'ENAMETOOLONG') return final('name_too_long')
  if (typeof code === 'string' && noFolderCodes.has(code)) return noFolder
  return final('other')
}

/** aria2's number for a disk that refuses a write: 9 no space, 15 the file cannot be written; undefined for another error. */
export function diskErrorNumber(error: unknown): number | undefined {
  const { reason } = diskFailureOf(error)
  return reason === 'no_space' ? 9 : reason === 'no_folder' ? 15 : undefined
}
