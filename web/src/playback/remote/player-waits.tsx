/** At the bottom of the remote: a film that is starting, or waits for its TV. */
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import styles from '../now/player-bar.module.css'
import { playbackText } from '../text.ts'

/** target: the TV's screen_id. */
type Props = { title: string; screen: string; target: string; isOff: boolean }

export function PlayerWaits({ title, screen, target, isOff }: Props) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  return (
    <section className={classes(styles.player, styles.atRest)} aria-label={title} role="status">
      <h2 className={textStyles.label}>{title}</h2>
      <p className={textStyles.secondary}>{isOff ? words.startsWhenOn(screen) : words.starting(screen)}</p>
      {isOff && (
        <>
          <p className={textStyles.caption}>{words.turnItOn}</p>
          <Button isSmall onClick={() => controlling.mutate({ kind: 'stop', target })}>
            {words.cancel}
          </Button>
        </>
      )}
    </section>
  )
}
