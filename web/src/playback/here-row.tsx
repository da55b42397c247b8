/** In the choice of TVs: this phone or computer, which shows the film itself in the box's network. */
import { Laptop, Smartphone } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { isHandheld } from '../kit/platform.ts'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import styles from './screens.module.css'
import { playbackText } from './text.ts'

/** away: the box's page does not answer here. */
export type HereState = 'unknown' | 'looking' | 'ready' | 'away'

export function HereRow({ state, isChosen, choose }: { state: HereState; isChosen: boolean; choose: () => void }) {
  const words = useText(playbackText)
  const isPhone = isHandheld()
  const says = { unknown: words.hereText, looking: words.hereLooking, ready: words.hereText, away: words.hereAway }
  return (
    <button type="button" role="radio" aria-checked={isChosen} className={styles.row} onClick={choose}>
      <span className={tileStyles.tile}>{isPhone ? <Smartphone strokeWidth={1.75} /> : <Laptop strokeWidth={1.75} />}</span>
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine)}>{isPhone ? words.thisPhone : words.thisComputer}</span>
        <span className={textStyles.caption}>{says[state]}</span>
      </span>
      <span className={classes(styles.mark, isChosen && styles.chosen)} aria-hidden="true" />
    </button>
  )
}
