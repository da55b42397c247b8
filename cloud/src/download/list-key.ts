/** The fields of a task that change its place in the list. */
import type { Task } from '@homeport/contract/download/download.ts'
import { groupOf, stateOf } from '@homeport/contract/download/task-group.ts'

/** Its progress and speed are left out: they change all the time. */
export function listKeyOf(task: Task): string {
  return [
    task.status,
    task.is_done,
    stateOf(task),
    groupOf(task),
    task.order,
    task.wait?.place,
    task.category,
    task.name,
    task.film?.title,
  ].join('\n')
}
