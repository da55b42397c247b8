/** Transmission gives one name of a path at a time another one: files first, then the folders above them. A file cannot get into another folder of its torrent. */
import { posix } from 'node:path'
import { EngineRefusal } from '../engine/engine.ts'
import type { Rename } from '../house-program/driver.ts'

/** Groups of which each is done before the next one; from the deepest names up. */
export function renameSteps(names: readonly Rename[]): Rename[][] {
  /** By depth: the new last name of each path. */
  const levels = new Map<number, Map<string, string>>()
  for (const { name, target, isAnywhere } of names) {
    const [from, to] = [name.split('/'), target.split('/')]
    if (from.length !== to.length) throw new EngineRefusal('no_engine')
    for (const [at, last] of to.entries()) {
      if (isAnywhere && at < to.length - 1) continue
      const path = from.slice(0, at + 1).join('/')
      const level = levels.get(at) ?? new Map<string, string>()
      // Two files of one folder would have to go to two.
      if ((level.get(path) ?? last) !== last) throw new EngineRefusal('no_engine')
      levels.set(at, level.set(path, last))
    }
  }
  return [...levels]
    .toSorted(([one], [other]) => other - one)
    .map(([, level]) =>
      [...level]
        .filter(([path, last]) => posix.basename(path) !== last)
        .map(([name, last]) => ({ name, target: posix.join(posix.dirname(name), last) })),
    )
}
