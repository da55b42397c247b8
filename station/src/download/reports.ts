/** Task changes go to the open apps as one push a second, and to the mirror at each change of state or every 30 seconds. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { downloadStatus, removeTask, taskChanges, taskRow, type Task } from '@homeport/contract/download/download.ts'
import { configReport, type DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import type { StationEventBus } from '../shared/event-bus.ts'

const pushEveryMs = 1_000
const mirrorEveryMs = 30_000
/** Below the limit of a frame. */
const frameBytes = 48 * 1024
/** The apps are told of a longer list only that there is news. */
const maxPushed = 200

export type DownloadReportDeps = {
  devsn: string
  events: StationEventBus
  mirror: Mirror
  push: (frame: FrameIn) => void
  now: () => number
  onFault: (fault: unknown) => void
}

export function downloadReports({ devsn, events, mirror, push, now, onFault }: DownloadReportDeps) {
  const mirroredAt = new Map<string, number>()
  /** Changes since the last push, and since the mirror was written. */
  const changed = new Map<string, Task>()
  const gone = new Set<string>()
  const rows = new Map<string, Task | null>()
  let pushedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let next: NodeJS.Immediate | undefined
  const oneAtATime = createOneAtATime()

  events.on('task', ({ task, isState }) => handle([task], isState))
  events.on('tasks', ({ tasks }) => handle(tasks, true))
  events.on('task_film', ({ task }) => handle([task], true))
  events.on('task_gone', ({ task_id }) => remove([task_id]))
  events.on('tasks_gone', ({ ids }) => remove(ids))

  function handle(tasks: readonly Task[], isState: boolean): void {
    for (const task of tasks) {
      gone.delete(task.task_id)
      changed.set(task.task_id, task)
      if (isState || now() - (mirroredAt.get(task.task_id) ?? -Infinity) >= mirrorEveryMs) write(task.task_id, task)
    }
    timer ??= setTimeout(pushNow, Math.max(0, pushedAt + pushEveryMs - now()))
  }

  function remove(ids: readonly string[]): void {
    for (const task_id of ids) {
      changed.delete(task_id)
      write(task_id, null)
    }
    const [task_id = ''] = ids
    if (ids.length === 1) return push({ act: removeTask.name, dev: devsn, code: Code.ok, data: { task_id }, task_id })
    for (const id of ids) gone.add(id)
    timer ??= setTimeout(pushNow, Math.max(0, pushedAt + pushEveryMs - now()))
  }

  function write(task_id: string, task: Task | null): void {
    if (task) mirroredAt.set(task_id, now())
    else mirroredAt.delete(task_id)
    rows.set(task_id, task)
    // Rows that are missing then are written at the next start.
    if (!isStopped) next ??= setImmediate(writeNow)
  }

  function writeNow(): void {
    next = undefined
    const all = new Map(rows)
    rows.clear()
    oneAtATime(() => mirror.putMany(taskRow, all)).catch(onFault)
  }

  function pushNow(): void {
    timer = undefined
    pushedAt = now()
    const tasks = [...changed.values()]
    const [first] = tasks
    const ids = [...gone]
    changed.clear()
    gone.clear()
    if (first && tasks.length === 1 && ids.length === 0) {
      const { task_id, url } = first
      return push({ act: downloadStatus.name, dev: devsn, code: Code.ok, data: first, url, task_id })
    }
    const isMany = tasks.length + ids.length > maxPushed
    for (const data of isMany ? [{ tasks: [], gone: [] }] : framesOf(tasks, ids))
      push({ act: taskChanges.name, dev: devsn, code: Code.ok, data })
  }

  return {
    /** Drops entries that have not changed for long. */
    tick(): void {
      for (const [task_id, at] of mirroredAt) if (now() - at > 2 * mirrorEveryMs) mirroredAt.delete(task_id)
    },
    config: (config: DownloadConfig): Promise<void> => mirror.put(configReport, 'config', config),
    /** Makes the mirror equal to the table, also after a kill between the two writes. */
    reconcile(tasks: AsyncIterable<Task>): Promise<void> {
      return mirror.replaceAll(taskRow, byId(tasks))
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      clearImmediate(next)
      if (rows.size > 0) writeNow()
      await oneAtATime.idle()
    },
  }
}

async function* byId(tasks: AsyncIterable<Task>): AsyncGenerator<[string, Task]> {
  for await (const task of tasks) yield [task.task_id, task]
}

/** Each below the limit of a frame. */
function framesOf(tasks: readonly Task[], gone: readonly string[]): { tasks: Task[]; gone: readonly string[] }[] {
  const frames: { tasks: Task[]; gone: readonly string[] }[] = [{ tasks: [], gone }]
  let bytes = Buffer.byteLength(JSON.stringify(gone))
  for (const task of tasks) {
    const size = Buffer.byteLength(JSON.stringify(task)) + 1
    if (bytes + size > frameBytes) {
      frames.push({ tasks: [], gone: [] })
      bytes = 0
    }
    frames.at(-1)?.tasks.push(task)
    bytes += size
  }
  return frames
}
