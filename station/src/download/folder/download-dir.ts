/** The download folder: http links are fetched in a work folder under the root and moved out, under the server's file name, when complete. */
import {
  access,
  constants,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises'
import type { TaskKind } from '@homeport/contract/download/download.ts'
import { isLink } from '../engine/engine.ts'
import { answersWithin, wakeMs } from '../../kit/disk-answers.ts'
import type { MountWatch } from './mount-watch.ts'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { finishedFiles } from './finished-file.ts'
import { makeBelow } from './make-below.ts'
import { fitName, fitPath, variantsOf, type DiskNames, type ProbeNames } from './disk-names.ts'

/** All unfinished files of http links are here, and what a torrent's pieces bring beside its chosen files: neither a person, a library nor another task sees them. */
export const workName = '.incoming'
const spareBytes = 64 * 1024 * 1024

export type DownloadDirDeps = { jobs: string; mount: MountWatch; probe: ProbeNames }
export type DownloadDir = ReturnType<typeof createDownloadDir>

/** jobs: the folder for the engine's records of the progress of torrents, one folder a task. mount: whether the root's own disk is there. probe: of the names that its disk holds. */
export function createDownloadDir(root: string, { jobs, mount, probe }: DownloadDirDeps) {
  const workOf = (task_id: string) => join(root, workName, task_id)

  async function exists(path: string): Promise<boolean> {
    return stat(path).then(
      () => true,
      () => false,
    )
  }

  const names = namesOn(root, probe)
  const finished = finishedFiles(workOf)

  return {
    /** Throws where the folder is away. */
    names,
    /** A path within the root as its disk can hold it. */
    fitPath: async (path: string): Promise<string> => fitPath(path, await names()),
    isSameFile: (one: string, other: string) => sameFile(join(root, one), join(root, other)),
    ...torrentFolders(root, jobs),
    ...foldersWithin(root),
    ...spaceOn(root),
    ...finished,
    root,
    workOf,
    has: (path: string) => exists(join(root, path)),
    /** True for anything that is there: a file, a folder, a link to nowhere. */
    isTaken: (path: string) => isEntry(join(root, path)),
    absolute: (path: string) => join(root, path),
    async isFolder(path: string): Promise<boolean> {
      return (await stat(join(root, path)).catch(() => undefined))?.isDirectory() ?? false
    },
    /** Relative to the root. */
    pathOf: (path: string) => relative(root, resolve(path)),
    isInside: (path: string) => resolve(path).startsWith(root.endsWith(sep) ? root : root + sep),
    isConnected: () => mount.isConnected(),
    async isWritable(): Promise<boolean> {
      try {
        if (!(await mount.isConnected())) return false
        await access(root, constants.W_OK | constants.X_OK)
        return true
      } catch {
        return false
      }
    },
    /** The folder that a running task writes to; one that is gone swallows what comes. */
    isThere: async ({ kind, task_id }: { kind: TaskKind; task_id: string }): Promise<boolean> =>
      (await mount.isConnected()) && exists(isLink(kind) ? workOf(task_id) : root),
    /** Bytes that these files have on the disk. */
    async allocatedAt(paths: Iterable<string>): Promise<number> {
      let bytes = 0
      for (const path of paths) bytes += ((await stat(join(root, path)).catch(() => undefined))?.blocks ?? 0) * 512
      return bytes
    },
    sizeOf: (path: string) => sizeAt(join(root, path)),
    readWork: (task_id: string, name: string): Promise<Buffer> => readFile(join(workOf(task_id), name)),
    sizeInWork: (task_id: string, name: string) => sizeAt(join(workOf(task_id), name)),
    /** Bytes that the disk has allocated to a task. */
    async allocatedTo(task_id: string): Promise<number> {
      const names: string[] = await readdir(workOf(task_id)).catch(() => [])
      const files = await Promise.all(names.map((name) => stat(join(workOf(task_id), name)).catch(() => undefined)))
      return files.reduce((sum, file) => sum + (file?.blocks ?? 0) * 512, 0)
    },
    /** Creates the work folder; files of an earlier try are continued only if the engine has its progress file for them. */
    async prepareWork(task_id: string): Promise<string> {
      const dir = workOf(task_id)
      const remaining = await readdir(dir).catch(() => [])
      if (remaining.length > 0 && !remaining.some((name) => name.endsWith('.aria2')))
        await rm(dir, { recursive: true, force: true })
      await makeBelow(root, dir)
      // Its file was deleted from outside.
      await finished.unmarkFinished(task_id)
      return dir
    },
    /** The engine has a progress file for what is in the work folder. */
    async canContinue(task_id: string): Promise<boolean> {
      const names: string[] = await readdir(workOf(task_id)).catch(() => [])
      return names.some((name) => name.endsWith('.aria2'))
    },
    /** The first of a name's variants that is free in this folder of the root and fits the disk, with that folder. */
    async freeName(folder: string, name: string): Promise<string> {
      const disk = await names()
      for (const candidate of variantsOf(join(folder, fitName(basename(name), disk)), 'file', disk))
        if (!(await exists(join(root, candidate)))) return candidate
      throw new Error('there are endless variants of a name')
    },
    /** Moves the file out to `path`; idempotent. Never replaces an existing file. */
    async bringOut(task_id: string, name: string, path: string): Promise<void> {
      await makeInside(root, dirname(path))
      await moveFile(join(workOf(task_id), name), join(root, path))
      await rm(workOf(task_id), { recursive: true, force: true })
    },
    /** Gives a file another name below the root, and deletes the folders that this leaves empty; idempotent. Never replaces an existing file. */
    async rename(path: string, newPath: string): Promise<void> {
      if (path === newPath || !(await exists(join(root, path)))) return
      await makeBelow(root, dirname(join(root, newPath)))
      await moveFile(join(root, path), join(root, newPath))
      await dropEmpty(dirname(join(root, path)), root)
    },
    /**
     * Deletes a file of a task and the folders that this leaves empty. An entry that is no longer what the task wrote (another size, a folder, a link,
     * outside the root) belongs to someone else and stays. size: bytes; isWhole false: the file may be shorter.
     */
    async dropFile(path: string, { size, isWhole }: { size: number; isWhole: boolean }): Promise<void> {
      const file = resolve(root, path)
      const folder = await realpath(dirname(file)).catch(() => undefined)
      const realRoot = await realpath(root).catch(() => undefined)
      if (folder === undefined || realRoot === undefined) return
      if (folder !== realRoot && !folder.startsWith(realRoot + sep)) return
      const stats = await lstat(file).catch(() => undefined)
      const isOwn = stats?.isFile() && (isWhole ? stats.size === size : stats.size <= size)
      if (isOwn) await unlink(join(folder, basename(file)))
      if (!isOwn && stats) return
      await dropEmpty(folder, realRoot)
    },
    dropWork: (task_id: string) => rm(workOf(task_id), { recursive: true, force: true }),
  }
}

/** Tried once for each disk that was there. */
function namesOn(root: string, probe: ProbeNames): () => Promise<DiskNames> {
  let last: { device: number; names: Promise<DiskNames> } | undefined
  return async () => {
    const { dev: device } = await stat(root)
    if (last?.device !== device) last = { device, names: probe(root, workName) }
    const current = last
    return current.names.catch((error: unknown) => {
      if (last === current) last = undefined
      throw error
    })
  }
}

/** The space on the root's disk. */
function spaceOn(root: string) {
  return {
    /** freeBytes: for downloads; undefined: the folder is gone. device: of the disk. */
    async disk(): Promise<{ device: number; freeBytes: number } | undefined> {
      if (!(await answersWithin(root, wakeMs))) return undefined
      const [disk, entry] = await Promise.all([statfs(root), stat(root)]).catch(() => [undefined, undefined])
      return disk && entry && { device: entry.dev, freeBytes: disk.bavail * disk.bsize - spareBytes }
    },
    async hasRoomFor(bytes: number): Promise<boolean> {
      const disk = await statfs(root).catch(() => undefined)
      return !disk || disk.bavail * disk.bsize >= bytes + spareBytes
    },
  }
}

/** Folders below the root. */
function foldersWithin(root: string) {
  return {
    /** Throws where a link on its way leads elsewhere. */
    makeFolder: (path: string) => makeInside(root, path),
    /** Whether files may be put into this folder. */
    leadsInside: (path: string) => leadsInside(root, path),
    /** Another file than this one, which may have two names for a moment, has this path. file: absolute. */
    isAnother: async (file: string, path: string): Promise<boolean> =>
      (await isEntry(join(root, path))) && !(await sameFile(file, join(root, path))),
    /** Deletes the folders above this path, as far as they are empty. */
    dropEmptyAbove: (path: string) => dropEmpty(dirname(join(root, path)), root),
  }
}

async function makeInside(root: string, path: string): Promise<void> {
  if (path === '' || path === '.') return
  if (!(await leadsInside(root, path))) throw Object.assign(new Error('a folder leads elsewhere'), { code: 'EPERM' })
  await makeBelow(root, join(root, path))
}

/** As far as it exists. */
async function leadsInside(root: string, path: string): Promise<boolean> {
  const realRoot = await realpath(root).catch(() => undefined)
  if (realRoot === undefined) return false
  for (let folder = path; folder !== '.' && folder !== ''; folder = dirname(folder)) {
    const real = await realpath(join(root, folder)).catch(() => undefined)
    if (real !== undefined) return real === realRoot || real.startsWith(realRoot + sep)
    if (await isEntry(join(root, folder))) return false
  }
  return true
}

function isEntry(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** The folders that a torrent's job has beside its files. */
function torrentFolders(root: string, jobs: string) {
  const jobOf = (task_id: string) => join(jobs, task_id)
  const asideOf = (task_id: string, index: number) => join(root, workName, task_id, String(index))
  return {
    /** Creates the folder for the engine's record of a torrent. */
    async prepareJob(task_id: string): Promise<string> {
      await mkdir(jobOf(task_id), { recursive: true })
      return jobOf(task_id)
    },
    /** The engine has a record of what is here of the torrent. */
    async hasRecord(task_id: string): Promise<boolean> {
      const names: string[] = await readdir(jobOf(task_id)).catch(() => [])
      return names.some((name) => name.endsWith('.aria2'))
    },
    /** The engine's record beside a file or folder below the root. */
    async dropNotes(path: string): Promise<void> {
      const notes = `${path}.aria2`
      if ((await leadsInside(root, dirname(path))) && (await isEntry(join(root, notes)))) await unlink(join(root, notes))
    },
    dropJob: (task_id: string) => rm(jobOf(task_id), { recursive: true, force: true }),
    /** Tasks that have a work folder or a record. */
    async leftovers(): Promise<string[]> {
      const folders = await Promise.all([join(root, workName), jobs].map((folder) => readdir(folder).catch((): string[] => [])))
      return [...new Set(folders.flat())]
    },
    /** A file of a torrent that is not for people: of files that were not chosen, and padding. */
    asideOf,
    /** Padding is zeros: a file of this size that the engine need not fetch. */
    async writePadding(task_id: string, { index, size }: { index: number; size: number }): Promise<void> {
      const path = asideOf(task_id, index)
      await makeBelow(root, dirname(path))
      const file = await open(path, 'a')
      await file.truncate(size).finally(() => file.close())
    },
  }
}

/** Never replaces another file. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await unlink(from)
  } catch (error) {
    // Two names of one file; or one name, in other letters, on a disk that has no capitals.
    if (await sameFile(from, to)) await ((await stat(from)).nlink > 1 ? unlink(from) : rename(from, to))
    else if (codeOf(error) === 'EEXIST') throw error
    else if (await isEntry(to)) throw Object.assign(new Error('a file of this name is there'), { code: 'EEXIST' })
    else await rename(from, to) // a disk without hard links
  }
}

/** The folder and those above it, as far as they are empty. */
async function dropEmpty(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = dirname(empty)) {
    const isGone = await rmdir(empty).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}

async function sizeAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

async function sameFile(a: string, b: string): Promise<boolean> {
  try {
    const [one, other] = await Promise.all([stat(a), stat(b)])
    return one.ino === other.ino && one.dev === other.dev
  } catch {
    return false
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
