/** The torrents of the program, kept up to date by what has changed since the last question: thousands of them cost a question each second nothing. */
import { isOfMetadata, type Driver, type HouseTorrent } from './driver.ts'

export type TorrentList = ReturnType<typeof createTorrentList>

/** A question sooner than this after the last one has its answer. */
const freshMs = 250

/** onRemoved: as it was before, of one that left while the program ran; a program that starts anew may have lost others. */
type ListDeps = {
  driver: Pick<Driver, 'changes' | 'name'>
  warn: (line: string) => void
  onRemoved: (hash: string, before: HouseTorrent) => unknown
}

export function createTorrentList({ driver, warn, onRemoved }: ListDeps) {
  let entries = new Map<string, HouseTorrent>()
  let changed = new Set<string>()
  let isKnown = false
  let hasWarned = false
  let readAt = -Infinity
  let askedAt = -Infinity
  let reading: Promise<void> | undefined

  async function readNow(): Promise<void> {
    const begunAt = performance.now()
    const { isWhole, torrents, removed, unreadable } = await driver.changes({ isWhole: !isKnown })
    for (const hash of removed) {
      const before = entries.get(hash)
      if (before) onRemoved(hash, before)
    }
    if (isWhole) {
      for (const hash of entries.keys()) if (!torrents.has(hash)) changed.add(hash)
      entries = new Map()
    }
    for (const [hash, torrent] of torrents) {
      entries.set(hash, torrent)
      changed.add(hash)
    }
    for (const hash of removed) if (entries.delete(hash)) changed.add(hash)
    if (unreadable > 0 && !hasWarned)
      warn(`${driver.name} tells ${unreadable} of its torrents in a way that Homeport cannot read: they are left out.`)
    hasWarned ||= unreadable > 0
    isKnown = true
    askedAt = begunAt
    readAt = performance.now()
  }

  return {
    /** While one question is under way a second one waits for its answer. */
    read({ isNow = false } = {}): Promise<void> {
      if (!isNow && performance.now() - readAt < freshMs) return Promise.resolve()
      reading ??= readNow().finally(() => (reading = undefined))
      return reading
    },
    of: (hash: string): HouseTorrent | undefined => entries.get(hash),
    all: (): ReadonlyMap<string, HouseTorrent> => entries,
    /** When the question was asked of which these are the answer. */
    askedAt: (): number => askedAt,
    /** Those of which something is another since this was asked last, and those that have left. */
    takeChanged(): Set<string> {
      const taken = changed
      changed = new Set()
      return taken
    },
    /** The next question is answered with everything. */
    forget(): void {
      isKnown = false
      readAt = -Infinity
    },
  }
}

/** Sees which torrents are new to the box, and which have another state than before. */
export function createTorrentTurns() {
  /** By info hash, as they were seen last. */
  const states = new Map<string, string>()
  return {
    /** changed: those of which something is another. gone: those that the program does not have any more. */
    of(changed: ReadonlySet<string>, entryOf: (hash: string) => HouseTorrent | undefined) {
      const turns = { appeared: new Array<string>(), turned: new Array<string>(), gone: new Array<string>() }
      for (const hash of changed) {
        const entry = entryOf(hash)
        if (entry && isOfMetadata(entry)) continue
        const before = states.get(hash)
        if (!entry) {
          states.delete(hash)
          turns.gone.push(hash)
          continue
        }
        const state = entry.isChecking ? 'checking' : entry.state
        states.set(hash, state)
        if (before === undefined) turns.appeared.push(hash)
        else if (before !== state) turns.turned.push(hash)
      }
      return turns
    },
    /** All are new. */
    forget: (): void => states.clear(),
  }
}
