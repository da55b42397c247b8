/** Mutations on one or many downloads: start, stop, retry, remove, priority, category, folder, order. */
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { taskChange, taskLookAgain, taskMany, taskMove, taskOrder } from '@homeport/contract/download/task-control.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { isFailure } from '../../kit/failure.ts'
import { send } from '../../kit/call/box-connection.ts'
import { optimistic, snapshot } from '../../kit/keep/optimistic.ts'
import { session } from '../../kit/session.ts'
import { keyOf, moveInPages, orderingKey, refreshTasks, show, takeOut } from '../task-cache.ts'
import { hide, unhide } from '../task-readings.ts'

type Status = (typeof TaskStatus)[keyof typeof TaskStatus]
export type ManyInput = { action: In<typeof taskMany.input>['action']; tasks: readonly Task[]; files?: 0 | 1 }

const takes = { takes: (failure: unknown) => isFailure(failure, 'task') }
const idsOf = (tasks: readonly Task[]) => tasks.map(({ task_id }) => task_id)
const snapshotOf = (client: QueryClient) => snapshot(client, keyOf(session.get().device?.devid ?? ''))

/** The chosen ones; what changes shows at once. */
export const ruleMany = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ action, tasks, files = 0 }: ManyInput) => send(taskMany, { action, task_ids: idsOf(tasks), files }),
    ...optimistic(({ action, tasks }: ManyInput) => {
      const restore = snapshotOf(client)
      if (action === 'remove') {
        tasks.forEach(({ task_id }) => hide(task_id))
        takeOut(client, idsOf(tasks))
        return (error) => {
          tasks.forEach(({ task_id }) => unhide(task_id))
          restore(error)
        }
      }
      if (action === 'start' || action === 'retry')
        show(
          client,
          tasks.map((task) => as(task, TaskStatus.run)),
        )
      if (action === 'stop')
        show(
          client,
          tasks.map((task) => as(task, TaskStatus.stop)),
        )
      return restore
    }),
    onSettled: () => refreshTasks(client),
    meta: takes,
  })

function as(task: Task, status: Status): Task {
  if (task.is_done || task.status === status) return task
  return { ...task, status, speed: '0K/S', speed_bytes: 0, wait: null, stall: null, reason: '', code: Code.ok }
}

/** All tasks in a state, wherever they are in the list. */
export const ruleAll = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ action, of }: { action: 'start' | 'stop' | 'retry'; of: 'all' | 'failed' }) => send(taskMany, { action, of }),
    onSettled: () => refreshTasks(client),
    meta: takes,
  })

export const changeTasks = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ tasks, ...change }: { tasks: readonly Task[]; priority?: number; category?: string }) =>
      send(taskChange, { task_ids: idsOf(tasks), ...change }),
    ...optimistic(({ tasks, ...change }: { tasks: readonly Task[]; priority?: number; category?: string }) => {
      const restore = snapshotOf(client)
      show(
        client,
        tasks.map((task) => ({ ...task, ...change })),
      )
      return restore
    }),
    onSettled: () => refreshTasks(client),
    meta: takes,
  })

export const moveTasks = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ tasks, folder_id }: { tasks: readonly Task[]; folder_id: string }) =>
      send(taskMove, { task_ids: idsOf(tasks), folder_id }),
    onSettled: () => refreshTasks(client),
    meta: takes,
  })

/** before: a task's id, '' for the end of the queue. */
export const orderTasks = (client: QueryClient) =>
  mutationOptions({
    mutationKey: orderingKey,
    mutationFn: ({ ids, to, before = '' }: { ids: readonly string[]; to: 'first' | 'last' | 'before'; before?: string }) =>
      send(taskOrder, { task_ids: [...ids], to, before }),
    // A list that was requested before would bring the old order back.
    ...optimistic(
      ({ ids, to, before = '' }: { ids: readonly string[]; to: 'first' | 'last' | 'before'; before?: string }) => {
        const restore = snapshotOf(client)
        if (to !== 'first') moveInPages(client, ids, to === 'last' ? '' : before)
        return restore
      },
      { client, queryKey: keyOf(session.get().device?.devid ?? '') },
    ),
    meta: takes,
  })

export const lookAgain = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (task: Task) => send(taskLookAgain, { task_id: task.task_id }),
    onSettled: () => refreshTasks(client),
    meta: takes,
  })
