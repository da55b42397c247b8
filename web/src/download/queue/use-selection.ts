/** Which downloads are selected: by tap, from one to another with Shift, all with a. Back ends it. */
import type { Task } from '@homeport/contract/download/download.ts'
import { maxTaskIds } from '@homeport/contract/download/task-control.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLayer } from '../../ui/layer.ts'

export type Selection = ReturnType<typeof useSelection>

const none: ReadonlyMap<string, Task> = new Map()

export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Task>>(none)
  const [isOn, setOn] = useState(false)
  const last = useRef('')
  const end = useCallback(() => {
    setOn(false)
    setChosen(none)
  }, [])
  useLayer(isOn, end)

  const set = useCallback((next: Iterable<Task>) => {
    setOn(true)
    setChosen(new Map([...next].slice(0, maxTaskIds).map((task) => [task.task_id, task])))
  }, [])

  /** inView: the rows in their order; isRange: all from the last one to this. */
  const toggle = useCallback((task: Task, { isRange, inView }: { isRange: boolean; inView: readonly Task[] }) => {
    setOn(true)
    setChosen((before) => {
      const next = new Map(before)
      const from = inView.findIndex(({ task_id }) => task_id === last.current)
      const to = inView.findIndex(({ task_id }) => task_id === task.task_id)
      if (isRange && from >= 0 && to >= 0)
        for (const one of inView.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(one.task_id, one)
      else if (!next.delete(task.task_id)) next.set(task.task_id, task)
      last.current = task.task_id
      return next.size > maxTaskIds ? before : next
    })
  }, [])

  return useMemo(
    () => ({ isOn, chosen, tasks: [...chosen.values()], begin: () => setOn(true), end, set, toggle }),
    [isOn, chosen, end, set, toggle],
  )
}
