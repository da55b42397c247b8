/**
 * Reads the file list of a magnet. It comes from peers, often after the box's response is due: the box is polled for up to a minute,
 * then it is 'device no response' (spec 8).
 */
import { magnetUri, type TorrentInfo } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { Failure, isFailure } from '../../kit/failure.ts'
import { send } from '../../kit/call/box-connection.ts'
import { wholeList, type LinkOrTorrent } from '../file-list.ts'

export const patienceMs = 60_000
/** Delay between polls, for a box that answers "not yet" at once. */
export const againMs = 2_000

export type Clock = { now: () => number; later: (ms: number, run: () => void) => () => void; signal: AbortSignal }

/** The whole list. Throws the box's own refusal at once, and 'no response' after a minute without a list. */
export async function readMagnet(requested: LinkOrTorrent, clock: Clock): Promise<TorrentInfo> {
  return wholeList(requested, await firstPage(requested, clock))
}

async function firstPage(requested: LinkOrTorrent, clock: Clock): Promise<TorrentInfo> {
  const end = clock.now() + patienceMs
  for (;;) {
    const askedAt = clock.now()
    const info = await firstAnswer(requested).catch(silence)
    if (info) return info
    clock.signal.throwIfAborted()
    const next = Math.max(clock.now(), askedAt + againMs)
    if (next >= end) throw new Failure('task', { code: TaskCode.notStarted })
    await new Promise<void>((resolve) => clock.later(next - clock.now(), resolve))
    clock.signal.throwIfAborted()
  }
}

async function firstAnswer(requested: LinkOrTorrent): Promise<TorrentInfo | undefined> {
  return (await send(magnetUri, { ...requested, page: 1 })).torrent_info
}

/** A timeout while the box asks its peers is ignored; every other failure is thrown. */
function silence(failure: unknown): undefined {
  if (isFailure(failure, 'code') && failure.code === Code.noResponse) return undefined
  throw failure
}
