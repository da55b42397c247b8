/** Knows which torrents run as the box has begun them, and when the box paused others: whatever else pauses one is its owner, in the program itself. */
import { stateOf, type Entry } from './answers.ts'
import { settlesWithinMs } from './settle.ts'

export function createPauseWatch() {
  const running = new Set<string>()
  const pausedAt = new Map<string, number>()
  return {
    look(gid: string, entry: Entry): void {
      const isJustPaused = performance.now() - (pausedAt.get(gid) ?? -Infinity) < settlesWithinMs
      if (stateOf(entry) === 'active' && !isJustPaused) running.add(gid)
    },
    /** By the box. */
    paused(gid: string): void {
      running.delete(gid)
      pausedAt.set(gid, performance.now())
    },
    begun(gid: string): void {
      running.delete(gid)
      pausedAt.delete(gid)
    },
    isRunning: (gid: string): boolean => running.has(gid),
  }
}
