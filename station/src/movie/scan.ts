/** Scans the folders and reconciles the film table: adds files that are no longer written to, recognizes moved ones. One scan at a time. */
import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { groupFilm } from './group-film.ts'
import type { KnownFile, MovieStore, NewFile } from './store.ts'
import { isInside, isVideoName, walk, type WalkedFile } from './walk.ts'

/** A file that is not a download is added once it is unchanged for this long. */
export const stillMs = 5_000
const takenAtOnce = 200
const crowd = 30

/** open: belongs to an unfinished download, or is not selected in one; whole: a finished file of a download; undefined: not of a download. */
export type Claim = 'open' | 'whole' | undefined
export type ScanParts = {
  store: MovieStore
  roots: readonly string[]
  claimOf: (path: string) => Promise<Claim>
  now: () => number
  /** Films were added, removed or changed. */
  onChange: () => void
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}
/** Result of one scan, for batched writes. */
type FolderChanges = { gone: Map<string, KnownFile>; fresh: NewFile[] }
export type Scan = ReturnType<typeof createScan>

export function createScan({ store, roots, claimOf, now, onChange, onFault, warn }: ScanParts) {
  const queue = new Set<string>()
  /** Files that may still be written to, and since when each is unchanged. */
  const waiting = new Map<string, WalkedFile & { since: number }>()
  /** Files of unfinished downloads. */
  const held = new Set<string>()
  const warned = new Set<string>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()

  /** Resolves when the scan queue is empty. */
  function reconcile(...paths: readonly string[]): Promise<void> {
    for (const path of paths) queue.add(path)
    running ??= run().finally(() => {
      running = undefined
      onChange()
      wait()
    })
    return running
  }

  async function run(): Promise<void> {
    while (queue.size > 0 && !stopping.signal.aborted) {
      const paths = gathered([...queue])
      queue.clear()
      // A missing file may have been moved: nothing is dropped before all paths are scanned.
      const seen: FolderChanges = { gone: new Map(), fresh: [] }
      for (const path of paths) if (!stopping.signal.aborted) await lookAt(path, seen).catch(onFault)
      await take(seen)
      if (seen.gone.size === 0) continue
      await store.drop([...seen.gone.values()])
      onChange()
    }
  }

  async function lookAt(path: string, seen: FolderChanges): Promise<void> {
    const root = roots.find((one) => one === path || isInside(one, path))
    if (root === undefined) return
    if (path === root) await warnAbout(root)
    const { found, unread, unspeakable } = await walk(root, path)
    for (const folder of unread) say(folder, `The folder ${folder} of the library cannot be read; the rest is listed.`)
    if (unspeakable > 0)
      say(`names ${path}`, `${unspeakable} files below ${path} have names that are not UTF-8 text and are left out: rename them.`)
    const existing = new Map((await store.under(path)).map((file) => [file.path, file]))
    const present = new Set(found.map((file) => file.path))
    for (const [at, file] of existing)
      if (!present.has(at) && !unread.some((folder) => isInside(folder, at))) seen.gone.set(at, file)
    for (const at of waiting.keys()) if ((at === path || isInside(path, at)) && !present.has(at)) waiting.delete(at)

    const added = found.filter((file) => !isSame(existing.get(file.path), file))
    const rest = await takeMoved(root, added, seen)
    for (const file of rest) {
      const claim = await claimOf(file.path)
      if (claim === 'open') {
        held.add(file.path)
        const before = existing.get(file.path)
        if (before) seen.gone.set(file.path, before)
        continue
      }
      held.delete(file.path)
      if (claim === undefined && !isStill(file)) continue
      waiting.delete(file.path)
      seen.fresh.push(groupFilm({ root, found: file, isOwn: claim === 'whole', now: now() }))
      if (seen.fresh.length >= takenAtOnce) await take(seen)
    }
  }

  async function take({ fresh }: FolderChanges): Promise<void> {
    if (fresh.length === 0) return
    await store.add(fresh.splice(0))
    onChange()
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** Recognizes moved files: same inode, size and time, and no file at the old path. */
  async function takeMoved(root: string, fresh: readonly WalkedFile[], { gone }: FolderChanges): Promise<WalkedFile[]> {
    const old = new Map((await store.byInodes(fresh.map(({ inode }) => inode))).map((file) => [file.inode, file]))
    const rest: WalkedFile[] = []
    for (const file of fresh) {
      const before = old.get(file.inode)
      const isMoved = before && before.path !== file.path && isSame(before, file) && !(await isThere(before.path))
      if (!isMoved || (await claimOf(file.path)) === 'open') {
        rest.push(file)
        continue
      }
      await store.move(before, groupFilm({ root, found: file, isOwn: false, now: now() }))
      gone.delete(before.path)
      onChange()
    }
    return rest
  }

  /** Unchanged for long enough by the file's own times, or as observed (the clock of a network share may differ). */
  function isStill(file: WalkedFile): boolean {
    const at = now()
    if (file.changed_at <= at && at - file.changed_at >= stillMs) return true
    const seen = waiting.get(file.path)
    if (seen && isSame(seen, file) && seen.changed_at === file.changed_at) return at - seen.since >= stillMs
    waiting.set(file.path, { ...file, since: at })
    return false
  }

  function wait(): void {
    clearTimeout(timer)
    if (waiting.size === 0 || stopping.signal.aborted) return
    const dueOf = ({ since, changed_at }: { since: number; changed_at: number }) =>
      (changed_at <= now() ? Math.min(since, changed_at) : since) + stillMs
    const first = Math.min(...[...waiting.values()].map(dueOf))
    timer = setTimeout(
      () => {
        const due = [...waiting.values()].filter((file) => dueOf(file) <= now())
        void reconcile(...due.map(({ path }) => path))
      },
      Math.max(100, first - now() + 20),
    )
  }

  async function warnAbout(root: string): Promise<void> {
    const stats = await lstat(root).catch(() => undefined)
    if (stats) warned.delete(root)
    else say(root, `The library folder ${root} does not exist: make it, or correct HOMEPORT_LIBRARY. The rest is listed.`)
  }

  function say(about: string, line: string): void {
    if (!warned.has(about)) warn(line)
    warned.add(about)
  }

  return {
    look: reconcile,
    /** A download ended: its files may be added now. */
    lookAtHeld: () => reconcile(...held),
    isRunning: () => running !== undefined,
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Many files are scanned by folder; a path below another one is covered by it. */
function gathered(paths: readonly string[]): string[] {
  const some = paths.length > crowd ? paths.map((path) => (isVideoName(path) ? dirname(path) : path)) : paths
  const all = new Set(some)
  const hasAbove = (path: string): boolean => {
    const above = dirname(path)
    return above !== path && (all.has(above) || hasAbove(above))
  }
  return [...all].filter((path) => !hasAbove(path))
}

function isSame(one: { size: number; modified_at: number } | undefined, other: { size: number; modified_at: number }): boolean {
  return one?.size === other.size && one.modified_at === other.modified_at
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
