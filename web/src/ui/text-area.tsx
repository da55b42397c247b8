/** A multi-line input that grows with its text; label above, character count and error below. */
import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import fieldStyles from './field.module.css'
import { FieldError } from './field.tsx'
import layoutStyles from './layout.module.css'
import styles from './text-area.module.css'
import textStyles from './text.module.css'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & {
  label: string
  error?: string | undefined
  /** Such as '35 / 2,000'. */
  count: string
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, error, count, ...input }: Props) {
  const id = useId()
  return (
    <div className={fieldStyles.group}>
      <label htmlFor={id}>{label}</label>
      <div className={classes(fieldStyles.field, styles.textArea, error && fieldStyles.invalid)}>
        <textarea
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-count` : `${id}-count`}
          {...input}
        />
      </div>
      <div className={styles.below}>
        <div className={layoutStyles.grow}>{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
        <span className={classes(textStyles.caption, textStyles.numeric)} id={`${id}-count`}>
          {count}
        </span>
      </div>
    </div>
  )
}
