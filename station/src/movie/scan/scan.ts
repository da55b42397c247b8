/** Scans the folders and reconciles the film table: adds files that are no longer written to, recognizes moved ones. One scan at a time. */
import { lstat, readdir } from 'node:fs/promises'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import { dirname, join } from 'node:path'
import type { Later } from '@homeport/contract/kit/later.ts'
import { createWhileDue } from '@homeport/contract/kit/while-due.ts'
import { saveBeside } from './beside-scan.ts'
import { mainTitleParts } from '../disc/main-title.ts'
import { groupFilm } from '../group/group-film.ts'
import { isNumberedBeside, seasonNumbered } from '../group/season-numbers.ts'
import { createFolderWarnings } from './folder-warnings.ts'
import type { FileQueries, KnownFile } from '../film/file.query.ts'
import type { NewFile } from '../group/film-file-row.ts'
import { createMovedFiles, renumbered, type Grouped } from './moved-files.ts'
import { createStillFiles, isSame } from './stable-files.ts'
import type { ScanStore } from './scan.store.ts'
import type { UnreadableStore } from './unreadable.store.ts'
import type { BesideStore } from '../beside/beside.store.ts'
import { isReadable, unreadableRows } from './unreadable-rows.ts'
import { answersWithin, wakeMs } from '../../kit/disk-answers.ts'
import { isAway } from '../../shared/unmounted-folder.ts'
import { isHidingFile, isInside, isVideoName, walk, type WalkedFile } from '../folder/walk.ts'

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
  elapsed: () => number
  later: Later
  /** Films were added, removed or changed. */
  onChange: () => void
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}
/** After which a disk that did not answer is asked again. */
const silentMs = 30_000

/** Result of one scan, for batched writes. */
type FolderChanges = { gone: Map<string, KnownFile>; added: NewFile[] }

export function createScan({ store, roots, beforeScan, claimOf, now, elapsed, later, onChange, onFault, warn }: ScanDeps) {
  const queue = new Set<string>()
  const stillFiles = createStillFiles({ now, elapsed, later, onDue: (paths) => void look([...paths, ...moved.takeCopied()]) })
  const isOpen = async (path: string) => (await claimOf(path)) === 'open'
  const moved = createMovedFiles({ store, isOpen, pending: stillFiles.paths, onChange })
  const warnings = createFolderWarnings(warn)
  /** Files of unfinished downloads. */
  const held = new Set<string>()
  const scanning = createWhileDue(scanQueue, () => {
    onChange()
    if (!stopping.signal.aborted) stillFiles.wait()
  })
  const stopping = new AbortController()
  const silent = createSilentPaths({ later, look: (paths) => void look(paths) })

  /** Resolves when the scan queue is empty. */
  function reconcile(paths: readonly string[]): Promise<void> {
    for (const path of paths) queue.add(path)
    return scanning.wake()
  }

  /** For those who do not hear of its fault. */
  const look = (paths: readonly string[]) => reconcile(paths).catch(onFault)

  async function scanQueue(): Promise<void> {
    await beforeScan()
    while (queue.size > 0 && !stopping.signal.aborted) {
      const paths = await takeFrom(queue, roots)
      // A missing file may have been moved: nothing is dropped before all paths are scanned.
      const changes: FolderChanges = { gone: new Map(), added: [] }
      for (const path of paths) if (!stopping.signal.aborted) await scanPath(path, changes).catch(onFault)
      await saveAdded(changes)
      await moved.keepCopied(changes.gone)
      await dropGone(changes.gone, { store, onChange })
    }
  }

  async function scanPath(path: string, changes: FolderChanges): Promise<void> {
    const root = roots.find((one) => one === path || isInside(one, path))
    if (root === undefined) return
    if (!(await answersWithin(root, wakeMs))) return silent.add(path)
    if (path === root) await warnings.checkRoot(root)
    // Nothing is forgotten while a disk is not connected.
    if (await isAway(root, () => store.inodeIn(root))) return
    const walked = await walk(root, path)
    const { files, unreadable, undecodable } = walked
    unreadable.forEach(warnings.unreadable)
    warnings.undecodable(path, undecodable)
    const existing = new Map((await store.under(path)).map((file) => [file.path, file]))
    const present = new Set(files.map((file) => file.path))
    const missing = missingOf(existing.values(), { present, unreadable })
    // A disk that was pulled meanwhile has lost none of its files.
    if (missing.length > 0 && (await isAway(root, () => store.inodeIn(root)))) return
    await saveBeside(store, path, walked)
    for (const file of missing) changes.gone.set(file.path, file)
    const waiting = new Set([...present, ...[...walked.empty, ...walked.images].map((file) => file.path)])
    for (const at of stillFiles.paths()) if ((at === path || isInside(path, at)) && !waiting.has(at)) stillFiles.forget(at)
    const parts = await mainTitleParts([...present])
    const grouped = await groupingOf({ root, path, present, parts, now })
    // The files beside it may have other numbers now.
    if (path !== root && isVideoName(path) && isNumberedBeside(path)) queue.add(dirname(path))
    await moved.save(renumbered(grouped, files, existing), changes.gone)
    const denied: WalkedFile[] = []
    for (const file of await moved.saveMoved(grouped, changedFiles(files, existing, parts), changes.gone)) {
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
    const stored = await store.unreadableUnder(path)
    const isWhole = async (file: WalkedFile) => !(await isOpen(file.path)) && stillFiles.isStill(file)
    await store.keepUnreadable(path, await unreadableRows({ ...walked, root, denied, existing: stored, isWhole }))
  }

  async function saveAdded({ added }: FolderChanges): Promise<void> {
    if (added.length === 0) return
    await store.add(added.splice(0))
    onChange()
    await new Promise((resolve) => setImmediate(resolve))
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
      silent.stop()
      await scanning.running()?.catch(() => {})
    },
  }
}

/** All files of a film at once. */
async function dropGone(
  gone: ReadonlyMap<string, KnownFile>,
  { store, onChange }: Pick<ScanDeps, 'store' | 'onChange'>,
): Promise<void> {
  const films = Map.groupBy(gone.values(), ({ film_id }) => film_id)
  for (let some: KnownFile[] = []; films.size > 0; some = []) {
    for (const [film_id, files] of films) {
      if (some.length >= savedAtOnce) break
      for (const file of files) some.push(file)
      films.delete(film_id)
    }
    await store.drop(some)
    onChange()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Files that a walk did not meet, but for those in folders that it could not read. */
function missingOf(
  existing: Iterable<KnownFile>,
  { present, unreadable }: { present: ReadonlySet<string>; unreadable: readonly string[] },
): KnownFile[] {
  const wasRead = (path: string) => !unreadable.some((folder) => folder === path || isInside(folder, path))
  return [...existing].filter(({ path }) => !present.has(path) && wasRead(path))
}

/** Paths on disks that did not answer are scanned later. */
function createSilentPaths({ later, look }: { later: Later; look: (paths: readonly string[]) => void }) {
  const paths = new Set<string>()
  let cancel = () => {}
  return {
    add(path: string): void {
      paths.add(path)
      cancel()
      cancel = later(silentMs, () => {
        const due = [...paths]
        paths.clear()
        look(due)
      })
    },
    stop: () => cancel(),
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
