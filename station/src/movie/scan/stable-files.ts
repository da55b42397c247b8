/** Files that may still be written to: each is added once it is unchanged for some seconds. */
import { minOf } from '@homeport/contract/kit/extremes.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { WalkedFile } from '../folder/walk.ts'

/** A file that is not a download is added once it is unchanged for this long. */
export const settleMs = 5_000

export type StillFileDeps = {
  now: () => number
  later: Later
  /** These files may be unchanged for long enough now. */
  onDue: (paths: readonly string[]) => void
}

export function createStillFiles({ now, later, onDue }: StillFileDeps) {
  /** Since when each is unchanged. */
  const pending = new Map<string, WalkedFile & { since: number }>()
  let cancel = () => {}

  const dueOf = ({ since, changed_at }: { since: number; changed_at: number }) =>
    (changed_at <= now() ? Math.min(since, changed_at) : since) + settleMs

  return {
    /** Unchanged for long enough by the file's own times, or as observed (the clock of a network share may differ); else it waits. */
    isStill(file: WalkedFile): boolean {
      const at = now()
      if (file.changed_at <= at && at - file.changed_at >= settleMs) return true
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
      const first = minOf([...pending.values()].map(dueOf), 0)
      cancel = later(Math.max(100, first - now() + 20), () => {
        const due = [...pending.values()].filter((file) => dueOf(file) <= now())
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
