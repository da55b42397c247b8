/** A single-line input with a label above and its error below. */
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { WarnIcon } from './icon.tsx'
import { OneLine } from './lines.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
  isCode?: boolean
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function Field({ label, error, hint, isCode, end, ...input }: Props) {
  const id = useId()
  const below = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={styles.group}>
      <label htmlFor={id}>{label}</label>
      <div className={classes(styles.field, error && styles.invalid, isCode && styles.code)}>
        <input id={id} aria-invalid={error ? true : undefined} aria-describedby={below} {...input} />
        {end}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {!error && hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} role="alert">
      <WarnIcon size={15} />
      <span>{typeof children === 'string' ? <OneLine text={children} /> : children}</span>
    </p>
  )
}
