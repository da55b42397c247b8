/** A warning on the device page: what is wrong, of what, and what to do about it. */
import type { ReactNode } from 'react'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import { WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from '../device.module.css'

type Props = { title: string; caption: ReactNode; children?: ReactNode }

export function WarningCard({ title, caption, children }: Props) {
  return (
    <section className={classes(cardStyles.card, layoutStyles.row, styles.warning)} role="status">
      <span className={textStyles.warning}>
        <WarnIcon />
      </span>
      <div className={layoutStyles.grow}>
        <h2 className={textStyles.label}>{title}</h2>
        <p className={classes(textStyles.caption, textStyles.numeric, styles.copyName)}>{caption}</p>
      </div>
      {children}
    </section>
  )
}
