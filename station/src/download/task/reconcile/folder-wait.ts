/** Tasks whose folder is away wait, and go on once it is there again. */
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { TaskStore } from '../../table/store.ts'

const lookEveryMs = 2_000

export type FolderWaitDeps = { store: TaskStore; folders: DownloadFolders; now: () => number }

/** Returns those that go on. */
export function createFolderWait({ store, folders, now }: FolderWaitDeps) {
  let lookedAt = -Infinity
  return async (): Promise<string[]> => {
    if (now() - lookedAt < lookEveryMs) return []
    lookedAt = now()
    const back: string[] = []
    for (const folder_id of await store.foldersWaitedFor()) if (await folders.of({ folder_id }).isWritable()) back.push(folder_id)
    return back.length > 0 ? store.endFolderWaits(back) : []
  }
}
