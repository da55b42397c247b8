/**
 * Reads the file list of a magnet. It comes from peers, often after the box's response is due: the box is polled for up to a minute,
 * then it is 'device no response' (spec 8).
 */
import { magnetUri, type TorrentInfo } from '@homeport/contract/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { Failure, isFailure } from '../kit/failure.ts'
import { send } from '../kit/link.ts'

export const patienceMs = 60_000
/** Delay between polls, for a box that answers "not yet" at once. */
export const againMs = 2_000

/** A link, or the blob of a torrent file. */
export type Source = { url: string } | { torrent: string }
export type Clock = { now: () => number; later: (ms: number, run: () => void) => () => void; signal: AbortSignal }

/** All pages of the list. Throws the box's own refusal at once, and 'no response' after a minute without a list. */
export async function readMagnet(source: Source, clock: Clock): Promise<TorrentInfo> {
  const first = await firstPage(source, clock)
  const files = [...first.sub_fileinfo]
  for (let page = 2; files.length < first.total; page += 1) {
    const next = await filePage(source, page)
    if (!next || next.sub_fileinfo.length === 0) break
    files.push(...next.sub_fileinfo)
  }
  return { ...first, sub_fileinfo: files }
}

async function firstPage(source: Source, clock: Clock): Promise<TorrentInfo> {
  const end = clock.now() + patienceMs
  for (;;) {
    const askedAt = clock.now()
    const info = await filePage(source, 1).catch(silence)
    if (info) return info
    clock.signal.throwIfAborted()
    const next = Math.max(clock.now(), askedAt + againMs)
    if (next >= end) throw new Failure('task', { code: TaskCode.notStarted })
    await new Promise<void>((resolve) => clock.later(next - clock.now(), resolve))
    clock.signal.throwIfAborted()
  }
}

async function filePage(source: Source, page: number): Promise<TorrentInfo | undefined> {
  return (await send(magnetUri, { ...source, page })).torrent_info
}

/** A timeout while the box asks its peers is ignored; every other failure is thrown. */
function silence(failure: unknown): undefined {
  if (isFailure(failure, 'code') && failure.code === Code.noResponse) return undefined
  throw failure
}
