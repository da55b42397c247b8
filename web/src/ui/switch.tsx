/** An on/off switch whose whole row is clickable. */
import type { ReactNode } from 'react'
import layoutStyles from './layout.module.css'
import styles from './switch.module.css'
import textStyles from './text.module.css'

type Props = { isOn: boolean; turn: (isOn: boolean) => void; isDisabled?: boolean; children: ReactNode }

export function Switch({ isOn, turn, isDisabled, children }: Props) {
  return (
    <label className={styles.row}>
      <span className={layoutStyles.grow}>{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={textStyles.visuallyHidden}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => turn(target.checked)}
      />
      <span className={styles.toggle} aria-hidden="true" />
    </label>
  )
}
