/** One of the large link cards of the device tab. */
import type { ReactNode } from 'react'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import quickCardStyles from '../ui/quick-card.module.css'
import textStyles from '../ui/text.module.css'

export function QuickCard({ icon, title, text, href }: { icon: ReactNode; title: string; text: string; href: string }) {
  return (
    <a className={classes(cardStyles.card, quickCardStyles.card)} href={href}>
      {icon}
      <h2 className={textStyles.label}>{title}</h2>
      <p className={classes(textStyles.secondary, textStyles.oneLine)}>{text}</p>
    </a>
  )
}
