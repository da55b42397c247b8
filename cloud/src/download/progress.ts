/** Task progress, in memory between two reports; stored when a task's state changes, every 30 s, and when its box disconnects. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { createOneAtATimeByKey } from '@homeport/contract/kit/one-at-a-time.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { Task, downloadStatus, taskChanges } from '@homeport/contract/download/download.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { createBackgroundTasks } from '../kit/background-tasks.ts'
import type { MirroredBox } from '../connection/mirror/mirror-consumer.ts'
import { renewTask, renewTasks } from './store.ts'
import { listKeyOf } from './list-key.ts'

export const storeEveryMs = 30_000

/** isStored: it has been written as it is; listKey: as it was written last. */
type PendingProgress = { task: Task; storedAt: number; listKey: string; isStored: boolean }

export type Progress = ReturnType<typeof createProgress>

export function createProgress({ now, log }: { now: () => number; log: Log }) {
  const work = createBackgroundTasks(log)
  /** Writes of one box keep their order: on PostgreSQL two of them would run on two connections. */
  const inOrder = createOneAtATimeByKey()
  const boxes = new Map<string, Map<string, PendingProgress>>()
  const keyOf = (lang: Lang, devsn: string) => `${lang}/${devsn}`

  /** Handles a frame of a bound box; every frame except the state of its tasks is ignored. */
  function handle(realm: Realm, devsn: string, frame: FrameIn): void {
    for (const task of tasksIn(frame)) take(realm, devsn, task)
  }

  function take(realm: Realm, devsn: string, task: Task): void {
    const key = keyOf(realm.lang, devsn)
    const tasks = boxes.get(key) ?? new Map<string, PendingProgress>()
    boxes.set(key, tasks)
    const before = tasks.get(task.task_id)
    const listKey = listKeyOf(task)
    const isDue = before === undefined || before.listKey !== listKey || now() - before.storedAt >= storeEveryMs
    tasks.set(task.task_id, isDue ? { task, storedAt: now(), listKey, isStored: true } : { ...before, task, isStored: false })
    if (isDue) store(realm, devsn, task)
  }

  function store(realm: Realm, devsn: string, task: Task): void {
    work.run(
      inOrder(keyOf(realm.lang, devsn), () => renewTask(realm.db, devsn, task)),
      'Progress could not be stored',
    )
  }

  return {
    handle,
    /** The task with its latest progress. */
    latest: (lang: Lang, devsn: string, task: Task): Task => boxes.get(keyOf(lang, devsn))?.get(task.task_id)?.task ?? task,
    /** A report is newer than any progress received before it. */
    reported: (devsn: string, taskId: string) => langs.forEach((lang) => boxes.get(keyOf(lang, devsn))?.delete(taskId)),
    /** Stores what lies in memory only. */
    async store(realm: Realm, devsn: string): Promise<void> {
      const key = keyOf(realm.lang, devsn)
      const pending = [...(boxes.get(key)?.values() ?? [])].filter(({ isStored }) => !isStored)
      for (const one of pending) Object.assign(one, { isStored: true, storedAt: now() })
      const tasks = pending.map(({ task }) => task)
      await inOrder(key, () => renewTasks(realm.db, devsn, tasks))
    },
    /** Resolves once all progress received so far has been written: a report that is written after it is the newer one. */
    written: ({ lang, devsn }: MirroredBox): Promise<void> => inOrder(keyOf(lang, devsn), () => Promise.resolve()),
    /** The box disconnected: its last progress is stored. */
    leave(realm: Realm, devsn: string): void {
      const key = keyOf(realm.lang, devsn)
      for (const { task, isStored } of boxes.get(key)?.values() ?? []) if (!isStored) store(realm, devsn, task)
      boxes.delete(key)
    },
    settled: () => work.settled(),
  }
}

function tasksIn({ act, code, data }: FrameIn): Task[] {
  if (code !== Code.ok) return []
  if (act === downloadStatus.name) {
    const task = Task.safeParse(data)
    return task.success ? [task.data] : []
  }
  if (act !== taskChanges.name) return []
  const changes = taskChanges.output.safeParse(data)
  return changes.success ? changes.data.tasks : []
}
