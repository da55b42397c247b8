/** A short code with one cell per digit: a single input covers them, so that paste, autofill and screen readers work. */
import { useEffect, type RefObject } from 'react'
import { classes } from './classes.ts'
import styles from './code-cells.module.css'
import { FieldError } from './field.tsx'

type Props = {
  label: string
  length: number
  value: string
  /** Digits only, at most `length` of them. */
  type: (value: string) => void
  isBusy: boolean
  error: string
  field: RefObject<HTMLInputElement | null>
  /** Takes the focus when mounted. */
  isFocused: boolean
  /** Shows where the code will be typed, while there is none yet. */
  isDisabled?: boolean
}

export function CodeCells({ label, length, value, type, isBusy, error, field, isFocused, isDisabled = false }: Props) {
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [field, isFocused])
  return (
    <div className={styles.group}>
      <div
        className={classes(styles.cells, error && styles.invalid, isDisabled && styles.disabled)}
        style={{ gridTemplateColumns: `repeat(${length}, 1fr)` }}
      >
        {Array.from({ length }, (_, at) => (
          <span
            key={at}
            className={classes(styles.cell, at === Math.min(value.length, length - 1) && styles.next)}
            aria-hidden="true"
          >
            {value[at] ?? <i />}
          </span>
        ))}
        <input
          ref={field}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={length}
          value={value}
          readOnly={isBusy}
          disabled={isDisabled}
          onChange={(event) => type(event.target.value.replace(/\D/g, '').slice(0, length))}
        />
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
