/** Above the list of downloads: its order, what of it is shown, and the search. */
import { ArrowDownUp, ListFilter as FilterIcon, Search, X } from 'lucide-react'
import { useState } from 'react'
import { taskSorts, taskStates } from '@homeport/contract/download/download.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import { isNarrowed, type ListFilter } from '../list-filter.ts'
import { queueText } from './queue-text.ts'
import styles from './queue.module.css'

type Props = {
  filter: ListFilter
  onChange: (next: Partial<ListFilter>) => void
  categories: readonly string[]
  total: number
}

export function ListTools({ filter, onChange, categories, total }: Props) {
  const words = useText(queueText)
  const [sheet, setSheet] = useState<'sort' | 'filter' | null>(null)
  const isFiltered = filter.state !== '' || filter.category !== ''
  const shown = [filter.state === '' ? '' : words.states[filter.state], filter.category].filter(Boolean).join(' · ')
  return (
    <>
      <div className={styles.tools}>
        {isNarrowed(filter) && (
          <p className={classes(textStyles.caption, textStyles.numeric)} role="status">
            {words.matches(total)}
          </p>
        )}
        <button type="button" className={styles.tool} aria-haspopup="dialog" onClick={() => setSheet('filter')}>
          <FilterIcon size={16} strokeWidth={1.75} />
          {isFiltered ? shown : words.filter}
        </button>
        <button type="button" className={styles.tool} aria-haspopup="dialog" onClick={() => setSheet('sort')}>
          <ArrowDownUp size={16} strokeWidth={1.75} />
          {words.sorts[filter.sort]}
        </button>
      </div>
      <Sheet isOpen={sheet === 'sort'} onClose={() => setSheet(null)} title={words.sortBy} closeLabel={useText(commonText).close}>
        <div className={styles.choices}>
          <Choices
            label={words.sortBy}
            values={taskSorts}
            chosen={filter.sort}
            labelOf={(sort) => words.sorts[sort]}
            onSelect={(sort) => {
              setSheet(null)
              onChange({ sort, isUp: false })
            }}
          />
          <Switch isOn={filter.isUp} onChange={(isUp) => onChange({ isUp })}>
            {words.turned}
          </Switch>
        </div>
      </Sheet>
      <Sheet
        isOpen={sheet === 'filter'}
        onClose={() => setSheet(null)}
        title={words.filter}
        closeLabel={useText(commonText).close}
      >
        <Choices
          isHeadShown
          label={words.stateLabel}
          values={taskStates}
          chosen={filter.state}
          labelOf={(state) => words.states[state]}
          onSelect={(state) => onChange({ state })}
        />
        {categories.length > 0 && (
          <Choices
            isHeadShown
            label={words.category}
            values={['', ...categories]}
            chosen={filter.category}
            labelOf={(category) => category || words.everyCategory}
            onSelect={(category) => onChange({ category })}
          />
        )}
      </Sheet>
    </>
  )
}

export function SearchField({ q, onChange, end }: { q: string; onChange: (q: string) => void; end: () => void }) {
  const words = useText(queueText)
  return (
    <label className={classes(fieldStyles.field, styles.search)}>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="search"
        value={q}
        maxLength={100}
        aria-label={words.search}
        placeholder={words.searchHint}
        enterKeyHint="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by a tap on its own button
        autoFocus
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && end()}
      />
      <IconButton label={words.endSearch} onClick={end}>
        <X size={20} strokeWidth={1.75} />
      </IconButton>
    </label>
  )
}
