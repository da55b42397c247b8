/** The round pad: four arrows and OK; swiping sends arrows. */
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { later } from '../../kit/time/clock.ts'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { createGesture, type Point, type Zone } from './gesture.ts'
import styles from './pad.module.css'
import { keys } from './remote-status.ts'
import { playbackText } from '../text.ts'

const turns = { right: 0, down: 90, left: 180, up: 270 } as const
const zones = { up: styles.up, down: styles.down, left: styles.left, right: styles.right }
const arrows = [
  { zone: 'up', icon: ChevronUp },
  { zone: 'down', icon: ChevronDown },
  { zone: 'left', icon: ChevronLeft },
  { zone: 'right', icon: ChevronRight },
] as const

export function Pad({ lit }: { lit: Zone | null }) {
  const words = useText(playbackText)
  const [touched, setTouched] = useState<Zone | null>(null)
  const [gesture] = useState(() => createGesture({ keys, later, show: setTouched }))
  const pad = useRef<HTMLDivElement>(null)
  const shown = touched ?? lit
  useEffect(() => () => gesture.cancel(), [gesture])

  function pointOf(event: PointerEvent): Point {
    const box = pad.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }
    return {
      x: ((event.clientX - box.left) / box.width) * 2 - 1,
      y: ((event.clientY - box.top) / box.height) * 2 - 1,
    }
  }
  function start(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    gesture.start(pointOf(event), event.pointerType === 'touch')
  }
  // screen readers and Enter click without a pointer
  const press = (zone: Zone) => (event: { detail: number }) => event.detail === 0 && keys.tap(zone)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a finger slides over its buttons; these do the same for a keyboard
    <div
      ref={pad}
      className={styles.pad}
      role="group"
      aria-label={words.pad}
      // keeps the focus: Enter stays OK, not the arrow touched last
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={start}
      onPointerMove={(event) => gesture.move(pointOf(event))}
      onPointerUp={() => gesture.end()}
      onPointerCancel={() => gesture.cancel()}
      onLostPointerCapture={() => gesture.cancel()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {shown && shown !== 'ok' && (
        <svg className={styles.wedge} viewBox="-150 -150 300 300" aria-hidden="true" style={{ rotate: `${turns[shown]}deg` }}>
          <path d="M0 0L106.066 -106.066A150 150 0 01106.066 106.066z" fill="var(--press)" />
        </svg>
      )}
      {arrows.map(({ zone, icon: Icon }) => (
        <button
          key={zone}
          type="button"
          className={classes(styles.zone, zones[zone])}
          aria-label={words[zone]}
          onClick={press(zone)}
        >
          <Icon size={30} strokeWidth={1.75} />
        </button>
      ))}
      <button type="button" className={classes(styles.ok, shown === 'ok' && styles.pressed)} onClick={press('ok')}>
        {words.ok}
      </button>
    </div>
  )
}
