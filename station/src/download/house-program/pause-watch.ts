/** Knows which torrents run as the box has begun them, and when the box paused others: whatever else pauses one is its owner, in the program itself. */
import type { HouseTorrent } from './driver.ts'

/** By info hash. */
export function createPauseWatch(settlesWithinMs: number) {
  const running = new Set<string>()
  const pausedAt = new Map<string, number>()
  /** Removed by their owner in the program itself. */
  const removed = new Set<string>()
  /** The box pauses it, and the program may still tell that it runs. askedAt: when the program was asked for this. */
  const isPausing = (hash: string, askedAt: number): boolean => askedAt - (pausedAt.get(hash) ?? -Infinity) < settlesWithinMs
  return {
    /** One that is verified may be paused: it is not told yet. */
    look(hash: string, { state, isUnsettled }: Pick<HouseTorrent, 'state' | 'isUnsettled'>, askedAt: number): void {
      if (state === 'active' && !isUnsettled && !isPausing(hash, askedAt)) running.add(hash)
    },
    isPausing,
    /** By the box. pause: resolves once the program has paused it, until when it may tell that it runs. */
    async pausing<T>(hash: string, pause: () => Promise<T>): Promise<T> {
      running.delete(hash)
      removed.delete(hash)
      pausedAt.set(hash, Infinity)
      try {
        return await pause()
      } finally {
        // It may have been begun again meanwhile.
        if (pausedAt.get(hash) === Infinity) pausedAt.set(hash, performance.now())
      }
    },
    /** By the box. */
    begun(hash: string): void {
      running.delete(hash)
      removed.delete(hash)
      pausedAt.delete(hash)
    },
    /** The program may have paused any of them as it started. */
    forget(): void {
      running.clear()
      removed.clear()
      pausedAt.clear()
    },
    isRunning: (hash: string): boolean => running.has(hash),
    left(hash: string): void {
      running.delete(hash)
      pausedAt.delete(hash)
    },
    /** By its owner, where the box has not paused it before. */
    removed(hash: string): void {
      if (!pausedAt.has(hash)) removed.add(hash)
    },
    isRemoved: (hash: string): boolean => removed.has(hash),
  }
}
