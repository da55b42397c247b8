/** Scroll position and reply filter of a thread per history entry: going back restores the same replies at the same place. The oldest visits are dropped. */
import type { VirtualItem } from '@tanstack/react-virtual'
import type { Order } from '../base/data.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

/** The replies shown: order, author only or all, starting floor (0: the beginning); turn counts the restarts. */
export type ScrollMemory = { order: Order; ofAuthor: boolean; from: number; turn: number }
/**
 * heights: measured row heights. leftAt: turn and scroll offset on leaving. landed: the turn whose floor was scrolled to;
 * it happens once.
 */
type Visit = { reading?: ScrollMemory; heights?: VirtualItem[]; leftAt?: { turn: number; at: number }; landed?: number }

const maxVisits = 20
const visits = new Map<string, Visit>()

export function scrollMemoryOf(entry: string): Visit {
  return visits.get(entry) ?? {}
}

export function updateScrollMemory(entry: string, part: Visit): void {
  const visit = { ...scrollMemoryOf(entry), ...part }
  visits.delete(entry)
  visits.set(entry, visit)
  dropOldest(visits, maxVisits)
}
