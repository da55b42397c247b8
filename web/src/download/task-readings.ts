/**
 * The latest state of each running download. Pushes, polls and lists arrive out of order: a reading that was requested earlier never overwrites a newer
 * one. Progress is stored per device by url (spec 4), so that a list shows it before the box answers.
 */
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { storageKeys, type CachedProgress } from '../kit/storage.ts'
import { session } from '../kit/session.ts'

type TaskReading = { task: Task; at: number }

const readings = new Map<string, TaskReading>()
/** Tasks with a pending start or stop: older readings do not undo the tap. */
const tapped = new Map<string, Task>()
/** Removed tasks, also pending: later readings do not add a row again. */
const hidden = new Set<string>()
const saveEveryMs = 5_000
const listBehindMs = 35_000
let savedAt = 0

export function clearReadings(): void {
  readings.clear()
  tapped.clear()
  hidden.clear()
}

/** Stores a reading; false if a newer one is known. */
export function takeReading(task: Task, askedAt: number, now: number): boolean {
  if (hidden.has(task.task_id)) return false
  const existing = readings.get(task.task_id)
  if (existing && existing.at > askedAt) return false
  readings.set(task.task_id, { task, at: now })
  if (task.old_task_id) readings.delete(task.old_task_id)
  remember(now)
  return true
}

/** The list requested at `askedAt`, overlaid with newer readings and pending taps. */
export function withReadings(tasks: Task[], askedAt: number): Task[] {
  const seen = seenOf()
  return tasks
    .filter((task) => !hidden.has(task.task_id))
    .map((task) => {
      const existing = readings.get(task.task_id)
      if (existing && (existing.at > askedAt || isAhead(existing, task, askedAt))) return shown(existing.task)
      return shown(existing ? task : resumed(task, seen[task.url]))
    })
}

/** The cloud stores progress every 30 s only, and another of its processes may have the rest: a list is behind by so much at most. */
function isAhead({ task, at }: TaskReading, listed: Task, askedAt: number): boolean {
  const isSame = task.status === listed.status && task.status === TaskStatus.run
  return isSame && task.down_size > listed.down_size && askedAt - at < listBehindMs
}

/** The state that a row shows: the pending tap, if any. */
export function shown(task: Task): Task {
  const expected = tapped.get(task.task_id)
  return expected
    ? {
        ...task,
        status: expected.status,
        speed_bytes: expected.speed_bytes,
        speed: expected.speed,
        code: expected.code,
        reason: expected.reason,
        wait: expected.wait,
      }
    : task
}

export function hide(taskId: string): void {
  hidden.add(taskId)
  readings.delete(taskId)
}

export function unhide(taskId: string): void {
  hidden.delete(taskId)
}

export function beginTap(task: Task): void {
  tapped.set(task.task_id, task)
}

export function endTap(taskId: string): void {
  tapped.delete(taskId)
}

/** The mirror stores progress every 30 s only; this browser may have seen a later value. */
function resumed(task: Task, seen: CachedProgress | undefined): Task {
  if (
    !seen ||
    seen.task_id !== task.task_id ||
    task.is_done ||
    task.status !== TaskStatus.run ||
    seen.down_size <= task.down_size
  )
    return task
  return { ...task, progress: seen.progress, down_size: seen.down_size }
}

function seenOf(): Record<string, CachedProgress> {
  const { lang, device } = session.get()
  return (device && storageKeys.realm(lang, 'cacheProgress').get()?.[device.devsn]) ?? {}
}

function remember(now: number): void {
  const { lang, device } = session.get()
  if (!device || now - savedAt < saveEveryMs) return
  savedAt = now
  const running = [...readings.values()].filter(({ task }) => !task.is_done)
  const seen = running.map(({ task, at }): [string, CachedProgress] => [
    task.url,
    { task_id: task.task_id, progress: task.progress, down_size: task.down_size, at },
  ])
  const all = storageKeys.realm(lang, 'cacheProgress').get() ?? {}
  storageKeys.realm(lang, 'cacheProgress').set({ ...all, [device.devsn]: Object.fromEntries(seen) })
}
