/** The folders that people may look through, and the way from a path on the wire to one on the disk: never out of them, not by '..' and not by a link (promise 35). */
import type { Stats } from 'node:fs'
import { access, constants, lstat, stat } from 'node:fs/promises'
import { basename, resolve, sep } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { fileReasons } from '@homeport/contract/files.ts'
import { folderIdOf } from '../shared/folder-id.ts'
import { answersWithin, glanceMs, wakeMs } from '../kit/disk-answers.ts'
import { isInside } from '../kit/inside.ts'
import { Refusal } from '../kit/refusal.ts'
import { holdsAnything, isAway } from '../shared/unmounted-folder.ts'
import { isShown, joinPath } from './entry-name.ts'
import type { FileFactQueries } from './file-facts.query.ts'
import { namedPages, readablePages } from './folder-pages.ts'

/** isOwn: a download folder; others are the library's. */
export type AllowedFolder = { id: string; name: string; path: string; isOwn: boolean }
/** path: on the wire; abs: on the disk; names: as people read them, the folder's own first. */
export type Entry = { folder: AllowedFolder; path: string; names: string[]; abs: Buffer; stats: Stats }

export type AllowedFoldersDeps = { downloads: readonly string[]; library: readonly string[]; writesLibrary: boolean }
export type AllowedFolders = ReturnType<typeof createAllowedFolders>

export const fileRefusal = (reason: (typeof fileReasons)[number], name = '', code: number = Code.notAllowed) =>
  new Refusal(code, { reason, name })

export function createAllowedFolders(
  { downloads, library, writesLibrary }: AllowedFoldersDeps,
  { inodeBelow }: Pick<FileFactQueries, 'inodeBelow'>,
) {
  const paths = [...new Set([...downloads, ...library].map((path) => resolve(path)))]
  const own = new Set(downloads.map((path) => resolve(path)))
  // One inside another is reached through it.
  const outer = paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other + sep)))
  const folders: AllowedFolder[] = outer.map((path) => ({
    id: folderIdOf(path),
    name: basename(path) || path,
    path,
    isOwn: own.has(path),
  }))

  /** The allowed folder that a path on the wire begins with. Throws a Refusal with the reason gone. */
  function allowedAt(path: string): AllowedFolder {
    const [id = '', ...steps] = path.split('/')
    const folder = folders.find((one) => one.id === id)
    if (!folder) throw fileRefusal('gone', steps.at(-1), Code.notFound)
    return folder
  }

  /** Throws a Refusal with the reason gone. */
  async function entryAt(path: string): Promise<Entry> {
    const steps = path.split('/').slice(1)
    const folder = allowedAt(path)
    const isPlain = steps.every((step) => step !== '' && step !== '..' && isShown(step) && !step.includes('\0'))
    if (!isPlain || !(await answersWithin(folder.path, wakeMs))) throw fileRefusal('gone', steps.at(-1), Code.notFound)
    let abs: Buffer = Buffer.from(folder.path)
    for (const step of steps) abs = await childOf(abs, step)
    const stats = await stat(abs).catch(() => undefined)
    if (!stats || !(await isInside(abs, [folder.path]))) throw fileRefusal('gone', steps.at(-1), Code.notFound)
    return { folder, path, names: [folder.name, ...steps], abs, stats }
  }

  /** The same entry once more, where time has passed since it was judged: what its path leads to may have been exchanged. */
  async function again({ path, names, stats }: Entry): Promise<Entry> {
    const entry = await entryAt(path)
    if (entry.stats.dev !== stats.dev || entry.stats.ino !== stats.ino) throw fileRefusal('gone', names.at(-1), Code.notFound)
    return entry
  }

  const folderOfPath = (abs: string) => folders.find(({ path }) => abs.startsWith(path + sep))
  const isFolderAway = async ({ path }: Pick<AllowedFolder, 'path'>) =>
    !(await answersWithin(path, glanceMs)) || isAway(path, () => inodeBelow(path))

  return {
    folders,
    allowedAt,
    entryAt,
    isAway: isFolderAway,
    again,
    /** The allowed folder that a path on the disk begins with. */
    rootOf: (abs: string): string | undefined => folderOfPath(abs)?.path,
    /** Whether the disk is there on which the box left this path. */
    async isConnected(abs: string): Promise<boolean> {
      const folder = folderOfPath(abs)
      return folder !== undefined && (await holdsAnything(folder.path))
    },
    /** Nothing is put into the place where a disk is mounted: it would fill the disk below. */
    async folderAt(path: string): Promise<Entry> {
      const entry = await entryAt(path)
      const isRoot = path === entry.folder.id
      if (!entry.stats.isDirectory() || (isRoot && (await isFolderAway(entry.folder))))
        throw fileRefusal('gone', entry.names.at(-1), Code.notFound)
      return entry
    },
    /** Whether entries in this folder may be changed. */
    async canWrite({ folder, abs }: Pick<Entry, 'folder' | 'abs'>): Promise<boolean> {
      if (!folder.isOwn && !writesLibrary) return false
      return access(abs, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
    },
  }
}

/** A name that is not UTF-8 is searched for as it is shown. */
async function childOf(folder: Buffer, name: string): Promise<Buffer> {
  const plain = joinPath(folder, Buffer.from(name))
  const isThere = await lstat(plain).then(
    () => true,
    () => false,
  )
  if (isThere) return plain
  for await (const page of readablePages(namedPages(folder))) {
    const match = page.find((one) => one.name === name)
    if (match) return joinPath(folder, match.bytes)
  }
  return plain
}
