/** Where one types what to look for. */
import { Search, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { searchThreads } from '@homeport/contract/forum.ts'
import { useLang, useText } from '../kit/lang.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import './search.css'
import { searchText } from './search-text.ts'

export function SearchField({ first, look }: { first: string; look: (q: string) => void }) {
  const words = useText(searchText)
  const lang = useLang()
  const [typed, setTyped] = useState(first)
  const [rule, setRule] = useState('')

  function go(event: FormEvent) {
    event.preventDefault()
    const checked = searchThreads.input.safeParse({ q: typed })
    setRule(checked.success ? '' : (checked.error.issues[0]?.message ?? 'invalid'))
    if (checked.success) look(checked.data.q)
  }

  return (
    <form className="fm-search" role="search" noValidate onSubmit={go}>
      <div className={rule === '' ? 'field' : 'field bad'}>
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          enterKeyHint="search"
          aria-label={words.field}
          aria-invalid={rule !== '' || undefined}
          placeholder={words.field}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setRule('')
          }}
        />
        {typed !== '' && (
          <IconButton label={words.clear} onClick={() => setTyped('')}>
            <X size={20} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <Button look="text" type="submit">
        {words.go}
      </Button>
      {rule !== '' && <FieldError>{wordsOf(rule, lang)}</FieldError>}
    </form>
  )
}
