/** Task progress, in memory between two reports; stored when a task's state changes, every 30 s, and when its box disconnects. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import { Task, downloadStatus } from '@homeport/contract/download.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { createBackgroundTasks } from '../kit/background-tasks.ts'
import { renewTask } from './store.ts'

export const storeEveryMs = 30_000

type PendingProgress = { task: Task; storedAt: number; storedStatus: number | undefined }

export type Progress = ReturnType<typeof createProgress>

export function createProgress({ now, log }: { now: () => number; log: Log }) {
  const work = createBackgroundTasks(log)
  const boxes = new Map<string, Map<string, PendingProgress>>()
  const keyOf = (lang: Lang, devsn: string) => `${lang}/${devsn}`

  /** Handles a frame of a bound box; every frame except a task's own status is ignored. */
  function handle(realm: Realm, devsn: string, frame: FrameIn): void {
    if (frame.act !== downloadStatus.name || frame.code !== Code.ok) return
    const read = Task.safeParse(frame.data)
    if (!read.success) return
    const task = read.data
    const key = keyOf(realm.lang, devsn)
    const tasks = boxes.get(key) ?? new Map<string, PendingProgress>()
    boxes.set(key, tasks)
    const before = tasks.get(task.task_id)
    const isDue = before === undefined || before.storedStatus !== task.status || now() - before.storedAt >= storeEveryMs
    const kept = isDue ? { task, storedAt: now(), storedStatus: task.status } : { ...before, task }
    tasks.set(task.task_id, kept)
    if (isDue) store(realm, devsn, task)
  }

  function store(realm: Realm, devsn: string, task: Task): void {
    work.run(renewTask(realm.db, devsn, task), 'Progress could not be stored')
  }

  return {
    handle,
    /** The task with its latest progress. */
    latest: (lang: Lang, devsn: string, task: Task): Task => boxes.get(keyOf(lang, devsn))?.get(task.task_id)?.task ?? task,
    /** A report is newer than any progress received before it. */
    reported: (devsn: string, taskId: string) => langs.forEach((lang) => boxes.get(keyOf(lang, devsn))?.delete(taskId)),
    /** The box disconnected: its last progress is stored. */
    leave(realm: Realm, devsn: string): void {
      const key = keyOf(realm.lang, devsn)
      for (const { task } of boxes.get(key)?.values() ?? []) store(realm, devsn, task)
      boxes.delete(key)
    },
    settled: () => work.settled(),
  }
}
