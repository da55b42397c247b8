/** An offline map without an API key: pan, pinch, wheel, or arrow keys, + and −. */
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type WheelEvent,
} from 'react'
import { useLang, useText } from '../kit/lang.ts'
import { LoadFailed } from '../shared/query-list.tsx'
import { IconButton } from '../ui/button.tsx'
import { atlas } from './atlas.ts'
import { paint, type Ink } from './paint.ts'
import { leastZoom, panBy, zoomedTo, type At, type MapView, type Spot } from './projection.ts'
import { placeText } from './text.ts'
import { watchTheme } from './watch-theme.ts'
import styles from './world-map.module.css'

const arrowPx = 60

type Props = {
  view: MapView
  /** The pin's position. */
  pin: At
  onMove: (next: MapView) => void
  /** Rendered at the centre over the map: the pin. */
  children?: ReactNode
}

export function WorldMap({ view: requested, pin, onMove, children }: Props) {
  const words = useText(placeText)
  const lang = useLang()
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, Spot>())
  const [size, setSize] = useState({ width: 0, height: 0 })
  const { data: world, isLoadingError, refetch } = useQuery(atlas())
  const { lat, lon } = requested
  const scale = Math.max(requested.zoom, leastZoom(size))
  const view = useMemo(() => ({ lat, lon, zoom: scale }), [lat, lon, scale])

  const { lat: pinLat, lon: pinLon } = pin

  const measure = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined
    const observer = new ResizeObserver(() => setSize({ width: node.clientWidth, height: node.clientHeight }))
    observer.observe(node)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const paper = canvas.current
    const drawing = paper?.getContext('2d')
    if (!paper || !drawing || !world || size.width === 0) return undefined
    const sharpness = Math.min(devicePixelRatio, 2)
    paper.width = size.width * sharpness
    paper.height = size.height * sharpness
    drawing.scale(sharpness, sharpness)
    const draw = () => paint(drawing, world, { view, size, ink: inkOf(paper), lang, pin: { lat: pinLat, lon: pinLon } })
    draw()
    return watchTheme(draw)
  }, [view, size, world, lang, pinLat, pinLon])

  const middle = { x: size.width / 2, y: size.height / 2 }
  const zoom = (by: number, at: Spot = middle) => onMove(zoomedTo(view, { zoom: view.zoom + by, at }, size))

  function spotAt({ clientX, clientY }: { clientX: number; clientY: number }): Spot {
    const { left = 0, top = 0 } = canvas.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }

  function down(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, spotAt(event))
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    const old = fingers.current.get(event.pointerId)
    if (!old) return
    const spot = spotAt(event)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, spot)
    if (!other) return onMove(panBy(view, { x: spot.x - old.x, y: spot.y - old.y }))
    const grown = Math.hypot(spot.x - other.x, spot.y - other.y) / Math.max(1, Math.hypot(old.x - other.x, old.y - other.y))
    const between = { x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 }
    const half = { x: (spot.x - old.x) / 2, y: (spot.y - old.y) / 2 }
    onMove(zoomedTo(panBy(view, half), { zoom: view.zoom + Math.log2(grown), at: between }, size))
  }

  function up(event: PointerEvent<HTMLDivElement>) {
    fingers.current.delete(event.pointerId)
  }

  function wheel(event: WheelEvent<HTMLDivElement>) {
    zoom(-event.deltaY / 300, spotAt(event))
  }

  function key(event: KeyboardEvent) {
    const steps: Record<string, Spot> = {
      ArrowLeft: { x: arrowPx, y: 0 },
      ArrowRight: { x: -arrowPx, y: 0 },
      ArrowUp: { x: 0, y: arrowPx },
      ArrowDown: { x: 0, y: -arrowPx },
    }
    const step = steps[event.key]
    const larger = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0
    if (!step && larger === 0) return
    event.preventDefault()
    if (step) onMove(panBy(view, step))
    else zoom(larger)
  }

  return (
    <div className={styles.map} ref={measure}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a map is dragged; plus, minus and arrows do the same for a keyboard */}
      <div
        className={styles.ground}
        role="application"
        aria-label={words.map}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows move it, so that the keyboard must reach it
        tabIndex={0}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onWheel={wheel}
        onKeyDown={key}
      >
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} />
      </div>
      {isLoadingError ? <LoadFailed onRetry={() => void refetch()} /> : children}
      <div className={styles.zoom}>
        <IconButton label={words.larger} onClick={() => zoom(1)}>
          <Plus strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.smaller} onClick={() => zoom(-1)}>
          <Minus strokeWidth={1.75} />
        </IconButton>
      </div>
      <p className={styles.source}>{words.source}</p>
    </div>
  )
}

/** The colours of the current theme. */
function inkOf(node: Element): Ink {
  const style = getComputedStyle(node)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    sea: of('--well'),
    land: of('--surface'),
    border: of('--line-strong'),
    dot: of('--ink-tertiary'),
    name: of('--ink'),
    halo: of('--surface'),
    font: of('--sans') || 'sans-serif',
  }
}
