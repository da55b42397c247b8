/** The failure of a torrent that is refused. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { Failure } from '../engine/failure.ts'
import type { TorrentFlaw } from './parse-torrent.ts'

export function failureOfFlaw(reason: TorrentFlaw): Failure {
  return { code: TaskCode.invalidLink, reason }
}
