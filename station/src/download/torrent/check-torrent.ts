/**
 * Checks torrents in a thread with a memory and a time limit, one at a time, before the engine sees them. A thread that dies, fills its memory or takes
 * too long is a refusal of that torrent; the next one gets a new thread.
 */
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Torrent, TorrentFlaw, TorrentSources } from './parse-torrent.ts'
import { PackedFileList } from './packed-file-list.ts'
import type { RefusedTorrent, WorkerAnswer } from './torrent-worker.ts'

const idleMs = 5_000
const program = new URL('./torrent-worker.ts', import.meta.url)

export type CheckedTorrent = { torrent: Torrent; sources: TorrentSources }
export type TorrentCheck = (bytes: Buffer) => Promise<CheckedTorrent | RefusedTorrent>
export type TorrentChecker = ReturnType<typeof createTorrentChecker>

/** withinMs: of one torrent, without the time that it waits for others. */
export function createTorrentChecker({ memoryMb = 64, withinMs = 10_000 }: { memoryMb?: number; withinMs?: number } = {}) {
  let worker: Worker | undefined
  const oneAtATime = createOneAtATime()
  let idleTimer: NodeJS.Timeout | undefined

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: Math.max(1, memoryMb / 4) }
    const started = new Worker(program, { resourceLimits, execArgv: [], env: {}, stderr: true })
    started.unref()
    // A thread that dies while it is idle is replaced by the next check.
    started.on('error', () => forget(started))
    started.on('exit', () => forget(started))
    return started
  }

  function forget(ended: Worker): void {
    if (worker === ended) worker = undefined
  }

  async function run(bytes: Buffer): Promise<WorkerAnswer> {
    clearTimeout(idleTimer)
    worker ??= start()
    const current = worker
    const result = Promise.withResolvers<WorkerAnswer>()
    const refuse = (flaw: TorrentFlaw) => result.resolve({ flaw, infoHash: '' })
    const onError = (error: Error) => refuse(isOutOfMemory(error) ? 'torrent_too_large' : 'bad_torrent')
    const onExit = () => refuse('bad_torrent')
    const timeUp = new AbortController()
    current.once('message', result.resolve)
    current.once('error', onError)
    current.once('exit', onExit)
    after(withinMs, undefined, { signal: timeUp.signal }).then(
      () => {
        forget(current)
        refuse('torrent_too_large')
        return current.terminate()
      },
      () => {}, // The answer came in time.
    )
    current.postMessage(bytes, [])
    const answer = await result.promise
    timeUp.abort()
    current.off('message', result.resolve).off('error', onError).off('exit', onExit)
    idleTimer = setTimeout(() => void stop(), idleMs).unref()
    return answer
  }

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  return {
    async check(bytes: Buffer): Promise<CheckedTorrent | RefusedTorrent> {
      if (bytes.length > torrentMaxBytes) return { flaw: 'torrent_too_large', infoHash: '' }
      return withInfo(bytes, await oneAtATime(() => run(bytes)))
    },
    stop,
  }
}

function withInfo(bytes: Buffer, answer: WorkerAnswer): CheckedTorrent | RefusedTorrent {
  if ('flaw' in answer) return answer
  const { packed, infoHash, infoFrom, infoTo, trackers, webSeeds, ...shown } = answer
  return {
    torrent: { ...shown, files: new PackedFileList(packed) },
    sources: { infoHash, info: bytes.subarray(infoFrom, infoTo), trackers, webSeeds },
  }
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
