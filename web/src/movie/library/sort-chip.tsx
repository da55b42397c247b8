/** The sort of the library: a chip that opens a sheet of choices. */
import { filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import chipStyles from '../../ui/chip.module.css'
import { SortSheet } from '../../ui/sort-sheet.tsx'
import { useSort } from '../sort.ts'
import { movieText } from '../text.ts'

export function SortChip() {
  const words = useText(movieText)
  const { sort, order, choose } = useSort()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={chipStyles.chip}
        aria-haspopup="dialog"
        aria-label={words.sortedBy(words.sorts[sort], order === 'desc' ? words.down : words.up)}
        onClick={() => setOpen(true)}
      >
        <ArrowDownUp size={18} strokeWidth={1.75} />
        {words.sorts[sort]}
      </button>
      <SortSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.sort}
        sorts={filmSorts}
        sort={sort}
        labelOf={(one) => words.sorts[one]}
        onSelect={(one) => choose({ sort: one, order })}
        isUp={order === 'asc'}
        onTurn={(isUp) => choose({ sort, order: isUp ? 'asc' : 'desc' })}
        up={words.up}
        down={words.down}
      />
    </>
  )
}
