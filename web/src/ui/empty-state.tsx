/** Empty and failed states of a screen: an illustration, a sentence, an action; isPage if it is the whole page. */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Drawing } from './frame-drawing.tsx'
import styles from './empty-state.module.css'

type Props = { art: ReactNode; title: string; text?: string; children?: ReactNode; isNear?: boolean; isPage?: boolean }

export function EmptyState({ art, title, text, children, isNear, isPage }: Props) {
  return (
    <div className={classes(styles.emptyState, isNear && styles.near)}>
      <Drawing>{art}</Drawing>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
