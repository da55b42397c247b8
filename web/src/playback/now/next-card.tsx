/** Near the end of a film: what plays next, the seconds that the TV counts too, and the two answers. */
import { nextIn } from '@homeport/contract/playback/next-in.ts'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import type { Playing } from '../player.ts'
import { playNeighbour } from '../queue/queue-data.ts'
import { playbackText } from '../text.ts'
import styles from './next-card.module.css'

export function NextCard({ playing: { info, point } }: { playing: Playing }) {
  const words = useText(playbackText)
  const going = useMutation(playNeighbour())
  const controlling = useMutation(control())
  const { next, screen_id: target, duration } = info
  const seconds = nextIn({ point, duration })
  if (!next || !info.plays_next || seconds === undefined) return null
  const isEpisode = next.episode !== null
  const number = next.season !== null && next.episode !== null ? words.episode(next.season, next.episode) : ''
  const name = [number, next.title].filter(Boolean).join(' · ')
  return (
    <section className={styles.next} aria-label={words.nextIs(name)}>
      <div className={styles.words}>
        <p className={classes(textStyles.caption, textStyles.numeric)}>{words.nextIn(isEpisode, seconds)}</p>
        <p className={classes(textStyles.label, textStyles.oneLine)} role="status">
          {name}
        </p>
      </div>
      <div className={styles.choices}>
        <Button isSmall variant="line" disabled={going.isPending} onClick={() => going.mutate({ target, isBack: false })}>
          {words.playNow}
        </Button>
        <Button isSmall variant="bare" onClick={() => controlling.mutate({ kind: 'stay', target })}>
          {isEpisode ? words.stay : words.stayFilm}
        </Button>
      </div>
    </section>
  )
}
