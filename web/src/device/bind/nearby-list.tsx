/** Unpaired boxes of the house, below the form that pairs one; nothing while there are none. Choosing one says whose code is typed. */
import type { NearbyBox } from '@homeport/contract/nearby.ts'
import { ChevronRight } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { BoxIcon, CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import textStyles from '../../ui/text.module.css'
import styles from '../device.module.css'
import { deviceText } from '../text.ts'

type Props = { boxes: readonly NearbyBox[]; chosen: NearbyBox | undefined; onSelect: (box: NearbyBox) => void }

export function NearbyList({ boxes, chosen, onSelect }: Props) {
  const words = useText(deviceText)
  if (boxes.length === 0) return null
  return (
    <section className={styles.nearby}>
      <h2>{words.nearby}</h2>
      <div className={listStyles.list}>
        {boxes.map((box) => (
          <button
            key={box.showsn}
            type="button"
            className={listStyles.row}
            aria-pressed={box === chosen}
            onClick={() => onSelect(box)}
          >
            <BoxIcon />
            <span className={layoutStyles.grow}>
              <span className={textStyles.label}>{box.name}</span>
              <span className={classes(textStyles.caption, layoutStyles.block)}>{words.notPaired}</span>
            </span>
            {box === chosen ? (
              <CheckIcon />
            ) : (
              <span className={listStyles.chevron}>
                <ChevronRight size={20} strokeWidth={1.75} />
              </span>
            )}
          </button>
        ))}
      </div>
    </section>
  )
}
