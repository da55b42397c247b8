/** Files that may still be written to: each is added once it is unchanged for some seconds. */
import { minOf } from '@homeport/contract/kit/extremes.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { WalkedFile } from '../folder/walk.ts'

/** A file that is not a download is added once it is unchanged for this long. */
export const settleMs = 5_000

export type StillFileDeps = {
  now: () => number
  /** For how long a file is unchanged, whatever is done to the clock. */
  elapsed: () => number
  later: Later
  /** These files may be unchanged for long enough now. */
  onDue: (paths: readonly string[]) => void
}

export function createStillFiles({ now, elapsed, later, onDue }: StillFileDeps) {
  /** Since when each is unchanged, by the clock that nobody sets. */
  const pending = new Map<string, WalkedFile & { since: number }>()
  let cancel = () => {}

  /** By the file's own time where that is no time to come, or as observed. */
  const waitOf = ({ since, changed_at }: { since: number; changed_at: number }) => {
    const own = now() - changed_at
    return settleMs - Math.max(elapsed() - since, own >= 0 ? own : 0)
  }

  return {
    /** Unchanged for long enough by the file's own times, or as observed (the clock of a network share may differ); else it waits. */
    isStill(file: WalkedFile): boolean {
      const age = now() - file.changed_at
      if (age >= settleMs) return true
      const at = elapsed()
      const seen = pending.get(file.path)
      if (seen && isSame(seen, file) && seen.changed_at === file.changed_at) return at - seen.since >= settleMs
      pending.set(file.path, { ...file, since: at })
      return false
    },
    forget: (path: string) => void pending.delete(path),
    paths: () => [...pending.keys()],
    /** Calls onDue when the first of the waiting files is due. */
    wait(): void {
      cancel()
      if (pending.size === 0) return
      const first = minOf([...pending.values()].map(waitOf), 0)
      cancel = later(Math.max(100, first + 20), () => {
        const due = [...pending.values()].filter((file) => waitOf(file) <= 0)
        onDue(due.map(({ path }) => path))
      })
    },
    stop: () => cancel(),
  }
}

export function isSame(
  one: { size: number; modified_at: number } | undefined,
  other: { size: number; modified_at: number },
): boolean {
  return one?.size === other.size && one.modified_at === other.modified_at
}
