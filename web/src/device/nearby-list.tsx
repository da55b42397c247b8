/** Unpaired boxes of the house, below the form that pairs one; nothing while there are none. Choosing one says whose code is typed. */
import type { NearbyBox } from '@homeport/contract/nearby.ts'
import { useText } from '../kit/lang.ts'
import { classes } from '../ui/classes.ts'
import { CheckIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import textStyles from '../ui/text.module.css'
import styles from './device.module.css'
import { deviceText } from './text.ts'

type Props = { boxes: readonly NearbyBox[]; chosen: NearbyBox | undefined; onSelect: (box: NearbyBox) => void }

export function NearbyList({ boxes, chosen, onSelect }: Props) {
  const words = useText(deviceText)
  if (boxes.length === 0) return null
  return (
    <section className={styles.nearby}>
      <h2>{words.nearby}</h2>
      <ul>
        {boxes.map((box) => (
          <li key={box.showsn}>
            <button type="button" className={listStyles.option} aria-pressed={box === chosen} onClick={() => onSelect(box)}>
              <span className={layoutStyles.grow}>
                <span className={textStyles.label}>{box.name}</span>
                <span className={classes(textStyles.caption, layoutStyles.block)}>{words.notPaired}</span>
              </span>
              {box === chosen && <CheckIcon />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
