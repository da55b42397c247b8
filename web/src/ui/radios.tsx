/** A radio group of a few choices in a row, with the browser's arrow keys. */
import { useId } from 'react'
import { classes } from './classes.ts'
import fieldStyles from './field.module.css'
import styles from './radios.module.css'
import segmentsStyles from './segments.module.css'
import textStyles from './text.module.css'

type Props<K extends string> = { label: string; choices: { key: K; label: string }[]; chosen: K; onSelect: (key: K) => void }

export function Radios<K extends string>({ label, choices, chosen, onSelect }: Props<K>) {
  const id = useId()
  return (
    <div className={classes(fieldStyles.group, styles.radios)} role="radiogroup" aria-labelledby={id}>
      <span className={fieldStyles.label} id={id}>
        {label}
      </span>
      <div className={segmentsStyles.segments}>
        {choices.map((one) => (
          <label key={one.key}>
            <input
              type="radio"
              className={textStyles.visuallyHidden}
              name={id}
              checked={one.key === chosen}
              onChange={() => onSelect(one.key)}
            />
            {one.label}
          </label>
        ))}
      </div>
    </div>
  )
}
