/** The torrents of the program, kept up to date by what has changed since the last question: thousands of them cost a question each second nothing. */
import { Changes, Entry, hashPattern } from './answers.ts'
import type { Api } from './client.ts'

export type TorrentList = ReturnType<typeof createTorrentList>

/** A question sooner than this after the last one has its answer. */
const freshMs = 250

export function createTorrentList(api: Pick<Api, 'json'>) {
  let raw = new Map<string, Record<string, unknown>>()
  let entries = new Map<string, Entry>()
  let rid = 0
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function readNow(): Promise<void> {
    const changes = await api.json(`sync/maindata?rid=${rid}`, Changes)
    if (changes.full_update) {
      raw = new Map()
      entries = new Map()
    }
    for (const [hash, change] of Object.entries(changes.torrents)) {
      if (!hashPattern.test(hash)) continue
      const whole = { ...raw.get(hash), ...change }
      const entry = Entry.safeParse(whole)
      if (!entry.success) continue
      raw.set(hash, whole)
      entries.set(hash, entry.data)
    }
    for (const hash of changes.torrents_removed) {
      raw.delete(hash)
      entries.delete(hash)
    }
    rid = changes.rid
    readAt = performance.now()
  }

  return {
    /** While one question is under way a second one waits for its answer. */
    read({ isNow = false } = {}): Promise<void> {
      if (!isNow && performance.now() - readAt < freshMs) return Promise.resolve()
      reading ??= readNow().finally(() => (reading = undefined))
      return reading
    },
    of: (hash: string): Entry | undefined => entries.get(hash),
    all: (): ReadonlyMap<string, Entry> => entries,
    /** The next question is answered with everything. */
    forget(): void {
      rid = 0
      readAt = -Infinity
    },
  }
}
