/** Identifies films in the background, one after another, visible and new ones first. A scan does not wait for it; while the database is away it waits longer and longer. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import type { databaseStates } from '@homeport/contract/movie/identify.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import { DatabaseError } from '../tmdb/client.ts'
import type { FilmIdentifier, IdentifyDeps } from './identify-film.ts'

export type DatabaseState = (typeof databaseStates)[number]
export type IdentificationQueueDeps = {
  names: IdentifyDeps['names']
  identifier: FilmIdentifier
  now: () => number
  /** Facts or pictures of a film changed. */
  onChange: () => void
  onFault: (fault: unknown) => void
}
export type IdentificationQueue = ReturnType<typeof createIdentificationQueue>

const readAtOnce = 20
const gatherMs = 500
const firstWaitMs = 15_000
const longestWaitMs = 3_600_000
const failedAgainMs = 3_600_000
const maxVisible = 300

export function createIdentificationQueue({ names, identifier, now, onChange, onFault }: IdentificationQueueDeps) {
  const stopping = new AbortController()
  const visible = new Set<string>()
  /** Films that failed for another reason than the database, with the time of the next try. */
  const failed = new Map<string, number>()
  let state: DatabaseState = 'ok'
  let failures = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let waitsUntil = 0
  /** Resolved as the run that waits begins. */
  let started = Promise.withResolvers<void>()

  function wake(afterMs = gatherMs): void {
    if (stopping.signal.aborted || running) return
    const wait = Math.max(afterMs, waitsUntil - now())
    if (timer && afterMs > 0) return
    clearTimeout(timer)
    timer = setTimeout(start, wait)
    timer.unref()
  }

  function start(): void {
    timer = undefined
    started.resolve()
    started = Promise.withResolvers()
    running = run()
      .catch(onFault)
      .finally(() => {
        running = undefined
        if (state !== 'ok') wake()
      })
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const ids = await nextIds()
      if (ids.length === 0) return
      for (const film of await names.named(ids)) {
        if (stopping.signal.aborted) return
        // Something that became visible goes first.
        if (visible.size > 0 && !visible.has(film.film_id)) break
        visible.delete(film.film_id)
        if (!(await identified(film))) return
        onChange()
      }
    }
  }

  async function nextIds(): Promise<string[]> {
    for (const [id, until] of failed) if (until <= now()) failed.delete(id)
    const skipped = [...failed.keys()]
    if (visible.size > 0) {
      const ids = await names.toSearch({ of: [...visible], skipped, limit: readAtOnce })
      if (ids.length > 0) return ids
      visible.clear()
    }
    return names.toSearch({ of: undefined, skipped, limit: readAtOnce })
  }

  /** False: the database is away, all others wait. */
  async function identified(film: Parameters<FilmIdentifier['identify']>[0]): Promise<boolean> {
    try {
      await identifier.identify(film, stopping.signal)
      reached()
      return true
    } catch (error) {
      if (stopping.signal.aborted) return false
      if (error instanceof DatabaseError) {
        missed(error.kind)
        return false
      }
      // Only this film failed: the disk is full, or the entry is odd.
      failed.set(film.film_id, now() + failedAgainMs)
      onFault(error)
      return true
    }
  }

  function reached(): void {
    state = 'ok'
    failures = 0
    waitsUntil = 0
  }

  function missed(kind: 'away' | 'bad_key'): void {
    state = kind
    waitsUntil = now() + (kind === 'bad_key' ? longestWaitMs : backoff(failures, { first: firstWaitMs, most: longestWaitMs }))
    failures += 1
  }

  /** Resolves once nothing is searched and nothing waits to be, but for the database to come back. */
  async function idle(): Promise<void> {
    if (!running && !(timer && waitsUntil <= now())) return
    await (running ?? started.promise)
    return idle()
  }

  return {
    wake,
    /** These films are visible in an app. */
    lookAt(ids: readonly string[]): void {
      for (const id of ids) visible.add(id)
      dropOldest(visible, maxVisible)
      wake()
    },
    /** As of the last request. */
    state: () => state,
    reached,
    missed,
    idle,
    async stop(): Promise<void> {
      stopping.abort(new Error('the box stops'))
      clearTimeout(timer)
      timer = undefined
      started.resolve()
      await running
    },
  }
}
