/** Files that were moved, copied elsewhere or renumbered: they keep their ids. */
import { lstat } from 'node:fs/promises'
import type { FileQueries, KnownFile, NumberedFile } from '../film/file.query.ts'
import { isThere, type WalkedFile } from '../folder/walk.ts'
import type { Move, NewFile } from '../group/film-file-row.ts'
import { isNumberedBeside } from '../group/season-numbers.ts'
import { copyKey } from './copied.store.ts'
import type { ScanStore } from './scan.store.ts'
import { isSame } from './stable-files.ts'

const savedAtOnce = 200

/** A file as it is to be written. */
export type Grouped = (scanned: WalkedFile, isOwn: boolean) => NewFile

export type MovedFilesDeps = {
  store: Pick<FileQueries & ScanStore, 'byInodes' | 'move'>
  /** Whether the file belongs to an unfinished download. */
  isOpen: (path: string) => Promise<boolean>
  /** Files that may still be written to. */
  pending: () => readonly string[]
  onChange: () => void
}

export function createMovedFiles({ store, isOpen, pending, onChange }: MovedFilesDeps) {
  /** Gone files whose copies are not taken yet. */
  const copied = new Set<string>()

  /** gone: the files that are not at their path any more; what is saved is taken out of it. */
  async function save(moves: Move[], gone: Map<string, KnownFile>): Promise<void> {
    for (let some = moves.splice(0, savedAtOnce); some.length > 0; some = moves.splice(0, savedAtOnce)) {
      await store.move(some, async (path) => !(await isThere(path)))
      for (const { file } of some) gone.delete(file.path)
      onChange()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    save,
    /** Recognizes moved files: same inode, size and time, and no file at the old path. Returns the others. */
    async saveMoved(grouped: Grouped, files: readonly WalkedFile[], gone: Map<string, KnownFile>): Promise<WalkedFile[]> {
      const old = new Map((await store.byInodes(files.map(({ inode }) => inode))).map((file) => [file.inode, file]))
      const rest: WalkedFile[] = []
      const moves: Move[] = []
      for (const file of files) {
        const before = old.get(file.inode)
        const isMoved = before && before.path !== file.path && isSame(before, file) && !(await isThere(before.path))
        if (!isMoved || (await isOpen(file.path))) rest.push(file)
        else moves.push({ file: before, to: grouped(file, false) })
      }
      await save(moves, gone)
      return rest
    },
    /** A file that was copied elsewhere and removed is forgotten once its copy is taken: its film goes on there. */
    async keepCopied(gone: Map<string, KnownFile>): Promise<void> {
      if (gone.size === 0) return
      const byKey = Map.groupBy(gone.values(), copyKey)
      for (const path of pending()) {
        const stats = await lstat(path).catch(() => undefined)
        for (const file of (stats && byKey.get(copyKey({ path, size: stats.size }))) ?? []) {
          gone.delete(file.path)
          copied.add(file.path)
        }
      }
    },
    /** The kept ones, to be scanned again. */
    takeCopied(): string[] {
      const paths = [...copied]
      copied.clear()
      return paths
    },
  }
}

/** Known files whose number is another one by what lies beside them now: Title.102, once Title.101 came. */
export function renumbered(grouped: Grouped, files: readonly WalkedFile[], existing: ReadonlyMap<string, NumberedFile>): Move[] {
  return files.flatMap((scanned) => {
    const file = existing.get(scanned.path)
    if (!file || !isSame(file, scanned) || !isNumberedBeside(scanned.path)) return []
    const to = grouped(scanned, false)
    return to.film.season === file.season && to.film.episode === file.episode ? [] : [{ file, to }]
  })
}
