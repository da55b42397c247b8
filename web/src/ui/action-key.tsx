/** One of several actions in a row: an icon above one word. */
import type { ReactNode } from 'react'
import styles from './action-key.module.css'

type Props = {
  icon: ReactNode
  caption: string
  /** What it does in full, with the caption in it. */
  label?: string
  /** Of one that stays pressed. */
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
