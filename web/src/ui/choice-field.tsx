/** A button styled as a field, whose value is chosen elsewhere. */
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import styles from './choice-field.module.css'
import { classes } from './classes.ts'
import fieldStyles from './field.module.css'
import { FieldError } from './field.tsx'
import layoutStyles from './layout.module.css'
import textStyles from './text.module.css'

type Props = { label: string; value: string; placeholder: string; error?: string | undefined; open: () => void }

export function ChoiceField({ label, value, placeholder, error, open }: Props) {
  const id = useId()
  return (
    <div className={fieldStyles.group}>
      <span className={fieldStyles.label} id={id}>
        {label}
      </span>
      <button
        type="button"
        className={classes(fieldStyles.field, styles.choice, error && fieldStyles.invalid)}
        aria-labelledby={`${id} ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        data-invalid={error ? true : undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span id={`${id}-value`} className={classes(layoutStyles.grow, textStyles.oneLine, value === '' && styles.empty)}>
          {value || placeholder}
        </span>
        <ChevronRight size={20} strokeWidth={1.75} />
      </button>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
