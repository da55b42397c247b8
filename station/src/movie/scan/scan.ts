/** Scans the folders and reconciles the film table: adds files that are no longer written to, recognizes moved ones. One scan at a time. */
import { lstat, readdir } from 'node:fs/promises'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import { basename, dirname, join } from 'node:path'
import type { Later } from '@homeport/contract/kit/later.ts'
import { createWhileDue } from '@homeport/contract/kit/while-due.ts'
import { saveBeside } from './beside-scan.ts'
import { mainTitleParts } from '../disc/main-title.ts'
import { groupFilm } from '../group/group-film.ts'
import { isNumberedBeside, seasonNumbered } from '../group/season-numbers.ts'
import { createFolderWarnings } from './folder-warnings.ts'
import type { FileQueries, KnownFile, NumberedFile } from '../film/file.query.ts'
import type { Move, NewFile } from '../group/film-file-row.ts'
import { createStillFiles, isSame } from './stable-files.ts'
import type { ScanStore } from './scan.store.ts'
import type { UnreadableStore } from './unreadable.store.ts'
import type { BesideStore } from '../beside/beside.store.ts'
import { isReadable, unreadableRows } from './unreadable-rows.ts'
import { isAway } from '../../shared/unmounted-folder.ts'
import { isHidingFile, isInside, isThere, isVideoName, walk, type WalkedFile } from '../folder/walk.ts'

const savedAtOnce = 200
/** More changed paths than these are scanned by folder. */
const maxPaths = 30

/** open: belongs to an unfinished download, or is not selected in one; whole: a finished file of a download; undefined: not of a download. */
export type Claim = 'open' | 'whole' | undefined
export type ScanDeps = {
  store: Pick<
    FileQueries & ScanStore & BesideStore & UnreadableStore,
    | 'under'
    | 'byInodes'
    | 'add'
    | 'move'
    | 'drop'
    | 'besideUnder'
    | 'keepBeside'
    | 'keepUnreadable'
    | 'unreadableUnder'
    | 'inodeIn'
  >
  roots: readonly string[]
  /** Resolves when a scan may begin. */
  beforeScan: () => Promise<void>
  claimOf: (path: string) => Promise<Claim>
  now: () => number
  later: Later
  /** Films were added, removed or changed. */
  onChange: () => void
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}
/** Result of one scan, for batched writes. */
type FolderChanges = { gone: Map<string, KnownFile>; added: NewFile[] }

/** A file as it is to be written. */
type Grouped = (scanned: WalkedFile, isOwn: boolean) => NewFile

