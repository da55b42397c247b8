/** Selects every task that the list shows, also those that are not loaded, as many as one act may name. */
import type { Device } from '@homeport/contract/device.ts'
import type { Task } from '@homeport/contract/download/download.ts'
import { maxTaskIds } from '@homeport/contract/download/task-control.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { toast } from '../../ui/toast.tsx'
import { listLimit, taskPage } from '../data.ts'
import type { ListFilter } from '../list-filter.ts'
import { queueText } from './queue-text.ts'
import type { Selection } from './use-selection.ts'

export function useSelectAll(device: Device, filter: ListFilter, { total, selection }: { total: number; selection: Selection }) {
  const words = useText(queueText)
  const client = useQueryClient()
  return async () => {
    const tasks: Task[] = []
    const most = Math.min(total, maxTaskIds)
    for (let page = 1; (page - 1) * listLimit < most; page += 1) {
      const answer = await client.fetchQuery(taskPage(device, filter, page)).catch(() => null)
      if (!answer) break
      for (const task of answer.data) tasks.push(task)
    }
    selection.set(tasks)
    if (total > maxTaskIds) toast(words.most(maxTaskIds))
  }
}
