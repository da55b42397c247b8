/** A slider for touch and arrow keys; a dragged value is committed on release. */
import { useState } from 'react'
import styles from './slider.module.css'

type Props = {
  label: string
  value: number
  max: number
  /** The step of an arrow key. */
  step: number
  /** The value as text. */
  words: (value: number) => string
  onSelect: (value: number) => void
  isDisabled?: boolean
  /** While it is dragged the value stands above the thumb. */
  bubble?: (value: number) => string
  /** Points shown on the track. */
  marks?: readonly number[]
  /** Called during a drag; null on release. */
  dragging?: (value: number | null) => void
}

export function Slider({ label, value, max, step, words, onSelect, isDisabled, dragging, bubble, marks = [] }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const shown = dragged ?? value
  const percent = max > 0 ? Math.min(100, (shown / max) * 100) : 0
  function drag(next: number | null) {
    setDragged(next)
    dragging?.(next)
  }
  function release() {
    if (dragged === null) return
    drag(null)
    onSelect(dragged)
  }
  return (
    <div className={styles.slider}>
      <div className={styles.track} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
        {marks.map((mark) => (
          <b key={mark} style={{ left: `${max > 0 ? (mark / max) * 100 : 0}%` }} />
        ))}
      </div>
      {bubble && dragged !== null && (
        <output className={styles.bubble} aria-hidden="true" style={{ left: `${percent}%` }}>
          {bubble(dragged)}
        </output>
      )}
      <input
        type="range"
        aria-label={label}
        aria-valuetext={words(shown)}
        min={0}
        max={Math.max(max, 1)}
        step={step}
        value={Math.min(shown, Math.max(max, 1))}
        disabled={isDisabled}
        onChange={(event) => drag(Number(event.target.value))}
        onPointerUp={release}
        onPointerCancel={() => drag(null)}
        onKeyUp={release}
        onBlur={release}
      />
      {!isDisabled && <span className={styles.knob} aria-hidden="true" style={{ left: `${percent}%` }} />}
    </div>
  )
}
