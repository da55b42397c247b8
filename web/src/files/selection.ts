/** Which entries of the list are selected; null while one does not select. */
import { useState } from 'react'

export type Selected = ReadonlySet<string> | null

export function useSelection(keys: readonly string[]) {
  const [selected, setSelected] = useState<Selected>(null)
  const [last, setLast] = useState('')

  /** isRange: with all between it and the last one that was selected. */
  function toggle(key: string, isRange: boolean): void {
    const next = new Set(selected)
    const [from, to] = [keys.indexOf(last), keys.indexOf(key)].toSorted((a, b) => a - b)
    if (isRange && from !== undefined && to !== undefined && from >= 0) keys.slice(from, to + 1).forEach((one) => next.add(one))
    else if (next.has(key)) next.delete(key)
    else next.add(key)
    setLast(key)
    setSelected(next)
  }

  return {
    selected,
    toggle,
    begin: (key?: string) => {
      setLast(key ?? '')
      setSelected(new Set(key === undefined ? [] : [key]))
    },
    all: () => setSelected(new Set(selected?.size === keys.length ? [] : keys)),
    end: () => setSelected(null),
  }
}
