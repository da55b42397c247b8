/** Another choice of files for a download that the box has; a finished one keeps the files that it has. */
import { TaskStatus, type Task, type TorrentInfo } from '@homeport/contract/download/download.ts'
import { selectionMaxLength } from '@homeport/contract/shape/selection.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../kit/text/failure-text.ts'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { toast } from '../../ui/toast.tsx'
import { filesOf, refreshTasks, start } from '../data.ts'
import { fileChoiceText } from './file-choice-text.ts'
import { noFiles, selectedIn, selectionFrom, withFiles, type ChosenFiles } from '../chosen-files.ts'
import { codeWord, downloadText } from '../text.ts'

/** chosen: null while nothing is being chosen. */
export function useMoreFiles(task: Task | null, info: TorrentInfo | undefined, close: () => void) {
  const words = useText(downloadText)
  const own = useText(fileChoiceText)
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ChosenFiles | null>(null)
  const sending = useMutation({ mutationFn: start })
  const present = task?.status === TaskStatus.done ? (info?.sub_fileinfo.filter((file) => file.is_selected) ?? []) : []

  function leave() {
    setChosen(null)
    close()
  }

  function send() {
    const select = selectionFrom(chosen ?? noFiles)
    if (select.length > selectionMaxLength) return toast(own.tooManyParts)
    sending.mutate(
      { task_id: task?.task_id ?? '', select },
      {
        onSuccess() {
          void client.invalidateQueries({ queryKey: filesOf(task).queryKey })
          refreshTasks(client)
          leave()
        },
        onError(failure) {
          if (isFailure(failure, 'task')) toast(codeWord(words, failure.code, { data: failure.data }))
          else toast(isFailure(failure) ? failureText(failure) : words.unknownError)
        },
      },
    )
  }

  return {
    chosen,
    begin: () => setChosen(selectedIn(info)),
    choose: (next: ChosenFiles) => setChosen(withFiles(next, present, true)),
    send,
    leave,
    isSending: sending.isPending,
  }
}
