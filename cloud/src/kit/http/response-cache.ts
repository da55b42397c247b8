/**
 * Response cache, valid until any write: many readers of one page cost one database read, and one serialization. Sessions and other rows that many requests
 * need are kept with it. Inside a transaction nothing is cached.
 */
import { withRowCache, versionOf, type Db } from '../db.ts'
import type { Realm } from '../realm.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

/** realm: with a database that keeps rows. requested: recently requested keys, kept across writes. */
type CachedVersion = { version: string; until: number; realm: Realm; answers: Map<string, Buffer>; requested: Set<string> }

const versions = new WeakMap<Db, CachedVersion>()
/** About 10 kB each; the oldest is dropped. */
const maxAnswers = 300
const maxRequested = 1_000
/** Responses that depend on the time (new for two weeks, banned until) are late by at most this. */
const keptMs = 30_000

/** The cache for the state of the database at the time of the call; undefined if nothing may be cached. */
export async function cacheFor(realm: Realm, now: number): Promise<CachedVersion | undefined> {
  const version = await versionOf(realm.db)
  if (version === undefined) return undefined
  const before = versions.get(realm.db)
  if (before?.version === version && before.until > now) return before
  const current = {
    version,
    until: now + keptMs,
    realm: { ...realm, db: withRowCache(realm.db) },
    answers: new Map<string, Buffer>(),
    requested: before?.requested ?? new Set<string>(),
  }
  versions.set(realm.db, current)
  return current
}

/**
 * key: the call, the user and the input; equal keys share one response. A write during `work` belongs to the next version: the requests of this one came before it.
 * The bytes are made of a response that is kept; one that is sent once goes out as its text.
 */
export async function cachedResponse(cache: CachedVersion, key: string, work: () => Promise<string>): Promise<string | Buffer> {
  const existing = cache.answers.get(key)
  if (existing) return existing
  const { answers, requested } = cache
  const isAgain = requested.has(key)
  const text = await work()
  if (!isAgain) {
    // A response requested only once would push out those that many request.
    if (requested.size >= maxRequested) requested.clear()
    requested.add(key)
    return text
  }
  const answer = Buffer.from(text)
  answers.set(key, answer)
  dropOldest(answers, maxAnswers)
  return answer
}
