/** Task changes go to the open apps as a push, and to the mirror at each change of state or every 30 seconds. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { configRow, downloadStatus, removeTask, taskRow, type DownloadConfig, type Task } from '@homeport/contract/download.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Mirror } from '../kit/mirror.ts'
import type { StationEventBus } from '../kit/event-bus.ts'

const pushEveryMs = 1_000
const mirrorEveryMs = 30_000

export type DownloadReportParts = {
  devsn: string
  events: StationEventBus
  mirror: Mirror
  push: (frame: FrameIn) => void
  now: () => number
  onFault: (fault: unknown) => void
}

type ReportState = { pushedAt: number; mirroredAt: number; waiting: Task | undefined; timer: NodeJS.Timeout | undefined }

export function downloadReports({ devsn, events, mirror, push, now, onFault }: DownloadReportParts) {
  const latest = new Map<string, ReportState>()

  events.on('task', handle)
  events.on('task_film', ({ task }) => handle({ task, isState: true }))

  function handle({ task, isState }: { task: Task; isState: boolean }): void {
    const seen = latest.get(task.task_id) ?? { pushedAt: -Infinity, mirroredAt: -Infinity, waiting: undefined, timer: undefined }
    latest.set(task.task_id, seen)
    if (isState || now() - seen.mirroredAt >= mirrorEveryMs) {
      seen.mirroredAt = now()
      void mirror.put(taskRow, task.task_id, task).catch(onFault)
    }
    seen.waiting = task
    seen.timer ??= setTimeout(pushNow, Math.max(0, seen.pushedAt + pushEveryMs - now()), seen)
  }

  events.on('task_gone', ({ task_id }) => {
    const seen = latest.get(task_id)
    if (seen) Object.assign(seen, { waiting: undefined, timer: clearTimeout(seen.timer) })
    latest.delete(task_id)
    void mirror.put(taskRow, task_id, null).catch(onFault)
    push({ act: removeTask.name, dev: devsn, code: Code.ok, data: { task_id }, task_id })
  })

  function pushNow(seen: ReportState): void {
    seen.timer = undefined
    if (!seen.waiting) return
    const { task_id, url } = seen.waiting
    push({ act: downloadStatus.name, dev: devsn, code: Code.ok, data: seen.waiting, url, task_id })
    seen.pushedAt = now()
    seen.waiting = undefined
  }

  return {
    /** Drops entries that have not changed for long. */
    tick(): void {
      for (const [task_id, seen] of latest) if (!seen.timer && now() - seen.mirroredAt > 2 * mirrorEveryMs) latest.delete(task_id)
    },
    config: (config: DownloadConfig): Promise<void> => mirror.put(configRow, 'config', config),
    /** Makes the mirror equal to the table, also after a kill between the two writes. */
    reconcile(tasks: readonly Task[]): Promise<void> {
      return mirror.replaceAll(taskRow, new Map(tasks.map((task) => [task.task_id, task])))
    },
    stop(): void {
      for (const seen of latest.values()) clearTimeout(seen.timer)
    },
  }
}
