/** A button that has the browser's focus while the page's focus is on it, so that screen readers and remotes agree. */
import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  isFocused: boolean
  className: string
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
      className={isFocused ? `${className} focus` : className}
      {...(label !== undefined && { 'aria-label': label })}
      onClick={onSelect}
    >
      {children}
    </button>
  )
}
