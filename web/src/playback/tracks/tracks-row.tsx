/** A row of the sheet for subtitles and audio: one of several that are chosen by a tap. */
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import styles from './tracks.module.css'

type TrackRowProps = {
  isChosen: boolean
  onSelect: () => void
  name: string | undefined
  language?: string
  note?: string | undefined
  facts?: ReactNode
  isDisabled?: boolean
}

export function TrackRow({ isChosen, onSelect, name, language = '', note = '', facts = '', isDisabled = false }: TrackRowProps) {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-disabled={isDisabled || undefined}
      className={classes(styles.row, isChosen && styles.chosen, isDisabled && styles.disabled)}
      onClick={() => !isDisabled && !isChosen && onSelect()}
    >
      <span className={styles.name}>
        <span lang={language || undefined}>{name}</span>
        {note !== '' && <span className={textStyles.caption}>{note}</span>}
      </span>
      <span className={classes(textStyles.caption, textStyles.numeric)}>{facts}</span>
      <span className={styles.mark}>{isChosen && <Check size={22} strokeWidth={1.75} aria-hidden="true" />}</span>
    </button>
  )
}
