/** Trackers that other magnets of the same hash have named; in memory only, since they are of use until the metadata is here. */
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

const maxHashes = 20
/** The limit for all magnets of a hash together. */
const maxTrackers = 200

export function createFurtherTrackers() {
  const byHash = new Map<string, string[]>()
  return {
    /** False if the magnet names no others. */
    add(infoHash: string, magnet: string): boolean {
      const before = byHash.get(infoHash) ?? []
      const further = trackersOf(magnet).filter((tracker) => !before.includes(tracker))
      if (further.length === 0) return false
      byHash.set(infoHash, [...before, ...further].slice(0, maxTrackers))
      dropOldest(byHash, maxHashes)
      return true
    },
    /** The magnet with them. */
    addTo(infoHash: string, magnet: string): string {
      const existing = trackersOf(magnet)
      const further = (byHash.get(infoHash) ?? []).filter((tracker) => !existing.includes(tracker))
      return [magnet, ...further.map((tracker) => `tr=${encodeURIComponent(tracker)}`)].join('&')
    },
  }
}

function trackersOf(magnet: string): string[] {
  return new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1)).getAll('tr')
}
