/** qBittorrent's answers of what has changed: each names only the fields that are others than before. */
import type { Changes, HouseTorrent } from '../house-program/driver.ts'
import { Entry, hashPattern, MainData, torrentOf } from './answers.ts'
import type { Api } from './client.ts'

export function createMainData(api: Pick<Api, 'json'>, onAnew: () => Promise<void>) {
  let raw = new Map<string, Record<string, unknown>>()
  let rid = 0

  return async function changes({ isWhole }: { isWhole: boolean }): Promise<Changes> {
    const answer = await api.json(`sync/maindata?rid=${isWhole ? 0 : rid}`, MainData)
    // It knows nothing of the question before, and may have started anew.
    if (answer.full_update && !isWhole) await onAnew()
    if (answer.full_update) raw = new Map()
    const torrents = new Map<string, HouseTorrent>()
    let unreadable = 0
    for (const [hash, change] of Object.entries(answer.torrents)) {
      const whole = { ...raw.get(hash), ...change }
      const entry = hashPattern.test(hash) ? Entry.safeParse(whole) : undefined
      if (entry?.success) {
        raw.set(hash, whole)
        torrents.set(hash, torrentOf(entry.data))
      } else unreadable += 1
    }
    for (const hash of answer.torrents_removed) raw.delete(hash)
    rid = answer.rid
    return { isWhole: answer.full_update, torrents, removed: answer.torrents_removed, unreadable }
  }
}
