/** How a list is sorted: a button that says it and opens a sheet of choices. */
import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Choices } from './choices.tsx'
import layoutStyles from './layout.module.css'
import { Segments } from './segments.tsx'
import { Sheet } from './sheet.tsx'

type Words<K extends string> = {
  sort: string
  sorts: Record<K, string>
  up: string
  down: string
  sortedBy: (sort: string, direction: string) => string
}

type Props<K extends string> = {
  className: string | undefined
  words: Words<K>
  sorts: readonly K[]
  sort: K
  onSelect: (sort: K) => void
  isUp: boolean
  onTurn: (isUp: boolean) => void
}

export function SortButton<K extends string>({ className, words, sorts, sort, onSelect, isUp, onTurn }: Props<K>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={words.sortedBy(words.sorts[sort], isUp ? words.up : words.down)}
        onClick={() => setOpen(true)}
      >
        <ArrowDownUp size={18} strokeWidth={1.75} />
        {words.sorts[sort]}
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.sort} closeLabel={useText(commonText).close}>
        <div className={layoutStyles.below20}>
          <Choices label={words.sort} values={sorts} chosen={sort} labelOf={(one) => words.sorts[one]} onSelect={onSelect} />
        </div>
        <Segments
          label={words.sort}
          chosen={isUp ? 'up' : 'down'}
          onSelect={(next) => onTurn(next === 'up')}
          segments={[
            { key: 'up', label: words.up },
            { key: 'down', label: words.down },
          ]}
        />
      </Sheet>
    </>
  )
}
