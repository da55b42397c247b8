/** One page of the box's downloads, sorted, filtered and searched by the keys that the cloud stores in columns. */
import type { Task, TaskPage, TaskQuery } from '@homeport/contract/download/download.ts'
import {
  noTaskGroups,
  taskFieldsOf,
  taskOrders,
  taskTextsOf,
  turned,
  type TaskKeys,
  type TaskOrder,
} from '@homeport/contract/download/task-keys.ts'
import { groupOf } from '@homeport/contract/download/task-group.ts'
import { foldText, wordsOf } from '@homeport/contract/shape/list-keys/fold-text.ts'
import { inTurns, sortInTurns } from '../../kit/turns/in-turns.ts'

type Keyed = { task: Task; keys: TaskKeys & { task_id: string } }

/** tasks: of which is_done and category are as the query says. */
export async function pageOfTasks(tasks: readonly Task[], query: TaskQuery): Promise<Omit<TaskPage, 'counts'>> {
  const { page, limit, state, q, sort, is_up } = query
  const words = wordsOf(foldText(q))
  const hasTexts = sort === 'name' || words.length > 0
  const matching: Keyed[] = []
  for await (const task of inTurns(tasks)) {
    const fields = taskFieldsOf(task)
    if (state !== '' && fields.state !== state) continue
    const texts = hasTexts ? await taskTextsOf(task) : { words: '', name_key: '' }
    if (words.every((word) => texts.words.includes(word)))
      matching.push({ task, keys: { ...fields, ...texts, task_id: task.task_id } })
  }
  const groups = { ...noTaskGroups }
  for (const { task } of matching) groups[groupOf(task)] += 1
  const sorted = await sortInTurns(matching, (one, other) => compare(one, other, { orders: taskOrders[sort], is_up }))
  return {
    data: sorted.slice((page - 1) * limit, page * limit).map(({ task }) => task),
    total: matching.length,
    page,
    limit,
    groups,
  }
}

function compare(one: Keyed, other: Keyed, { orders, is_up }: { orders: readonly TaskOrder[]; is_up: boolean }): number {
  for (const order of orders) {
    const [a, b] = [one.keys[order.key], other.keys[order.key]]
    if (a === b) continue
    return a < b === (turned(order, is_up) === 'asc') ? -1 : 1
  }
  return 0
}
