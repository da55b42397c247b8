/** The sources of one file: who may be asked when, and who is left. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import type { Address } from '../ed2k-file.ts'
import { ConnectionEnded, ForbiddenAddress } from '../wire/connection.ts'
import { ProtocolError } from '../wire/frame.ts'
import type { SourceView } from './source-session.ts'

/** A source may be asked again after this, and so may a server. */
export const askAgainMs = 20 * 60_000
export const firstWaitMs = 30_000
/** A source that broke off while it sent. */
const brokenOffMs = 5_000
const maxSources = 500
const maxDamaged = 2

export type Source = {
  key: string
  address: Address
  nextAt: number
  /** Connections in a row that failed. */
  failures: number
  /** Parts that it sent damaged. */
  damaged: number
  isLeft: boolean
  /** Ends its connection; undefined while it has none. */
  stop: AbortController | undefined
  view: SourceView
}

export function createSourceList(now: () => number) {
  const sources = new Map<string, Source>()
  const usable = () => [...sources.values()].filter(({ isLeft }) => !isLeft)

  function leave(source: Source): void {
    source.isLeft = true
    source.stop?.abort()
  }

  /** True for an error of the source: it is away, busy, or no client. */
  const isOfSource = (error: unknown) =>
    error instanceof ProtocolError || error instanceof ForbiddenAddress || error instanceof ConnectionEnded

  return {
    usable,
    leave,
    connected: (): Source[] => usable().filter(({ stop }) => stop),
    due: (): Source[] => usable().filter(({ stop, nextAt }) => !stop && nextAt <= now()),
    add(address: Address): void {
      const key = `${address.host}:${address.port}`
      if (sources.has(key) || sources.size >= maxSources) return
      const view = { rank: null, isQueued: false, isSending: false, bytes: 0 }
      sources.set(key, { key, address, nextAt: 0, failures: 0, damaged: 0, isLeft: false, stop: undefined, view })
    },
    noteDamaged(key: string): void {
      const source = sources.get(key)
      if (!source) return
      source.damaged += 1
      if (source.damaged >= maxDamaged) leave(source)
    },
    noteAnswered(source: Source): void {
      source.failures = 0
      source.nextAt = now() + askAgainMs
    },
    /** hasSent: bytes on this connection. False where the error is not the source's. */
    noteFailure(source: Source, error: unknown, hasSent: boolean): boolean {
      if (error instanceof ProtocolError || error instanceof ForbiddenAddress) leave(source)
      source.failures = hasSent ? 0 : source.failures + 1
      const { isQueued } = source.view
      if (!isQueued) source.view.rank = null
      const waitMs = hasSent ? brokenOffMs : backoff(source.failures, { first: firstWaitMs, most: askAgainMs })
      // One who asks a queue again too soon loses the place.
      source.nextAt = now() + (isQueued ? askAgainMs : waitMs)
      return isOfSource(error) || source.stop?.signal.aborted === true
    },
  }
}
