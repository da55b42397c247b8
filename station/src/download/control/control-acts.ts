/** Handlers of the acts that rule and list downloads. */
import {
  taskChange,
  taskDetail,
  taskFilePriority,
  taskLookAgain,
  taskMany,
  taskMove,
  taskOrder,
  taskRecheck,
  taskRename,
  taskTrackers,
} from '@homeport/contract/download/task-control.ts'
import { taskChanges, taskQuery } from '@homeport/contract/download/download.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { TaskChange } from '../task/change/many-tasks.ts'
import type { Tasks } from '../task/tasks.ts'
import { pageOfTasks } from './task-page.ts'

/** The time for a change of the chosen files. */
const withinMs = 2_500

export function controlActs({ tasks }: { tasks: Tasks }): Handler[] {
  return [
    answer(taskOrder, async ({ task_ids, ...target }) => ({ changed: await tasks.order(task_ids, target) })),

    answer(taskChange, async ({ task_ids, down_limit_bytes, up_limit_bytes, ...rest }) => {
      const all = { ...rest, down_limit: down_limit_bytes, up_limit: up_limit_bytes }
      return { changed: await tasks.change(task_ids, given(all)) }
    }),

    answer(taskMove, async ({ task_ids, ...target }) => ({ changed: await tasks.move(task_ids, target) })),
    answer(taskRename, ({ task_id, name }) => tasks.rename(task_id, name)),
    // Pushed by the box; whoever asks for it gets what comes with the next push.
    answer(taskChanges, async () => ({ tasks: [], gone: [] })),
    answer(taskQuery, async (query) => {
      const { tasks: matching, counts } = await tasks.matching(query)
      return { ...(await pageOfTasks(matching, query)), counts }
    }),
    answer(taskDetail, ({ task_id }) => tasks.detail(task_id)),
    answer(taskLookAgain, ({ task_id }) => tasks.lookAgain(task_id)),
    answer(taskTrackers, ({ task_id, ...change }) => tasks.changeTrackers(task_id, change)),
    answer(taskRecheck, ({ task_id }) => tasks.recheck(task_id)),
    answer(taskFilePriority, ({ task_id, ...change }, { id }) => tasks.changeFiles(task_id, { ...change, id, withinMs })),
    answer(taskMany, (request) => tasks.many(request)),
  ]
}

/** The named fields only. */
function given(change: { [K in keyof TaskChange]: TaskChange[K] | undefined }): TaskChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
