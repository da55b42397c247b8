/** Toasts, one at a time, with an optional second line; hidden after 2 s, with an action after 10 s and not while hovered or focused, at once when the app is left while something waits for its end; the same text is not shown twice. */
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { observable, useObservable } from '../kit/observable.ts'
import { classes } from './classes.ts'
import { LineBreaks } from './lines.tsx'
import styles from './toast.module.css'

export const toastMs = 2_000
/** For a toast with an action: time enough to reach it. */
export const actionMs = 10_000

/** The link of a toast (label and address), or its button (label and what it does). unused: called when the toast goes without it. */
type Action = { label: string; href: string } | { label: string; run: () => void; unused?: () => void }
type Toast = { text: string; action: Action | undefined; id: number }
const shown = observable<Toast | null>(null)
let count = 0

export function toast(text: string, action?: Action): void {
  count += 1
  replace({ text, action, id: count })
}

const close = () => replace(null)

function replace(next: Toast | null): void {
  const action = shown.get()?.action
  shown.set(next)
  if (action && 'unused' in action) action.unused?.()
}

/** Beside the page: what is over a page hides it from screen readers as a whole, but nothing around a live region. */
export function Toasts() {
  const current = useObservable(shown)
  return createPortal(
    <output className={styles.toasts} aria-live="polite">
      {current && <Shown key={current.text} toast={current} />}
    </output>,
    document.body,
  )
}

function Shown({ toast }: { toast: Toast }) {
  const { text, action } = toast
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isHovered || isFocused
  useEffect(() => {
    if (isHeld) return
    const ms = toast.action ? actionMs : toastMs
    let timer = setTimeout(close, ms)
    // Tab: a keyboard user is on the way to the link.
    const wait = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab') return
      clearTimeout(timer)
      timer = setTimeout(close, ms)
    }
    addEventListener('keydown', wait)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', wait)
    }
  }, [toast, isHeld])
  const hasRest = action !== undefined && 'unused' in action
  useEffect(() => {
    if (!hasRest) return
    // The app is put away and may not come back: what waits for the end of the toast is done now.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') close()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [hasRest])
  if (!action)
    return (
      <span className={styles.toast}>
        <LineBreaks text={text} />
      </span>
    )
  return (
    <span
      className={classes(styles.toast, styles.withAction)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <LineBreaks text={text} />{' '}
      {'href' in action ? (
        <a href={action.href} onClick={close}>
          {action.label}
        </a>
      ) : (
        <button
          type="button"
          onClick={() => {
            shown.set(null)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </span>
  )
}
