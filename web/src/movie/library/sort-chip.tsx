/** The sort of the library: a chip that opens a sheet of choices. */
import { filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import chipStyles from '../../ui/chip.module.css'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './library.module.css'
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
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.sort} closeLabel={useText(commonText).close}>
        <div className={styles.sorts} role="radiogroup" aria-label={words.sort}>
          {filmSorts.map((one) => (
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={one === sort}
              className={listStyles.option}
              onClick={() => choose({ sort: one, order })}
            >
              <span className={layoutStyles.grow}>{words.sorts[one]}</span>
              {one === sort && <CheckIcon size={22} />}
            </button>
          ))}
        </div>
        <Segments
          label={words.sort}
          chosen={order}
          onSelect={(next) => choose({ sort, order: next })}
          segments={[
            { key: 'desc', label: words.down },
            { key: 'asc', label: words.up },
          ]}
        />
      </Sheet>
    </>
  )
}
