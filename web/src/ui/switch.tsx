/** An on/off switch whose whole row is clickable. */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import layoutStyles from './layout.module.css'
import listStyles from './list.module.css'
import styles from './switch.module.css'
import textStyles from './text.module.css'

/** icon: as a row of a grouped list. */
type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
  icon?: ReactNode
  children: ReactNode
}

export function Switch({ isOn, onChange, isDisabled, icon, children }: Props) {
  return (
    <label className={icon ? classes(listStyles.row, styles.listed) : styles.row}>
      {icon}
      <span className={layoutStyles.grow}>{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={textStyles.visuallyHidden}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles.toggle} aria-hidden="true" />
    </label>
  )
}
