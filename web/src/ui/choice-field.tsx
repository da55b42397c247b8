/** A button styled as a field, whose value is chosen elsewhere. */
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from './field.tsx'
import './choice-field.css'

type Props = { label: string; value: string; placeholder: string; error?: string | undefined; open: () => void }

export function ChoiceField({ label, value, placeholder, error, open }: Props) {
  const id = useId()
  return (
    <div className="fieldset">
      <span className="choice-label" id={id}>
        {label}
      </span>
      <button
        type="button"
        className={error ? 'field choice bad' : 'field choice'}
        aria-labelledby={`${id} ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span id={`${id}-value`} className={value === '' ? 'grow one none' : 'grow one'}>
          {value || placeholder}
        </span>
        <ChevronRight size={20} strokeWidth={1.75} />
      </button>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
