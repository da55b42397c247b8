/** On a film's page, while it starts on a TV or waits for one that is off: which TV, and the way to give it up. */
import type { Device } from '@homeport/contract/device.ts'
import { X } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import dotStyles from '../../ui/dot.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { RemoteButton } from '../now/now-playing.tsx'
import styles from '../play-button.module.css'
import { playbackText } from '../text.ts'
import { useGiveUp, useIsTvOff } from './tv-off.ts'

/** target: the TV's screen_id. */
type Props = { device: Device; screen: string; target: string }

export function OnItsWay({ device, screen, target }: Props) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const isWaiting = useIsTvOff(device, target)
  const giveUp = useGiveUp()
  return (
    <div>
      <div className={styles.now}>
        <p className={classes(layoutStyles.row, layoutStyles.gap8)} role="status">
          <i className={classes(dotStyles.dot, dotStyles.off)} />
          <span className={classes(layoutStyles.grow, textStyles.oneLine)}>
            {isWaiting ? words.startsWhenOn(screen) : words.starting(screen)}
          </span>
        </p>
      </div>
      <div className={styles.row}>
        <RemoteButton screen_id={target} />
        {isWaiting && (
          <Button variant="line" isSquare aria-label={common.cancel} onClick={() => giveUp(target)}>
            <X strokeWidth={1.75} />
          </Button>
        )}
      </div>
    </div>
  )
}
