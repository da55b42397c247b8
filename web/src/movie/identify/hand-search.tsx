/** Search for a film by hand: a title, a title and a year, an id, or a pasted address. */
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { identifyText } from './identify-text.ts'
import styles from './identify.module.css'

export function HandSearch({ search }: { search: (query: string) => void }) {
  const words = useText(identifyText)
  const [text, setText] = useState('')
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(text.trim())
      }}
    >
      <Field
        label={words.search}
        placeholder={words.searchHint}
        type="search"
        enterKeyHint="search"
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
        end={
          <IconButton label={words.run} type="submit">
            <Search size={24} strokeWidth={1.75} />
          </IconButton>
        }
      />
    </form>
  )
}
