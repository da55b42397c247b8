/** The head of a search page: input and cancel button. */
import { SearchQuery } from '@homeport/contract/shape/field/search-query.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useLang, useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import textStyles from '../../ui/text.module.css'
import styles from './search-field.module.css'
import { searchFieldText } from './search-text.ts'

type Props = {
  title: string
  /** The things that are searched, as the field's name. */
  label: string
  /** The initial query; if empty, the field gets the focus. */
  first: string
  search: (q: string) => void
  /** With each change of the input. */
  typing?: (text: string) => void
  leave: () => void
}

/** The rule that a query breaks, as a link may bring one that nobody could type; '' if it can be searched for. */
export function brokenRule(query: string): string {
  const checked = SearchQuery.safeParse(query)
  return checked.success ? '' : (checked.error.issues[0]?.message ?? 'invalid')
}

export function SearchField({ title, label, first, search, typing, leave }: Props) {
  const words = useText(searchFieldText)
  const common = useText(commonText)
  const lang = useLang()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(first)
  const [rule, setRule] = useState(first === '' ? '' : brokenRule(first))
  useEffect(() => {
    if (first === '') field.current?.focus()
  }, [first])

  function go(event: FormEvent) {
    event.preventDefault()
    const checked = SearchQuery.safeParse(typed)
    setRule(brokenRule(typed))
    if (!checked.success) return
    // Closes the phone's keyboard to show the results.
    field.current?.blur()
    search(checked.data)
  }

  function clear() {
    setTyped('')
    setRule('')
    typing?.('')
    field.current?.focus()
  }

  return (
    <header className={styles.head}>
      <h1 className={textStyles.visuallyHidden}>{title}</h1>
      <form className={styles.search} role="search" noValidate onSubmit={go}>
        <div className={classes(fieldStyles.field, rule !== '' && fieldStyles.invalid)}>
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
          <input
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label={label}
            aria-invalid={rule !== '' || undefined}
            placeholder={label}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setRule('')
              typing?.(target.value)
            }}
          />
          {typed !== '' && (
            <IconButton label={words.clear} onClick={clear}>
              <X size={20} strokeWidth={1.75} />
            </IconButton>
          )}
        </div>
        <Button variant="text" onClick={leave}>
          {common.cancel}
        </Button>
        {rule !== '' && <FieldError>{wordsOf(rule, lang)}</FieldError>}
      </form>
    </header>
  )
}
