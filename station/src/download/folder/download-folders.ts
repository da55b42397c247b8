/** The download folders of this box (HOMEPORT_DOWNLOADS): a task's files lie in one of them. */
import { statfs } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { DownloadFolder } from '@homeport/contract/download/download-config.ts'
import { answersWithin, glanceMs } from '../../kit/disk-answers.ts'
import { folderIdOf } from '../../shared/folder-id.ts'
import { createDownloadDir, workName, type DownloadDir } from './download-dir.ts'
import { probeNames, type ProbeNames } from './disk-names.ts'
import { loadMountMemory, type MountMemoryDeps } from './mount-memory.ts'
import { loadProgramFolders } from './program-folders.ts'
import { createMountWatch, type MountWatchDeps } from './mount-watch.ts'
import type { FolderFile } from '../table/store.ts'

export type DownloadFolders = Awaited<ReturnType<typeof loadDownloadFolders>>

/** jobs: the folder for the engine's records of the progress of torrents. */
type FoldersDeps = MountMemoryDeps & { jobs: string; mountPointOf?: MountWatchDeps['mountPointOf']; probe?: ProbeNames }

/** roots: at least one. */
export async function loadDownloadFolders(
  roots: readonly string[],
  { jobs, mountPointOf, probe = probeNames, ...memory }: FoldersDeps,
) {
  const mounts = await loadMountMemory(memory)
  const programFolders = await loadProgramFolders(memory.meta)
  const dirOf = (root: string, folder_id: string) => {
    const before = mounts.before[folder_id] ?? ''
    const onMount = (at: string) => mounts.remember(folder_id, at)
    const mount = createMountWatch(root, { ownName: workName, before, onMount, mountPointOf })
    return createDownloadDir(root, { jobs, mount, probe })
  }
  const list = roots.map((root) => ({ folder_id: folderIdOf(root), path: root, dir: dirOf(root, folderIdOf(root)) }))
  const [first] = list
  if (!first) throw new Error('there is no download folder')
  const byId = new Map(list.map(({ folder_id, dir }) => [folder_id, dir]))
  const ofPrograms = () =>
    [...programFolders.all()].map(([folder_id, path]) => ({ folder_id, path, dir: programDir(folder_id, path) }))
  // The deepest first: one may lie in another.
  const deepest = list.toSorted((a, b) => b.path.length - a.path.length)
  /** Stands for a folder that is no longer among the settings: nothing is there, and nothing can be written. */
  const absent = dirOf(resolve(jobs, 'no such folder'), '')
  const idOf = (folder_id: string): string => folder_id || first.folder_id
  const programDirs = new Map<string, DownloadDir>()

  function programDir(folder_id: string, path: string): DownloadDir {
    const existing = programDirs.get(folder_id)
    if (existing) return existing
    const dir = dirOf(path, folder_id)
    programDirs.set(folder_id, dir)
    return dir
  }
  function ofProgram(folder_id: string): DownloadDir | undefined {
    const path = programFolders.all().get(folder_id)
    return path === undefined ? undefined : programDir(folder_id, path)
  }

  return {
    list,
    first: first.dir,
    firstId: first.folder_id,
    /** '' is the first one. */
    idOf,
    has: (folder_id: string): boolean => byId.has(idOf(folder_id)),
    of: ({ folder_id }: { folder_id: string }): DownloadDir => byId.get(idOf(folder_id)) ?? ofProgram(folder_id) ?? absent,
    isOfProgram: (folder_id: string): boolean => programFolders.all().has(folder_id),
    /** Where a file of a program lies; in a folder of the program's own where it is in none of the box's. undefined: there are too many of these. */
    async idAt(folder: string): Promise<string | undefined> {
      const holder = deepest.find(({ dir }) => dir.isInside(folder) || dir.root === folder)
      return holder ? holder.folder_id : programFolders.add(folder)
    },
    /** For people: the folder's name and the path within. */
    nameOf({ folder_id, folder_path }: { folder_id: string; folder_path: string }): string {
      const path = list.find((one) => one.folder_id === idOf(folder_id))?.path ?? programFolders.all().get(folder_id) ?? ''
      return [basename(path), folder_path].filter((name) => name !== '').join('/')
    },
    /** undefined: in none of them. */
    fileAt(path: string): FolderFile | undefined {
      const holder = [...deepest, ...ofPrograms()].find(({ dir }) => dir.isInside(path))
      return holder && { folder_id: holder.folder_id, path: holder.dir.pathOf(path) }
    },
    /** Tasks that have something beside their files. */
    leftovers: async (): Promise<string[]> => [...new Set((await Promise.all(list.map(({ dir }) => dir.leftovers()))).flat())],
    /** As apps show them, with the space of their disks. */
    described: (): Promise<DownloadFolder[]> =>
      Promise.all(
        list.map(async ({ folder_id, path, dir }) => {
          const isThere = (await answersWithin(path, glanceMs)) && (await dir.isConnected())
          const disk = isThere ? await statfs(path).catch(() => undefined) : undefined
          const bytes = disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
          return { folder_id, name: basename(path) || path, path, free: bytes?.free ?? null, total: bytes?.total ?? null }
        }),
      ),
  }
}
