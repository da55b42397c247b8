/** One short sentence at a time, with a second line where it has one; gone after 2 s; the same one twice is said once. */
import { useEffect } from 'react'
import { cell, useCell } from '../kit/cell.ts'
import { Lines } from './lines.tsx'

export const toastMs = 2_000

type Toast = { text: string; id: number }
const shown = cell<Toast | null>(null)
let count = 0

export function toast(text: string): void {
  count += 1
  shown.set({ text, id: count })
}

export function Toasts() {
  const current = useCell(shown)
  useEffect(() => {
    if (!current) return
    const timer = setTimeout(() => shown.set(null), toastMs)
    return () => clearTimeout(timer)
  }, [current])
  return (
    <output className="toasts" aria-live="polite">
      {current && (
        <span className="toast" key={current.text}>
          <Lines text={current.text} />
        </span>
      )}
    </output>
  )
}
