/** A multi-line input that grows with its text; label above, character count and error below. */
import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { FieldError } from './field.tsx'
import './text-area.css'

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
    <div className="fieldset">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'field text-area bad' : 'field text-area'}>
        <textarea
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-count` : `${id}-count`}
          {...input}
        />
      </div>
      <div className="area-below">
        <div className="grow">{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
        <span className="cap num" id={`${id}-count`}>
          {count}
        </span>
      </div>
    </div>
  )
}
