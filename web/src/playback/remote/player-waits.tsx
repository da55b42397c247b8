/** At the bottom of the remote: a film that is starting, or waits for its TV. */
import type { Device } from '@homeport/contract/device.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import styles from '../now/player-bar.module.css'
import { useGiveUp, useIsTvOff } from '../play/tv-off.ts'
import { playbackText } from '../text.ts'

/** target: the TV's screen_id. */
type Props = { device: Device; film: { title: string; screen_name: string }; target: string }

export function PlayerWaits({ device, film: { title, screen_name }, target }: Props) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const isOff = useIsTvOff(device, target)
  const giveUp = useGiveUp()
  return (
    <section className={classes(styles.player, styles.atRest)} aria-label={title} role="status">
      <h2 className={textStyles.label}>{title}</h2>
      <p className={textStyles.secondary}>{isOff ? words.startsWhenOn(screen_name) : words.starting(screen_name)}</p>
      {isOff && (
        <>
          <p className={textStyles.caption}>{words.turnItOn}</p>
          <Button isSmall onClick={() => giveUp(target)}>
            {common.cancel}
          </Button>
        </>
      )}
    </section>
  )
}
