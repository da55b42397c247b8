/** At the bottom of the remote: a film that is starting, or waits for its TV. */
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import styles from '../now/player-bar.module.css'
import { playIntent, setIntent } from '../play/intent.ts'
import { playbackText } from '../text.ts'

/** target: the TV's screen_id. isOff: the film starts once the TV is on. */
type Props = { title: string; screen: string; target: string; isOff: boolean }

export function PlayerWaits({ title, screen, target, isOff }: Props) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  /** The box answers a play for a TV that is off late: what is given up meanwhile is not started again here. */
  function giveUp() {
    if (playIntent.get()?.target === target) setIntent(null)
    controlling.mutate({ kind: 'stop', target })
  }
  return (
    <section className={classes(styles.player, styles.atRest)} aria-label={title} role="status">
      <h2 className={textStyles.label}>{title}</h2>
      <p className={textStyles.secondary}>{isOff ? words.startsWhenOn(screen) : words.starting(screen)}</p>
      {isOff && (
        <>
          <p className={textStyles.caption}>{words.turnItOn}</p>
          <Button isSmall onClick={giveUp}>
            {words.cancel}
          </Button>
        </>
      )}
    </section>
  )
}
