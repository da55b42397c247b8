/** One short word at a time, gone after 2 s; the same word twice is said once. */
import { useEffect } from 'react'
import { cell, useCell } from '../kit/cell.ts'

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
          {current.text}
        </span>
      )}
    </output>
  )
}
