/** How a list is sorted: by one of several, up or down. */
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Choices } from './choices.tsx'
import layoutStyles from './layout.module.css'
import { Segments } from './segments.tsx'
import { Sheet } from './sheet.tsx'

type Props<K extends string> = {
  isOpen: boolean
  onClose: () => void
  title: string
  sorts: readonly K[]
  sort: K
  labelOf: (sort: K) => string
  onSelect: (sort: K) => void
  isUp: boolean
  onTurn: (isUp: boolean) => void
  up: string
  down: string
}

export function SortSheet<K extends string>({ isOpen, onClose, title, sorts, sort, labelOf, onSelect, ...order }: Props<K>) {
  const { isUp, onTurn, up, down } = order
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} closeLabel={useText(commonText).close}>
      <div className={layoutStyles.below20}>
        <Choices label={title} values={sorts} chosen={sort} labelOf={labelOf} onSelect={onSelect} />
      </div>
      <Segments
        label={title}
        chosen={isUp ? 'up' : 'down'}
        onSelect={(next) => onTurn(next === 'up')}
        segments={[
          { key: 'up', label: up },
          { key: 'down', label: down },
        ]}
      />
    </Sheet>
  )
}
