/** The values of one habit, of which one is chosen. */
import { useId } from 'react'
import checkboxStyles from '../../ui/checkbox.module.css'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './habit-choices.module.css'

type Props = {
  label: string
  isHeadShown?: boolean
  values: readonly string[]
  chosen: string | undefined
  wordOf: (value: string) => string
  onSelect: (value: string) => void
  /** After any press, also of the value that is chosen. */
  chosenOnce?: () => void
}

export function HabitChoices({ label, isHeadShown = false, values, chosen, wordOf, onSelect, chosenOnce }: Props) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label}>
      {isHeadShown && <h3 className={styles.head}>{label}</h3>}
      {values.map((value) => (
        <label key={value} className={checkboxStyles.checkbox}>
          <input
            type="radio"
            name={name}
            className={textStyles.visuallyHidden}
            checked={chosen === value}
            onChange={() => onSelect(value)}
            onClick={chosenOnce}
          />
          <span className={layoutStyles.grow}>{wordOf(value)}</span>
          {chosen === value && <CheckIcon />}
        </label>
      ))}
    </div>
  )
}
