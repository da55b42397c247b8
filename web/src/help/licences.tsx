/** Every part that Homeport is made of, with its licence: collected from the parts themselves when the app is built. */
import { ChevronRight, Search } from 'lucide-react'
import { useState } from 'react'
import { packages, texts } from 'virtual:licences'
import { useText } from '../kit/lang.ts'
import './help.css'
import { helpText } from './text.ts'

export function Licences() {
  const words = useText(helpText)
  const [wanted, setWanted] = useState('')
  const shown = packages.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <>
      <div className="lc-head">
        <p>{words.ownLicence}</p>
        <div className="field">
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
          <input
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        </div>
        <p className="cap" role="status">
          {shown.length === 0 ? words.noneFound : words.count(shown.length)}
        </p>
      </div>
      <div className="lc">
        {shown.map((one) => (
          <details key={`${one.name}@${one.version}`}>
            <summary>
              <span className="grow">
                <span className="label">{one.name}</span> <span className="cap num">{one.version}</span>
              </span>
              <span className="sub">{one.licence}</span>
              <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
            </summary>
            <pre>{texts[one.text] ?? words.noLicenceText}</pre>
          </details>
        ))}
      </div>
    </>
  )
}
