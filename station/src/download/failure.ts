/** Maps engine errors to a task code and a reason that the client has text for (facts: aria2's error codes). */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { TaskReason } from '@homeport/contract/download.ts'
import type { Job } from './engine.ts'

export type Failure = { code: number; reason: TaskReason }

const byError: Record<number, Failure> = {
  2: { code: TaskCode.notStarted, reason: 'timed_out' },
  3: { code: TaskCode.notStarted, reason: 'not_found' },
  4: { code: TaskCode.notStarted, reason: 'not_found' },
  6: { code: TaskCode.notStarted, reason: 'no_network' },
  7: { code: TaskCode.notStarted, reason: 'no_peers' },
  9: { code: TaskCode.noSpace, reason: 'no_space' },
  11: { code: TaskCode.inDownloading, reason: 'duplicate' },
  12: { code: TaskCode.inDownloading, reason: 'duplicate' },
  13: { code: TaskCode.inComplete, reason: 'duplicate' },
  15: { code: TaskCode.noFolder, reason: 'no_folder' },
  16: { code: TaskCode.noFolder, reason: 'no_folder' },
  18: { code: TaskCode.noFolder, reason: 'no_folder' },
  19: { code: TaskCode.notStarted, reason: 'no_network' },
  22: { code: TaskCode.notStarted, reason: 'refused' },
  24: { code: TaskCode.notStarted, reason: 'login' },
  25: { code: TaskCode.noFiles, reason: 'bad_torrent' },
  26: { code: TaskCode.noFiles, reason: 'bad_torrent' },
  27: { code: TaskCode.invalidLink, reason: 'bad_torrent' },
}

export const badTorrent: Failure = { code: TaskCode.invalidLink, reason: 'bad_torrent' }

/** aria2's error 13: the files existed before the task, so they are not its own. */
export const fileExists = 13

export function failureOf(job: Pick<Job, 'error' | 'error_text'>): Failure {
  const shut = /\b(private|own_port)\b/.exec(job.error_text)?.[1]
  if (shut) return { code: TaskCode.invalidLink, reason: shut === 'private' ? 'private' : 'own_port' }
  const refused = /status=(401|403|407|451)\b/.exec(job.error_text)?.[1]
  if (refused) return { code: TaskCode.notStarted, reason: refused === '401' ? 'login' : 'refused' }
  return byError[job.error] ?? { code: TaskCode.notStarted, reason: 'other' }
}

const noFolderCodes = new Set(['EACCES', 'EROFS', 'ENOENT', 'EPERM', 'ENOTDIR', 'EEXIST'])

/** Maps Node's errors of a disk that refuses a write. */
export function diskFailureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return { code: TaskCode.noSpace, reason: 'no_space' }
  if (typeof code === 'string' && noFolderCodes.has(code)) return { code: TaskCode.noFolder, reason: 'no_folder' }
  return { code: TaskCode.notStarted, reason: 'other' }
}
