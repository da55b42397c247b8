/** A radio group in a sheet: one of several, each on its own line. The arrow keys go from one to the next (radio-keys.ts). */
import type { ReactNode } from 'react'
import styles from './choices.module.css'
import { classes } from './classes.ts'
import { CheckIcon } from './icon.tsx'
import layoutStyles from './layout.module.css'
import textStyles from './text.module.css'

/** chosen: null where none is. noteOf: a second, smaller line. isHeadShown: where the sheet has more than this group. */
type Props<K extends string> = {
  label: string
  isHeadShown?: boolean
  values: readonly K[]
  chosen: K | null | undefined
  labelOf: (value: K) => string
  noteOf?: (value: K) => ReactNode
  onSelect: (value: K) => void
}

export function Choices<K extends string>(props: Props<K>) {
  const { label, isHeadShown = false, values, chosen, labelOf, noteOf, onSelect } = props
  return (
    <div role="radiogroup" aria-label={label}>
      {isHeadShown && <h3 className={styles.head}>{label}</h3>}
      {values.map((value) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === chosen}
          className={styles.choice}
          onClick={() => onSelect(value)}
        >
          <span className={layoutStyles.grow}>
            {labelOf(value)}
            {noteOf && <span className={classes(textStyles.caption, layoutStyles.block)}>{noteOf(value)}</span>}
          </span>
          {value === chosen && <CheckIcon size={22} />}
        </button>
      ))}
    </div>
  )
}
