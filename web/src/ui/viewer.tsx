/** Full-screen picture viewer: pinch, drag, double tap, swipe to the next, swipe down to close; arrows, + and − on a keyboard. */
import { ChevronLeft, ChevronRight, Download, ImageOff, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import textStyles from './text.module.css'
import { usePictureZoom } from './use-picture-zoom.ts'
import styles from './viewer.module.css'
import type { Swiped } from './zoom.ts'
import { LineBreaks } from './lines.tsx'

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
  onClose: () => void
  save: (at: number) => void
  words: ViewerWords
}

const step = 1.5

export function Viewer({ pictures, at, show, onClose, save, words }: Props) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [shownAt, setShownAt] = useState(at)
  const { stage, image, isHeld, isLarge, transform, zoom, reset, handlers } = usePictureZoom(swipe)
  // the next picture starts unzoomed
  if (shownAt !== at) {
    setShownAt(at)
    reset()
  }
  const src = pictures[at] ?? ''
  const isLast = at >= pictures.length - 1

  function turn(by: 1 | -1) {
    if (pictures[at + by] !== undefined) show(at + by)
  }

  function swipe(to: Swiped) {
    if (to === 'close') onClose()
    if (to === 'next') turn(1)
    if (to === 'previous') turn(-1)
  }

  useKeys((key) => {
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
    if (key === '+' || key === '=') zoom(step)
    if (key === '-') zoom(1 / step)
    if (key === '0') reset()
    if (key === 'Escape') onClose()
  })

  return (
    <main className={styles.viewer}>
      <header className={styles.bar}>
        <IconButton label={words.close} onClick={onClose}>
          <X strokeWidth={1.75} />
        </IconButton>
        <h1 className={textStyles.numeric} aria-live="polite">
          {words.title(at + 1, pictures.length)}
        </h1>
        <IconButton label={words.save} onClick={() => save(at)} disabled={failed.has(src)}>
          <Download strokeWidth={1.75} />
        </IconButton>
      </header>
      <div className={classes(styles.stage, isHeld && styles.held)} ref={stage} {...handlers}>
        {failed.has(src) ? (
          <p className={styles.missing}>
            <ImageOff size={40} strokeWidth={1.5} aria-hidden="true" />
            <LineBreaks text={words.failed} />
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
            style={{ transform }}
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
        <IconButton label={words.smaller} onClick={() => zoom(1 / step)} disabled={!isLarge}>
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

function useKeys(onKey: (key: string) => void): void {
  const press = useEffectEvent(onKey)
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => press(key)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
