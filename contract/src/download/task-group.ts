/** The state of a download in the list, and its group in the order of the queue. */
import { TaskStatus, type Task, type TaskGroups, type taskStates } from './download.ts'

export type TaskState = (typeof taskStates)[number]

/** '' of a complete one that is not seeding. */
export function stateOf({ is_done, is_seeding, status, wait }: Task): TaskState {
  if (is_done) return is_seeding ? 'seeding' : ''
  if (status === TaskStatus.failed || status === TaskStatus.error) return 'failed'
  if (status !== TaskStatus.run) return 'stopped'
  return wait ? 'waiting' : 'running'
}

const waitsInQueue = ['queued', 'space', 'folder', 'schedule']

export function groupOf(task: Task): keyof TaskGroups {
  const state = stateOf(task)
  if (task.is_done) return 'done'
  if (state === 'failed') return 'failed'
  if (state === 'running' || (task.wait && !waitsInQueue.includes(task.wait.reason))) return 'progress'
  return 'waiting'
}
