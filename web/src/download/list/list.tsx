/** The list of downloads: what can be done with its rows, and the sheets that open from them. The rows themselves are apart, so that scrolling draws nothing but rows. */
import type { Task } from '@homeport/contract/download/download.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { useStable } from '../../kit/use-stable.ts'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { videosOf } from '../data.ts'
import { QueueRows, type ListHandlers } from '../queue/queue-rows.tsx'
import { queueText } from '../queue/queue-text.ts'
import { orderTasks } from '../queue/queue-mutations.ts'
import { useDrag } from '../queue/use-drag.ts'
import type { Selection } from '../queue/use-selection.ts'
import type { TaskWindow } from '../queue/use-task-window.ts'
import { RowSheets, type Open, type Play } from './row-sheets.tsx'
import { useDoneAnnounced } from './use-done-announced.ts'
import { useRowActions } from './use-row-actions.ts'

type Props = {
  rows: Pick<TaskWindow, 'count' | 'heads' | 'itemAt' | 'inView' | 'setRange'>
  isOnline: boolean
  canOrder: boolean
  selection: Selection
  selectAll: () => void
  play?: Play | undefined
  openFilm?: ((movieId: string) => void) | undefined
}

export function DownloadList({ rows, isOnline, canOrder, selection, selectAll, play, openFilm }: Props) {
  const { inView } = rows
  const client = useQueryClient()
  const [open, show] = useState<Open>(null)
  const [announced, announce] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const actions = useRowActions()
  const order = useOrder(inView, announce)
  useDoneAnnounced(inView, announce)
  const { drag, begin } = useDrag({ list, taskOf: (id) => inView.find(({ task_id }) => task_id === id) }, ({ task, before }) =>
    order(task, before),
  )

  /** A single video plays at once; several open the videos sheet, which also explains why there is none. */
  async function playTask(task: Task) {
    const videos = await client.fetchQuery(videosOf(task)).catch(() => null)
    const [only, another] = videos?.paths ?? []
    if (only && !another && play) play(only, task)
    else show({ task, sheet: 'videos' })
  }
  const handlers = useStable<ListHandlers>({
    ...actions,
    play: (task) => void playTask(task),
    more: (task) => show({ task, sheet: 'actions' }),
    select: (task, isRange) => selection.toggle(task, { isRange, inView }),
    step: (task, by) => order(task, nextTo(inView, task, by)),
    drag: begin,
    end: selection.end,
    selectAll,
  })
  return (
    <>
      <QueueRows
        list={list}
        isSelecting={selection.isOn}
        chosen={selection.chosen}
        {...{ rows, isOnline, canOrder, drag, handlers }}
      />
      <p className={textStyles.visuallyHidden} role="status">
        {announced}
      </p>
      <RowSheets {...{ open, show, isOnline, play, openFilm }} {...actions} playTask={(task) => void playTask(task)} />
    </>
  )
}

/** The task before which one lies after a step; '' at the end. */
function nextTo(inView: readonly Task[], task: Task, by: -1 | 1): string {
  const queue = inView.filter(({ is_done }) => !is_done)
  const at = queue.findIndex(({ task_id }) => task_id === task.task_id)
  return queue[by === -1 ? Math.max(0, at - 1) : at + 2]?.task_id ?? ''
}

function useOrder(inView: readonly Task[], announce: (text: string) => void) {
  const words = useText(queueText)
  const ordering = useMutation(orderTasks(useQueryClient()))
  return (task: Task, before: string) => {
    if (before === task.task_id) return
    const rest = inView.filter((one) => !one.is_done && one.task_id !== task.task_id)
    const at = rest.findIndex(({ task_id }) => task_id === before)
    announce(words.moved(task.film?.title || task.name, (at < 0 ? rest.length : at) + 1))
    ordering.mutate(
      { ids: [task.task_id], to: before === '' ? 'last' : 'before', before },
      { onError: (failure) => isFailure(failure, 'task') && toast(words.orderFailed) },
    )
  }
}
