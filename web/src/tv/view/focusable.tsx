/** A button that has the browser's focus while the page's focus is on it, so that screen readers and remotes agree. */
import { useEffect, useRef, type ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'

type Props = {
  isFocused: boolean
  className: string | undefined
  label?: string
  onSelect: () => void
  children: ReactNode
}

export function Focusable({ isFocused, className, label, onSelect, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <button
      ref={button}
      type="button"
      tabIndex={isFocused ? 0 : -1}
      className={classes(className, isFocused && stageStyles.focus)}
      {...(label !== undefined && { 'aria-label': label })}
      onClick={onSelect}
    >
      {children}
    </button>
  )
}
