/** Empty and failed states of a screen: an illustration, a sentence (a second line of the title is small below it), an action; isPage if it is the whole page. */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Drawing } from './frame-drawing.tsx'
import { linesOf } from './lines.tsx'
import styles from './empty-state.module.css'
import { Phrases } from './phrases.tsx'

type Props = { art: ReactNode; title: string; text?: string; children?: ReactNode; isNear?: boolean; isPage?: boolean }

export function EmptyState({ art, title, text, children, isNear, isPage }: Props) {
  const [sentence, literal] = linesOf(title)
  const heading = <Phrases text={sentence} />
  return (
    <div className={classes(styles.emptyState, isNear && styles.near)}>
      <Drawing>{art}</Drawing>
      {isPage ? <h1>{heading}</h1> : <h2>{heading}</h2>}
      {literal && <p className={styles.literal}>{literal}</p>}
      {text && (
        <p>
          <Phrases text={text} />
        </p>
      )}
      {children}
    </div>
  )
}
