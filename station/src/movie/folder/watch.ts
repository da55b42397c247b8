/** Watches the library's folders for changes; a folder that cannot be watched, or that other machines write to, is scanned at intervals. */
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { SubscribeCallback } from '@parcel/watcher'
import { createChangedPaths } from './changed-paths.ts'
import { createRescan, isRemoteFolder } from './rescan.ts'

const walkEveryMs = 30_000
const watchedWalkEveryMs = 15 * 60_000
const gatherMs = 150

type Subscription = { unsubscribe(): Promise<void> }
type Subscribe = (root: string, listener: SubscribeCallback, options: { ignore: string[] }) => Promise<Subscription>

export function createWatch({
  roots,
  ignore,
  look,
  now,
  later,
  warn,
  subscribe = subscribeNative,
  isRemote = isRemoteFolder,
}: {
  roots: readonly string[]
  /** Names of folders to ignore. */
  ignore: readonly string[]
  /** Scans these paths; resolves when that is done, and never rejects. */
  look: (paths: readonly string[]) => Promise<void>
  now: () => number
  later: Later
  warn: (line: string) => void
  subscribe?: Subscribe
  isRemote?: (root: string) => Promise<boolean>
}) {
  const watched = new Map<string, Subscription>()
  const warned = new Set<string>()
  const changes = createChangedPaths()
  /** The new files and folders among the changes. */
  const created = createChangedPaths()
  const rescan = createRescan(now, look)
  const timers: (() => void)[] = []
  let gathering: NodeJS.Timeout | undefined
  let isStopped = false

  async function watch(root: string): Promise<void> {
    if (watched.has(root) || isStopped || !(await isFolder(root))) return
    try {
      const subscription = await subscribe(
        root,
        (error, events) => {
          if (error) return void forget(root)
          for (const { path: changed, type } of events) {
            changes.add({ root, path: changed })
            if (type === 'create') created.add({ root, path: changed })
          }
          gathering ??= setTimeout(() => void notify(), gatherMs)
        },
        { ignore: ignore.map((name) => `**/${name}/**`) },
      )
      if (isStopped) await subscription.unsubscribe()
      else watched.set(root, subscription)
    } catch (error) {
      if (!warned.has(root))
        warn(`The folder ${root} cannot be watched (${whyOf(error)}); it is looked through every ${walkEveryMs / 1000} s.`)
      warned.add(root)
    }
  }

  /** A folder that was moved in whole is looked through once it is watched: nothing of it is missed in between. */
  async function notify(): Promise<void> {
    const [paths, fresh] = [changes.take(), created.take()]
    gathering = undefined
    await watchInside(fresh)
    if (!isStopped) void look(paths)
  }

  /** The watcher does not follow the folders inside one that was moved in: its root is watched anew. */
  async function watchInside(paths: readonly string[]): Promise<void> {
    const isDeep = await Promise.all(paths.map(hasFolders))
    const deep = paths.filter((_, at) => isDeep[at])
    const affected = [...watched.keys()].filter((root) => deep.some((one) => one === root || one.startsWith(root + path.sep)))
    for (const root of affected) {
      await forget(root)
      await watch(root)
    }
  }

  async function forget(root: string): Promise<void> {
    await watched
      .get(root)
      ?.unsubscribe()
      .catch(() => undefined)
    watched.delete(root)
  }

  /** Scans a root that tells nothing, or not everything, by itself. */
  async function again(root: string): Promise<void> {
    const wasWatched = watched.has(root) && (await isFolder(root))
    if (!wasWatched) {
      await forget(root)
      await watch(root)
    }
    if (wasWatched && !(await isRemote(root))) return
    if (!isStopped) await rescan(root, !wasWatched && watched.has(root))
  }

  return {
    async start(): Promise<void> {
      for (const root of roots) await watch(root)
      timers.push(every(later, walkEveryMs, () => roots.forEach((root) => void again(root))))
      timers.push(every(later, watchedWalkEveryMs, () => void look(roots)))
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(gathering)
      for (const cancel of timers) cancel()
      for (const root of watched.keys()) await forget(root)
    },
  }
}

/** A native add-on of a few MB: loaded only if there is a folder to watch. */
const subscribeNative: Subscribe = async (...subscription) => (await import('@parcel/watcher')).subscribe(...subscription)

async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

/** False for a file, and for what is gone meanwhile. */
async function hasFolders(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.some((entry) => entry.isDirectory())
}

function whyOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

function every(later: Later, ms: number, run: () => void): () => void {
  let cancel = later(ms, again)
  function again(): void {
    cancel = later(ms, again)
    run()
  }
  return () => cancel()
}
