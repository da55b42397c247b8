/** One of several actions in a row: an icon above one word. */
import type { ReactNode } from 'react'
import styles from './action-key.module.css'

type Props = {
  icon: ReactNode
  caption: string
  /** The full name of the action, with the caption in it. */
  label?: string
  /** True while a button that stays pressed is on. */
  isOn?: boolean
  disabled?: boolean
  onClick: () => void
}

export function ActionKey({ icon, caption, label, isOn, disabled, onClick }: Props) {
  return (
    <button type="button" className={styles.key} aria-label={label} aria-pressed={isOn} disabled={disabled} onClick={onClick}>
      {icon}
      <span>{caption}</span>
    </button>
  )
}
