/** Saves the files beside films that a scan saw. */
import { isSame } from './stable-files.ts'
import type { BesideStore } from '../beside/beside.store.ts'
import { isInside, type WalkResult } from '../folder/walk.ts'

const savedAtOnce = 200

/** NFO files and pictures that are new, changed or gone: the films around them are looked at again. */
export async function saveBeside(
  store: Pick<BesideStore, 'besideUnder' | 'keepBeside'>,
  path: string,
  { beside, unreadable }: Pick<WalkResult, 'beside' | 'unreadable'>,
): Promise<void> {
  const existing = new Map((await store.besideUnder(path)).map((row) => [row.path, row]))
  const present = new Set(beside.map((row) => row.path))
  const changed = beside.filter((row) => !isSame(existing.get(row.path), row))
  const gone = [...existing.values()].filter(
    (row) => !present.has(row.path) && !unreadable.some((folder) => folder === row.path || isInside(folder, row.path)),
  )
  while (changed.length > 0 || gone.length > 0) {
    await store.keepBeside(changed.splice(0, savedAtOnce), gone.splice(0, savedAtOnce))
  }
}
