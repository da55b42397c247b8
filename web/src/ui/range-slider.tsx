/** A range between two thumbs, for touch and arrow keys; a dragged thumb is committed on release. */
import { useState } from 'react'
import styles from './range-slider.module.css'

export type Range = { from: number; to: number }

type Props = {
  min: number
  max: number
  value: Range
  labels: { from: string; to: string }
  onSelect: (range: Range) => void
  /** With each movement of a thumb; null on release. */
  dragging?: (range: Range | null) => void
}

export function RangeSlider({ min, max, value, labels, onSelect, dragging }: Props) {
  const [dragged, setDragged] = useState<Range | null>(null)
  const { from, to } = dragged ?? value
  const percent = (of: number) => (max > min ? ((of - min) / (max - min)) * 100 : 0)

  function drag(next: Range | null) {
    setDragged(next)
    dragging?.(next)
  }
  function release() {
    if (!dragged) return
    drag(null)
    onSelect(dragged)
  }
  const thumb = (name: 'from' | 'to', of: number, set: (next: number) => Range) => (
    <>
      <input
        type="range"
        aria-label={labels[name]}
        min={min}
        max={max}
        value={of}
        onChange={({ target }) => drag(set(Number(target.value)))}
        onPointerUp={release}
        onPointerCancel={() => drag(null)}
        onKeyUp={release}
        onBlur={release}
      />
      <span className={styles.knob} aria-hidden="true" style={{ left: `${percent(of)}%` }} />
    </>
  )
  return (
    <div className={styles.range}>
      <div className={styles.track} aria-hidden="true">
        <i style={{ left: `${percent(from)}%`, right: `${100 - percent(to)}%` }} />
      </div>
      {thumb('from', from, (next) => ({ from: Math.min(next, to), to }))}
      {thumb('to', to, (next) => ({ from, to: Math.max(next, from) }))}
    </div>
  )
}
