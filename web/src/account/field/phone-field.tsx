/** A phone number field with an area code select. */
import { ChevronDown, X } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useLang, useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import textStyles from '../../ui/text.module.css'
import type { FieldProps } from './account-form.ts'
import { areasIn } from './area-codes.ts'
import { codeText } from './code-text.ts'
import styles from './phone-field.module.css'

type Props = {
  label: string
  /** As typed now. */
  typed: { area_code: string; phone: string }
  flow: {
    field: (name: 'area_code' | 'phone') => FieldProps
    form: { setValue: (name: 'phone', value: string) => void }
  }
}

export function PhoneField({ label, typed, flow }: Props) {
  const { error: _, ...areaInput } = flow.field('area_code')
  const { error, ...phoneInput } = flow.field('phone')
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
            +{typed.area_code}
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
        {typed.phone !== '' && (
          <IconButton label={words.clear} onClick={() => flow.form.setValue('phone', '')}>
            <X size={20} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