export function createScan({ store, roots, beforeScan, claimOf, now, later, onChange, onFault, warn }: ScanDeps) {
  const queue = new Set<string>()
  const stillFiles = createStillFiles({ now, later, onDue: (paths) => void look([...paths, ...takeCopied()]) })
  /** Gone files whose copies are not taken yet. */
  const copied = new Set<string>()
  const warnings = createFolderWarnings(warn)
  /** Files of unfinished downloads. */
  const held = new Set<string>()
  const scanning = createWhileDue(scanQueue, () => {
    onChange()
    if (!stopping.signal.aborted) stillFiles.wait()
  })
  const stopping = new AbortController()

  /** Resolves when the scan queue is empty. */
  function reconcile(paths: readonly string[]): Promise<void> {
    for (const path of paths) queue.add(path)
    return scanning.wake()
  }

  /** For those who do not hear of its fault. */
  const look = (paths: readonly string[]) => reconcile(paths).catch(onFault)

  function takeCopied(): string[] {
    const paths = [...copied]
    copied.clear()
    return paths
  }

  /** A file that was copied elsewhere and removed is forgotten once its copy is taken: its film goes on there. */
  async function waitForCopies({ gone }: FolderChanges): Promise<void> {
    for (const path of stillFiles.paths()) {
      const names = [...gone.values()].filter((file) => basename(file.path) === basename(path))
      if (names.length === 0) continue
      const stats = await lstat(path).catch(() => undefined)
      for (const file of names)
        if (stats?.size === file.size) {
          gone.delete(file.path)
          copied.add(file.path)
        }
    }
  }

  async function scanQueue(): Promise<void> {
    await beforeScan()
    while (queue.size > 0 && !stopping.signal.aborted) {
      const paths = await takeFrom(queue, roots)
      // A missing file may have been moved: nothing is dropped before all paths are scanned.
      const changes: FolderChanges = { gone: new Map(), added: [] }
      for (const path of paths) if (!stopping.signal.aborted) await scanPath(path, changes).catch(onFault)
      await saveAdded(changes)
      await waitForCopies(changes)
      if (changes.gone.size === 0) continue
      await store.drop([...changes.gone.values()])
      onChange()
    }
  }

  async function scanPath(path: string, changes: FolderChanges): Promise<void> {
    const root = roots.find((one) => one === path || isInside(one, path))
    if (root === undefined) return
    if (path === root) await warnings.checkRoot(root)
    // Nothing is forgotten while a disk is not connected.
    if (await isAway(root, () => store.inodeIn(root))) return
    const walked = await walk(root, path)
    const { files, unreadable, undecodable } = walked
    unreadable.forEach(warnings.unreadable)
    warnings.undecodable(path, undecodable)
    await saveBeside(store, path, walked)
    const existing = new Map((await store.under(path)).map((file) => [file.path, file]))
    const present = new Set(files.map((file) => file.path))
    for (const [at, file] of existing)
      if (!present.has(at) && !unreadable.some((folder) => folder === at || isInside(folder, at))) changes.gone.set(at, file)
    const waiting = new Set([...present, ...[...walked.empty, ...walked.images].map((file) => file.path)])
    for (const at of stillFiles.paths()) if ((at === path || isInside(path, at)) && !waiting.has(at)) stillFiles.forget(at)
    const parts = await mainTitleParts([...present])
    const grouped = await groupingOf({ root, path, present, parts, now })
    // Of the files beside it, too, each may have another number now.
    if (path !== root && isVideoName(path) && isNumberedBeside(path)) queue.add(dirname(path))
    await saveMoves(renumbered(grouped, files, existing), changes)
    const denied: WalkedFile[] = []
    for (const file of await saveMoved(grouped, changedFiles(files, existing, parts), changes)) {
      if (!(await isReadable(file.path))) {
        denied.push(file)
        continue
      }
      const claim = await claimOf(file.path)
      if (claim === 'open') {
        held.add(file.path)
        const before = existing.get(file.path)
        if (before) changes.gone.set(file.path, before)
        continue
      }
      held.delete(file.path)
      if (claim === undefined && !stillFiles.isStill(file)) continue
      stillFiles.forget(file.path)
      changes.added.push(grouped(file, claim === 'whole'))
      if (changes.added.length >= savedAtOnce) await saveAdded(changes)
    }
    const known = await store.unreadableUnder(path)
    const isWhole = async (file: WalkedFile) => (await claimOf(file.path)) !== 'open' && stillFiles.isStill(file)
    await store.keepUnreadable(path, await unreadableRows({ ...walked, root, denied, known, isWhole }))
  }

  async function saveAdded({ added }: FolderChanges): Promise<void> {
    if (added.length === 0) return
    await store.add(added.splice(0))
    onChange()
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** Recognizes moved files: same inode, size and time, and no file at the old path. Returns the others. */
  async function saveMoved(grouped: Grouped, files: readonly WalkedFile[], changes: FolderChanges): Promise<WalkedFile[]> {
    const old = new Map((await store.byInodes(files.map(({ inode }) => inode))).map((file) => [file.inode, file]))
    const rest: WalkedFile[] = []
    const moves: Move[] = []
    for (const file of files) {
      const before = old.get(file.inode)
      const isMoved = before && before.path !== file.path && isSame(before, file) && !(await isThere(before.path))
      if (!isMoved || (await claimOf(file.path)) === 'open') rest.push(file)
      else moves.push({ file: before, to: grouped(file, false) })
    }
    await saveMoves(moves, changes)
    return rest
  }

  async function saveMoves(moves: Move[], { gone }: FolderChanges): Promise<void> {
    for (let some = moves.splice(0, savedAtOnce); some.length > 0; some = moves.splice(0, savedAtOnce)) {
      await store.move(some, async (path) => !(await isThere(path)))
      for (const { file } of some) gone.delete(file.path)
      onChange()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    scan: reconcile,
    look,
    /** A download ended: its files may be added now. */
    scanHeld: () => reconcile([...held]),
    isRunning: () => scanning.running() !== undefined,
    async stop(): Promise<void> {
      stopping.abort()
      stillFiles.stop()
      await scanning.running()?.catch(() => {})
    },
  }
}

/** The files that differ from the known ones. A disc's playlists may come after its clips, and say then which part each is. */
function changedFiles(
  files: readonly WalkedFile[],
  existing: ReadonlyMap<string, KnownFile>,
  parts: ReadonlyMap<string, number>,
): WalkedFile[] {
  const isElsewhere = (path: string) => parts.has(path) && parts.get(path) !== existing.get(path)?.part
  return files.filter((file) => !isSame(existing.get(file.path), file) || isElsewhere(file.path))
}

/** Known files whose number is another one by what lies beside them now: Title.102, once Title.101 came. */
function renumbered(grouped: Grouped, files: readonly WalkedFile[], existing: ReadonlyMap<string, NumberedFile>): Move[] {
  return files.flatMap((scanned) => {
    const file = existing.get(scanned.path)
    if (!file || !isSame(file, scanned) || !isNumberedBeside(scanned.path)) return []
    const to = grouped(scanned, false)
    return to.film.season === file.season && to.film.episode === file.episode ? [] : [{ file, to }]
  })
}

type Grouping = {
  root: string
  path: string
  present: ReadonlySet<string>
  parts: ReadonlyMap<string, number>
  now: () => number
}

/** path: what is scanned; of a file alone those beside it count too. */
async function groupingOf({ root, path, present, parts, now }: Grouping): Promise<Grouped> {
  const seasoned = seasonNumbered(present.has(path) ? await besideOf(path) : [...present])
  return (scanned, isOwn) => {
    const of = { discPart: parts.get(scanned.path), named: seasoned.get(scanned.path) }
    return groupFilm({ root, scanned, isOwn, now: now(), ...of })
  }
}

/** The files beside a file; one that is gone meanwhile has none. */
async function besideOf(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => join(folder, name))
}

/** Empties the queue. Many files are scanned by folder; a path below another one is covered by it. */
async function takeFrom(queue: Set<string>, roots: readonly string[]): Promise<string[]> {
  const paths = [...queue].map((path) => (isHidingFile(path) ? dirname(path) : path))
  queue.clear()
  const all = new Set<string>()
  const areMany = paths.length > maxPaths
  for (const path of paths) all.add(areMany && !roots.includes(path) && (await isFile(path)) ? dirname(path) : path)
  const hasAbove = (path: string): boolean => {
    const above = dirname(path)
    return above !== path && (all.has(above) || hasAbove(above))
  }
  return [...all].filter((path) => !hasAbove(path))
}

/** By its suffix, or else by the disk. A folder with the suffix of a file is scanned with the one above it. */
async function isFile(path: string): Promise<boolean> {
  if (fileKindOf(path) !== 'file') return true
  const stats = await lstat(path).catch(() => undefined)
  return stats?.isFile() ?? false
}
