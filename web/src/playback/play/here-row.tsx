/** In the choice of TVs: this phone or computer, which shows the film itself in the box's network or through the cloud. */
import { Laptop, Smartphone } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { isHandheld, isOnCellular, isPhone } from '../../kit/browser-features.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import type { AwayWay } from '../../shared/away-way.ts'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'

export function HereRow({ way, isChosen, onSelect }: { way: AwayWay | undefined; isChosen: boolean; onSelect: () => void }) {
  const words = useText(playbackText)
  const Icon = isHandheld() ? Smartphone : Laptop
  return (
    <button type="button" role="radio" aria-checked={isChosen} className={styles.row} onClick={onSelect}>
      <span className={tileStyles.tile}>
        <Icon strokeWidth={1.75} />
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine)}>{isPhone() ? words.thisPhone : words.thisDevice}</span>
        <span className={textStyles.caption}>{words[captionOf(way)]}</span>
      </span>
      <span className={classes(styles.mark, isChosen && styles.chosen)} aria-hidden="true" />
    </button>
  )
}

function captionOf(way: AwayWay | undefined) {
  if (!way?.address) return isOnCellular() ? 'hereCellular' : 'hereText'
  if (way.isNear) return 'hereAnywhere'
  return isOnCellular() ? 'hereCloudCellular' : 'hereCloud'
}
