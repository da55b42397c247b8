/** Full-screen picture viewer: pinch, drag, double tap, swipe to the next, swipe down to close; arrows, + and − on a keyboard. */
import { ChevronLeft, ChevronRight, Download, ImageOff, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type WheelEvent } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import textStyles from './text.module.css'
import styles from './viewer.module.css'
import {
  fitted,
  isZoomed,
  moved,
  settled,
  swiped,
  toggledAt,
  whole,
  zoomedAt,
  type Point,
  type ZoomFrame,
  type View,
} from './zoom.ts'

export type ViewerWords = {
  /** 'Picture 2 of 5' */
  title: (at: number, of: number) => string
  close: string
  save: string
  previous: string
  next: string
  larger: string
  smaller: string
  failed: string
}

type Props = {
  /** URLs of the pictures, without duplicates. */
  pictures: readonly string[]
  at: number
  show: (at: number) => void
  close: () => void
  save: (at: number) => void
  words: ViewerWords
}

const doubleTapMs = 300
const tapPx = 12
const step = 1.5

type Tap = { at: Point; ms: number }

export function Viewer({ pictures, at, show, close, save, words }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const begun = useRef<Tap>({ at: { x: 0, y: 0 }, ms: 0 })
  const lastTap = useRef<Tap>({ at: { x: 0, y: 0 }, ms: -doubleTapMs })
  const [view, setView] = useState<View>(whole)
  const [drag, setDrag] = useState<Point | null>(null)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [isHeld, setHeld] = useState(false)
  const [shownAt, setShownAt] = useState(at)
  // the next picture starts unzoomed
  if (shownAt !== at) {
    setShownAt(at)
    setView(whole)
    setDrag(null)
  }
  const src = pictures[at] ?? ''
  const isLast = at >= pictures.length - 1

  function stageNow(): ZoomFrame {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    const { naturalWidth = 0, naturalHeight = 0 } = image.current ?? {}
    return { width, height, picture: fitted({ width: naturalWidth, height: naturalHeight }, { width, height }) }
  }

  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  function turn(by: 1 | -1) {
    if (pictures[at + by] !== undefined) show(at + by)
  }

  function zoom(part: number) {
    setView((now) => zoomedAt(now, { at: { x: 0, y: 0 }, scale: now.scale * part }, stageNow()))
  }

  function down(event: ReactPointerEvent<HTMLDivElement>) {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    setHeld(true)
    if (fingers.current.size === 1) begun.current = { at: point, ms: event.timeStamp }
    // a second finger turns a swipe into a pinch
    else setDrag(null)
  }

  function move(event: ReactPointerEvent<HTMLDivElement>) {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    const after = [...fingers.current.values()]
    if (after.length > 1 || isZoomed(view)) setView((now) => moved(now, before, after))
    else setDrag({ x: point.x - begun.current.at.x, y: point.y - begun.current.at.y })
  }

  function up(event: ReactPointerEvent<HTMLDivElement>) {
    if (!fingers.current.delete(event.pointerId)) return
    if (fingers.current.size > 0) return
    setHeld(false)
    const point = pointOf(event)
    const ms = event.timeStamp - begun.current.ms
    setDrag(null)
    setView((now) => settled(now, stageNow()))
    if (event.type === 'pointercancel') return
    if (isNear(point, begun.current.at)) return tap({ at: point, ms: event.timeStamp })
    if (!drag) return
    const what = swiped(drag, { width: stageNow().width, ms })
    if (what === 'close') close()
    if (what === 'next') turn(1)
    if (what === 'previous') turn(-1)
  }

  function tap(now: Tap) {
    const isSecond = now.ms - lastTap.current.ms < doubleTapMs && isNear(now.at, lastTap.current.at)
    if (isSecond) setView((before) => toggledAt(before, now.at, stageNow()))
    // a third tap starts over
    lastTap.current = isSecond ? { ...now, ms: -doubleTapMs } : now
  }

  function wheel(event: WheelEvent<HTMLDivElement>) {
    const point = pointOf(event)
    setView((now) => zoomedAt(now, { at: point, scale: now.scale * 2 ** (-event.deltaY / 400) }, stageNow()))
  }

  useEffect(() => {
    function key({ key: name }: KeyboardEvent) {
      if (name === 'ArrowLeft') turn(-1)
      if (name === 'ArrowRight') turn(1)
      if (name === '+' || name === '=') zoom(step)
      if (name === '-') zoom(1 / step)
      if (name === '0') setView(whole)
      if (name === 'Escape') close()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })

  const shiftX = view.x + (drag && Math.abs(drag.x) > Math.abs(drag.y) ? drag.x : 0)
  const shiftY = view.y + (drag && drag.y > Math.abs(drag.x) ? drag.y : 0)
  return (
    <main className={styles.viewer}>
      <header className={styles.bar}>
        <IconButton label={words.close} onClick={close}>
          <X strokeWidth={1.75} />
        </IconButton>
        <h1 className={textStyles.numeric} aria-live="polite">
          {words.title(at + 1, pictures.length)}
        </h1>
        <IconButton label={words.save} onClick={() => save(at)} disabled={failed.has(src)}>
          <Download strokeWidth={1.75} />
        </IconButton>
      </header>
      <div
        className={classes(styles.stage, isHeld && styles.held)}
        ref={stage}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onWheel={wheel}
      >
        {failed.has(src) ? (
          <p className={styles.missing}>
            <ImageOff size={40} strokeWidth={1.5} aria-hidden="true" />
            {words.failed}
          </p>
        ) : (
          <img
            key={src}
            ref={image}
            src={src}
            alt={words.title(at + 1, pictures.length)}
            draggable={false}
            decoding="async"
            onError={() => setFailed(new Set([...failed, src]))}
            style={{ transform: `translate3d(${shiftX}px, ${shiftY}px, 0) scale(${view.scale})` }}
          />
        )}
        {[at - 1, at + 1].map((near) => {
          const neighbour = pictures[near]
          // prefetches the neighbours
          return neighbour === undefined ? null : <link key={neighbour} rel="prefetch" as="image" href={neighbour} />
        })}
      </div>
      <footer className={styles.foot}>
        <IconButton label={words.previous} onClick={() => turn(-1)} disabled={at === 0}>
          <ChevronLeft strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.smaller} onClick={() => zoom(1 / step)} disabled={!isZoomed(view)}>
          <ZoomOut strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.larger} onClick={() => zoom(step)}>
          <ZoomIn strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.next} onClick={() => turn(1)} disabled={isLast}>
          <ChevronRight strokeWidth={1.75} />
        </IconButton>
      </footer>
    </main>
  )
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < tapPx
}
