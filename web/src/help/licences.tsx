/** All packages in Homeport with their licences, collected at build time. */
import { Search } from 'lucide-react'
import { useState } from 'react'
import { packages, texts } from 'virtual:licences'
import { useText } from '../kit/lang.ts'
import { classes } from '../ui/classes.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import fieldStyles from '../ui/field.module.css'
import textStyles from '../ui/text.module.css'
import styles from './licences.module.css'
import { helpText } from './text.ts'

export function Licences() {
  const words = useText(helpText)
  const [query, setWanted] = useState('')
  const shown = packages.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <>
      <div className={styles.head}>
        <p>{words.ownLicence}</p>
        <p>{words.ownData}</p>
        <div className={fieldStyles.field}>
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
          <input
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            value={query}
            onChange={({ target }) => setWanted(target.value)}
          />
        </div>
        <p className={textStyles.caption} role="status">
          {shown.length === 0 ? words.noneFound : words.count(shown.length)}
        </p>
      </div>
      <div className={styles.licences}>
        {shown.map((one) => (
          <Disclosure
            key={`${one.name}@${one.version}`}
            title={
              <>
                <span className={textStyles.label}>{one.name}</span>{' '}
                <span className={classes(textStyles.caption, textStyles.numeric)}>{one.version}</span>
              </>
            }
            value={one.licence}
          >
            <pre>{texts[one.text] ?? words.noLicenceText}</pre>
          </Disclosure>
        ))}
      </div>
    </>
  )
}
