/** Answers that are given again as long as nothing at all was written: a crowd that reads the same page asks the database once. What tells nothing of its writes is asked each time. */
import { versionOf, type Db } from './db.ts'

/** asked: keys that came lately, whatever was written since. */
type Kept = { version: string; until: number; answers: Map<string, unknown>; asked: Set<string> }

const kept = new WeakMap<Db, Kept>()
/** Some 20 kB each; the oldest goes. */
const answersMost = 300
const askedMost = 1_000
/** What follows from the time alone (new for two weeks, banned until) is so much late at most. */
const keptMs = 30_000

/** key: the call, who asks and what for; two that are alike have one answer. Nobody changes what it is given. */
export async function cachedResponse<T>(db: Db, { key, now }: { key: string; now: number }, work: () => Promise<T>): Promise<T> {
  const version = versionOf(db)
  if (version === undefined) return work()
  const here = keptAt(db, version, now)
  // NOTE: a key belongs to one call, whose answers these are.
  if (here.answers.has(key)) return here.answers.get(key) as T
  const isAgain = here.asked.has(key)
  const answer = await work()
  if (!isAgain) {
    // What is asked once only would push out what many ask.
    if (here.asked.size >= askedMost) here.asked.clear()
    here.asked.add(key)
    return answer
  }
  // Somebody wrote while it was read: it is of neither version for certain.
  if (versionOf(db) !== version) return answer
  const [oldest] = here.answers.keys()
  if (here.answers.size >= answersMost && oldest !== undefined) here.answers.delete(oldest)
  here.answers.set(key, answer)
  return answer
}

function keptAt(db: Db, version: string, now: number): Kept {
  const before = kept.get(db)
  if (before?.version === version && before.until > now) return before
  const here = { version, until: now + keptMs, answers: new Map<string, unknown>(), asked: before?.asked ?? new Set<string>() }
  kept.set(db, here)
  return here
}
