/** Response cache, valid until any write: many readers of one page cost one database read. Inside a transaction nothing is cached. */
import { versionOf, type Db } from './db.ts'

/** requested: recently requested keys, kept across writes. */
type CachedVersion = { version: string; until: number; answers: Map<string, unknown>; requested: Set<string> }

const kept = new WeakMap<Db, CachedVersion>()
/** About 20 kB each; the oldest is dropped. */
const answersMost = 300
const requestedMost = 1_000
/** Responses that depend on the time (new for two weeks, banned until) are late by at most this. */
const keptMs = 30_000

/** key: the call, the user and the input; equal keys share one response. The returned object must not be changed. */
export async function cachedResponse<T>(db: Db, { key, now }: { key: string; now: number }, work: () => Promise<T>): Promise<T> {
  const version = await versionOf(db)
  if (version === undefined) return work()
  const current = keptAt(db, version, now)
  // NOTE: a key belongs to one call, whose response type this is.
  if (current.answers.has(key)) return current.answers.get(key) as T
  const isAgain = current.requested.has(key)
  const answer = await work()
  if (!isAgain) {
    // A response requested only once would push out those that many request.
    if (current.requested.size >= requestedMost) current.requested.clear()
    current.requested.add(key)
    return answer
  }
  // A write came during the read: the response belongs to neither version for certain.
  if ((await versionOf(db)) !== version) return answer
  const [oldest] = current.answers.keys()
  if (current.answers.size >= answersMost && oldest !== undefined) current.answers.delete(oldest)
  current.answers.set(key, answer)
  return answer
}

function keptAt(db: Db, version: string, now: number): CachedVersion {
  const before = kept.get(db)
  if (before?.version === version && before.until > now) return before
  const current = {
    version,
    until: now + keptMs,
    answers: new Map<string, unknown>(),
    requested: before?.requested ?? new Set<string>(),
  }
  kept.set(db, current)
  return current
}
