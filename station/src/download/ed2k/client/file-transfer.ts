/** Fetches one file: keeps its list of sources, searches more of them, has several send at once, and comes back to those that were busy or away. */
import { setTimeout as after } from 'node:timers/promises'
import { minOf } from '@homeport/contract/kit/extremes.ts'
import type { SourceRule } from '../../../kit/outside.ts'
import type { Gate } from '../../http/throttle.ts'
import type { Ed2kFile } from '../ed2k-file.ts'
import { openFileParts, type FileDeps } from './file-parts.ts'
import type { ServerSession } from './server-session.ts'
import { askAgainMs, createSourceList, firstWaitMs, type Source } from './source-list.ts'
import { runSession } from './source-session.ts'

/** Those that wait in a queue cost little. */
const maxBusy = 20
const maxConnections = 40
const lookEveryMs = 500

/** rank: the best place in a source's queue while none sends, 0 if none is known. sources: that may have something. nextAt: when somebody is asked again; null while one is connected. */
export type TransferView = { done: number; sending: number; rank: number; sources: number; nextAt: number | null }

export type FileTransferDeps = {
  file: Ed2kFile
  dir: string
  servers: readonly ServerSession[]
  userHash: Buffer
  rule: SourceRule
  throttle: Gate
  silenceMs: number
  now: () => number
  onBytes: (bytes: number) => void
}
export type FileTransfer = ReturnType<typeof createFileTransfer>

export function createFileTransfer(options: FileTransferDeps) {
  const { file, dir, servers, now } = options
  const sources = createSourceList(now)
  let parts: FileDeps | undefined
  let searchAt = 0
  let isSearching = false
  let failure: { error: unknown } | undefined

  async function search(): Promise<void> {
    isSearching = true
    searchAt = now() + askAgainMs
    const results = await Promise.allSettled(servers.map((server) => server.search(file)))
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    for (const address of addresses) sources.add(address)
    // Every server is away: sooner than the usual time.
    if (results.length > 0 && results.every(({ status }) => status === 'rejected')) searchAt = now() + firstWaitMs
    isSearching = false
  }

  function room(): number {
    const connected = sources.connected()
    const busy = connected.filter(({ view }) => !view.isQueued).length
    return Math.max(0, Math.min(maxBusy - busy, maxConnections - connected.length))
  }

  async function converse(source: Source, open: FileDeps, signal: AbortSignal): Promise<void> {
    const stop = new AbortController()
    source.stop = stop
    const before = source.view.bytes
    const { address, key, view } = source
    try {
      const joined = AbortSignal.any([stop.signal, signal])
      const end = await runSession({ ...options, source: key, address, view, parts: open, signal: joined, askAgainMs })
      if (end === 'no_file') sources.leave(source)
      sources.noteAnswered(source)
    } catch (error) {
      if (!signal.aborted && !sources.noteFailure(source, error, view.bytes > before)) failure = { error }
    } finally {
      source.stop = undefined
    }
  }

  async function fetchAll(open: FileDeps, signal: AbortSignal): Promise<void> {
    const running = new Set<Promise<void>>()
    try {
      while (!open.map.isComplete()) {
        if (failure) throw failure.error
        signal.throwIfAborted()
        if (!isSearching && servers.length > 0 && now() >= searchAt) void search()
        for (const source of sources.due().slice(0, room())) {
          const session = converse(source, open, signal)
          running.add(session)
          void session.finally(() => running.delete(session))
        }
        await Promise.race([...running, after(lookEveryMs, undefined, { signal, ref: false })])
      }
    } finally {
      for (const source of sources.connected()) source.stop?.abort()
      await Promise.all(running)
    }
  }

  for (const address of file.sources) sources.add(address)

  return {
    /** Resolves once the file is complete and verified. Throws what the disk throws, and on an abort. */
    async run(signal: AbortSignal): Promise<void> {
      failure = undefined
      const open = await openFileParts({ dir, file, now, onDamaged: (key) => sources.noteDamaged(key) })
      parts = open
      const leaves = servers.map((server) => server.join())
      try {
        await fetchAll(open, signal)
        await open.finish()
      } finally {
        for (const leave of leaves) leave()
        await open.close()
      }
    },
    path: (): string => parts?.path ?? '',
    view(): TransferView {
      const usable = sources.usable()
      const sending = usable.filter(({ view }) => view.isSending).length
      const ranks = usable.map(({ view }) => view.rank ?? 0).filter((rank) => rank > 0)
      const next = minOf([...usable.map(({ nextAt }) => nextAt), ...(servers.length > 0 ? [searchAt] : [])], null)
      return {
        done: parts?.map.doneBytes() ?? 0,
        sending,
        rank: sending > 0 ? 0 : minOf(ranks, 0),
        sources: usable.length,
        nextAt: sources.connected().length > 0 || next === null || next <= now() ? null : next,
      }
    },
  }
}
