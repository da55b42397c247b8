/** Queries and mutations of one download's page. */
import type { Device } from '@homeport/contract/device.ts'
import { downloadStatus, type Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { pollMs } from '@homeport/contract/kit/connection.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { taskDetail } from '@homeport/contract/download/task-control.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { isFailure } from '../../kit/failure.ts'
import { send } from '../../kit/call/box-connection.ts'
import { keyOf, pagesKeyOf, refreshTasks, taskKeyOf, type TaskPage } from '../task-cache.ts'
import { shown } from '../task-readings.ts'

const detailEveryMs = 5_000

/** The task as the box tells it; from the loaded list until then, and while the box is off. null: the box has none of this id. */
export const taskOf = (client: QueryClient, device: Device, taskId: string) =>
  queryOptions({
    queryKey: taskKeyOf(device.devid, taskId),
    async queryFn(): Promise<Task | null> {
      const url = inLists(client, device, taskId)?.url ?? ''
      try {
        return shown(await send(downloadStatus, { url, task_id: taskId }))
      } catch (error) {
        if (isFailure(error, 'task') && error.code === TaskCode.notCreated) return null
        throw error
      }
    },
    initialData: () => inLists(client, device, taskId),
    initialDataUpdatedAt: 0,
    enabled: device.online === 1,
    refetchInterval: pollMs,
    retry: false,
    meta: { isQuiet: true },
  })

function inLists(client: QueryClient, device: Device, taskId: string): Task | undefined {
  const pages = client.getQueriesData<TaskPage>({ queryKey: pagesKeyOf(device.devid) })
  return pages.flatMap(([, page]) => page?.data ?? []).find(({ task_id }) => task_id === taskId)
}

export const detailOf = (device: Device, taskId: string) =>
  queryOptions({
    queryKey: [...keyOf(device.devid), 'detail', taskId],
    queryFn: () => send(taskDetail, { task_id: taskId }),
    enabled: device.online === 1,
    refetchInterval: detailEveryMs,
    retry: false,
    meta: { isQuiet: true },
  })

/** One act on the task; what it changed is read again. */
export const doTask = <I extends Shape, O extends Shape>(client: QueryClient, act: Act<I, O>) =>
  mutationOptions({
    mutationFn: (input: In<I>) => send(act, input),
    onSettled: () => refreshTasks(client),
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })
