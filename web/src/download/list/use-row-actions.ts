/** The actions of a row's buttons, and the toasts where they fail. */
import type { Task } from '@homeport/contract/download/download.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { toast } from '../../ui/toast.tsx'
import { removeRow, startRow, stopRow, takeAside } from '../data.ts'
import { queueText } from '../queue/queue-text.ts'
import { lookAgain, orderTasks } from '../queue/queue-mutations.ts'
import { codeWord, refusedWord, downloadText } from '../text.ts'

export function useRowActions() {
  const words = useText(downloadText)
  const common = useText(commonText)
  const own = useText(queueText)
  const client = useQueryClient()
  const starting = useMutation(startRow(client))
  const stopping = useMutation(stopRow(client))
  const removing = useMutation(removeRow(client))
  const looking = useMutation(lookAgain(client))
  const ordering = useMutation(orderTasks(client))
  const failed = (word?: string) => ({
    onError(failure: Error) {
      if (!isFailure(failure, 'task')) return
      toast(word ? refusedWord(words, failure.code, word) : codeWord(words, failure.code, { data: failure.data }))
    },
  })
  const remove = (task: Task, files: 0 | 1, onSuccess?: () => void) =>
    removing.mutate({ task, files }, { ...failed(words.removeFailed), ...(onSuccess && { onSuccess }) })
  return {
    /** The toast where another act of a row fails. */
    failed,
    start: (task: Task) => starting.mutate(task, failed()),
    stop: (task: Task) => stopping.mutate(task, failed(words.stopFailed)),
    remove,
    /** Removed without a question; it can be undone until the toast goes. */
    discard(task: Task) {
      const bringBack = takeAside(client, task)
      toast(words.removed, { label: common.undo, run: bringBack, unused: () => remove(task, 1) })
    },
    lookAgain: (task: Task) => looking.mutate(task, failed()),
    first: (task: Task) => ordering.mutate({ ids: [task.task_id], to: 'first' }, failed(own.orderFailed)),
  }
}
