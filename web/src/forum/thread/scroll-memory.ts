/** How one left a thread, by entry of the history: who comes back finds the same replies at the same place. The eldest visits are forgotten. */
import type { VirtualItem } from '@tanstack/react-virtual'
import type { Order } from '../base/data.ts'

/** Which replies are shown: their order, only the author's or all, and the floor that they begin at, 0 for the beginning; turn counts the moves. */
export type ScrollMemory = { order: Order; ofAuthor: boolean; from: number; turn: number }
/**
 * heights: how tall each reply was. left: the turn that was shown and how far down it was scrolled. landed: the turn whose floor was gone to; it is
 * gone to once.
 */
type Visit = { reading?: ScrollMemory; heights?: VirtualItem[]; left?: { turn: number; at: number }; landed?: number }

const visitsMost = 20
const visits = new Map<string, Visit>()

export function scrollMemoryOf(entry: string): Visit {
  return visits.get(entry) ?? {}
}

export function updateScrollMemory(entry: string, part: Visit): void {
  const visit = { ...scrollMemoryOf(entry), ...part }
  visits.delete(entry)
  visits.set(entry, visit)
  const [eldest] = visits.keys()
  if (visits.size > visitsMost && eldest !== undefined) visits.delete(eldest)
}
