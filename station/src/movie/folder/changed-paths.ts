/** Gathers what changed in the watched folders: each path, or of very many the watched folder alone. */

/** The limit for one watched folder. A scan takes these by folder as well, without walking all the others. */
export const maxChanged = 1_000

export function createChangedPaths() {
  const byRoot = new Map<string, Set<string>>()

  return {
    add({ root, path }: { root: string; path: string }): void {
      const paths = byRoot.get(root) ?? new Set()
      byRoot.set(root, paths)
      if (paths.has(root)) return
      paths.add(path)
      if (paths.size > maxChanged) byRoot.set(root, new Set([root]))
    },
    /** Empties it. */
    take(): string[] {
      const all = [...byRoot.values()].flatMap((paths) => [...paths])
      byRoot.clear()
      return all
    },
  }
}
