/** The cloud's answer to a request for the list of downloads, from all tasks of a box: sorted by the queue, filtered, by pages. */
import type { Task } from '@homeport/contract/download/download.ts'
import { groupOf } from '@homeport/contract/download/task-group.ts'
import { ok } from './server.ts'

const ranks = { failed: 0, progress: 1, waiting: 2, done: 3 }
const nobody = { failed: 0, progress: 0, waiting: 0, done: 0 }

export function listed(tasks: readonly Task[], input: Record<string, string>, stale_at: number | null = null) {
  const { is_done, q = '', category = '' } = input
  const [page, limit] = [Number(input['page'] ?? 1), Number(input['limit'] ?? 99)]
  const matching = tasks
    .filter((task) => is_done === undefined || task.is_done === (is_done === '1'))
    .filter((task) => task.name.toLowerCase().includes(q.toLowerCase()) && (category === '' || task.category === category))
    .toSorted((one, other) => ranks[groupOf(one)] - ranks[groupOf(other)] || one.order - other.order)
  const groups = { ...nobody }
  for (const task of matching) groups[groupOf(task)] += 1
  const done = tasks.filter((task) => task.is_done).length
  return ok({
    data: matching.slice((page - 1) * limit, page * limit),
    total: matching.length,
    page,
    limit,
    counts: { all: tasks.length, progress: tasks.length - done, done },
    groups,
    stale_at,
  })
}
