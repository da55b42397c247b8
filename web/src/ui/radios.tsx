/** A radio group of a few choices in a row, with the browser's arrow keys. */
import { useId } from 'react'
import './radios.css'

type Props<K extends string> = { label: string; choices: { key: K; label: string }[]; chosen: K; choose: (key: K) => void }

export function Radios<K extends string>({ label, choices, chosen, choose }: Props<K>) {
  const id = useId()
  return (
    <div className="fieldset radios" role="radiogroup" aria-labelledby={id}>
      <span className="radios-label" id={id}>
        {label}
      </span>
      <div className="seg">
        {choices.map((one) => (
          <label key={one.key}>
            <input type="radio" className="vh" name={id} checked={one.key === chosen} onChange={() => choose(one.key)} />
            {one.label}
          </label>
        ))}
      </div>
    </div>
  )
}
