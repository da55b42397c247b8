/** Finds and lists tasks as the wire shows them. */
import { TaskStatus, type Task, type TaskKind, type TaskPage, type TaskQuery } from '@homeport/contract/download/download.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { EngineAway, isLink, type Engine } from '../../engine/engine.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from './progress.ts'
import type { Slots } from '../limits/slots.ts'
import type { TorrentPaths } from '../torrent/torrent-paths.ts'

export type LookupDeps = {
  store: TaskStore
  engine: Engine
  slots: Slots
  folders: DownloadFolders
  progress: Progress
  oneAtATime: OneAtATime
  torrentPaths: TorrentPaths
  /** Called with a task whose job the engine has lost. */
  onLost: (task_id: string) => void
}

export function createLookup({ store, engine, slots, folders, progress, oneAtATime, torrentPaths, onLost }: LookupDeps) {
  /** spec 4's unknown: the task should run, but the engine has no job for it. The next reconcile adds it again. */
  async function isLost({ task_id, status, kind, total_size }: TaskRow): Promise<boolean> {
    const isRunning = status === TaskStatus.run && slots.has(task_id) && engine.isUp(kind)
    // A magnet without metadata runs under another job; files that are compared with the disk have none yet.
    if (!isRunning || torrentPaths.isComparing(task_id) || (!isLink(kind) && total_size === 0) || (await hasJob(task_id, kind)))
      return false
    // A queued operation may have changed the task: check again after it.
    const lost = await oneAtATime(async () => {
      const row = await store.byId(task_id)
      if (row?.status !== TaskStatus.run || torrentPaths.isComparing(task_id)) return false
      return slots.has(task_id) && engine.isUp(kind) && !(await hasJob(task_id, kind))
    })
    if (lost) onLost(task_id)
    return lost
  }

  async function hasJob(task_id: string, kind: TaskKind): Promise<boolean> {
    try {
      return (await engine.job(task_id, kind)) !== undefined
    } catch (error) {
      // An absent engine does not mean a lost job: its progress is in the table.
      if (error instanceof EngineAway) return true
      throw error
    }
  }

  return {
    /** Newest first, but for those that are read at once. */
    async *all(): AsyncGenerator<Task> {
      for await (const tasks of progress.slicesOf(await store.ids())) yield* tasks
    },
    async list(limit: number, offset: number): Promise<{ data: Task[]; total: number }> {
      return { data: await progress.viewAll(await store.list(limit, offset)), total: await store.count() }
    },
    /** All of them, of which is_done and category are as the query says. counts: of all tasks of the box. */
    async matching(query: Pick<TaskQuery, 'is_done' | 'category'>): Promise<{ tasks: Task[]; counts: TaskPage['counts'] }> {
      const tasks = await progress.viewAll(await store.matching(query))
      const [all, unfinished] = [await store.count(), await store.countUnfinished()]
      return { tasks, counts: { all, progress: unfinished, done: all - unfinished } }
    },
    /** Absolute, of its file or folder. */
    async pathOf(task_id: string): Promise<string> {
      const row = await store.byId(task_id)
      return row ? folders.of(row).absolute(row.path) : ''
    },
    /** Where the files of this task lie. */
    async folderOf(task_id: string): Promise<Pick<TaskRow, 'folder_id'> | undefined> {
      return task_id === '' ? undefined : store.byId(task_id)
    },
    has: async (key: string): Promise<boolean> => (await store.byKey(key)) !== undefined,
    async find({ task_id, key, url }: { task_id: string; key: string; url: string }): Promise<Task | undefined> {
      const row =
        (task_id ? await store.byId(task_id) : undefined) ??
        (key ? ((await store.byKey(key)) ?? (await store.byUrl(url))) : undefined)
      if (!row) return undefined
      const lost = await isLost(row)
      // The row may have changed or gone while waiting.
      const current = await store.byId(row.task_id)
      if (!current) return undefined
      const task = await progress.viewNow(current)
      return lost ? { ...task, status: TaskStatus.unknown } : task
    },
  }
}
