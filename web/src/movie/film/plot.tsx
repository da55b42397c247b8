/** The plot: its first lines on a phone, the whole after More. */
import { useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { filmText } from '../film-text.ts'
import styles from './plot.module.css'

/** Give it a key: another film needs another one. */
export function Plot({ text, isShort = false }: { text: string; isShort?: boolean }) {
  const words = useText(filmText)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const box = paragraph.current
    if (!box || isOpen) return
    const measure = () => setCut(box.scrollHeight > box.clientHeight + 1)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    return () => watch.disconnect()
  }, [isOpen])
  if (text === '') return null
  return (
    <div className={classes(styles.plot, isShort && styles.short)}>
      <p ref={paragraph} className={classes(!isOpen && styles.clipped)}>
        {text}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={isOpen ? styles.less : styles.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.less : words.more}
        </button>
      )}
    </div>
  )
}
