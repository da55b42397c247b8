/** A phone number field with an area code select. */
import { ChevronDown, X } from 'lucide-react'
import { useId, useMemo, type InputHTMLAttributes, type Ref, type SelectHTMLAttributes } from 'react'
import { useLang, useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import textStyles from '../../ui/text.module.css'
import { areasIn } from './area-codes.ts'
import { codeText } from './code-text.ts'
import styles from './phone-field.module.css'

type Props = {
  label: string
  /** The chosen area code. */
  area: string
  error?: string | undefined
  areaInput: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }
  phoneInput: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }
  /** Clears the number; undefined while it is empty. */
  clear?: (() => void) | undefined
}

export function PhoneField({ label, area, error, areaInput, phoneInput, clear }: Props) {
  const words = useText(codeText)
  const lang = useLang()
  const areas = useMemo(() => areasIn(lang), [lang])
  const id = useId()
  return (
    <div className={fieldStyles.group}>
      <label htmlFor={id}>{label}</label>
      <div className={classes(fieldStyles.field, styles.phone, error && fieldStyles.invalid)}>
        <span className={styles.area}>
          <span className={textStyles.numeric} aria-hidden="true">
            +{area}
          </span>
          <ChevronDown size={16} strokeWidth={1.75} />
          <select aria-label={words.areaCode} {...areaInput}>
            {areas.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} +{code}
              </option>
            ))}
          </select>
        </span>
        <input
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={24}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...phoneInput}
        />
        {clear && (
          <IconButton label={words.clear} onClick={clear}>
            <X size={20} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
