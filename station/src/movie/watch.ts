/** Watches the library's folders for changes; a folder that cannot be watched is scanned at intervals. */
import { lstat } from 'node:fs/promises'

const walkEveryMs = 30_000
const watchedWalkEveryMs = 15 * 60_000
const gatherMs = 150

type Subscription = { unsubscribe(): Promise<void> }

export function createWatch({
  roots,
  ignore,
  look,
  warn,
}: {
  roots: readonly string[]
  /** Names of folders to ignore. */
  ignore: readonly string[]
  look: (...paths: string[]) => Promise<void>
  warn: (line: string) => void
}) {
  const watched = new Map<string, Subscription>()
  const warned = new Set<string>()
  const listeners = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  let gathering: NodeJS.Timeout | undefined
  let isStopped = false

  async function watch(root: string): Promise<void> {
    if (watched.has(root) || isStopped || !(await isFolder(root))) return
    try {
      // A native add-on of a few MB: loaded only if there is a folder to watch.
      const { subscribe } = await import('@parcel/watcher')
      const subscription = await subscribe(
        root,
        (error, events) => {
          if (error) return void forget(root)
          for (const { path } of events) listeners.add(path)
          gathering ??= setTimeout(notify, gatherMs)
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

  function notify(): void {
    gathering = undefined
    const paths = [...listeners]
    listeners.clear()
    if (!isStopped) void look(...paths)
  }

  async function forget(root: string): Promise<void> {
    await watched
      .get(root)
      ?.unsubscribe()
      .catch(() => undefined)
    watched.delete(root)
  }

  return {
    async start(): Promise<void> {
      for (const root of roots) await watch(root)
      const again = async () => {
        for (const root of roots) {
          if (watched.has(root) && (await isFolder(root))) continue
          await forget(root)
          await watch(root)
          void look(root)
        }
      }
      timers.add(setInterval(() => void again(), walkEveryMs).unref())
      timers.add(setInterval(() => void look(...roots), watchedWalkEveryMs).unref())
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(gathering)
      for (const timer of timers) clearInterval(timer)
      for (const root of watched.keys()) await forget(root)
    },
  }
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

function whyOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
