/** In a full window home begins with the film that one goes on with: its picture, and what plays it. */
import type { Device } from '@homeport/contract/device.ts'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import textStyles from '../ui/text.module.css'
import { continuePath, type Watched } from './continue-data.ts'
import { detailOf, seenPercent } from './data.ts'
import styles from './hero.module.css'
import { Poster } from './poster.tsx'
import { episodeNumber } from '../shared/episode-number.ts'
import { shelfText } from './shelf-text.ts'
import { useShownWatched } from './unseen-episode.ts'

export function Hero({ device, watched, play }: { device: Device; watched: Watched; play: ReactNode }) {
  const words = useText(shelfText)
  const [{ film, episode, position_ms } = watched] = useShownWatched(device, [watched])
  const { duration_ms } = episode ?? film
  return (
    <section className={classes(cardStyles.card, styles.hero)} aria-label={words.goOn}>
      <Poster
        poster={episode?.still || film.backdrop || film.poster}
        title={film.title}
        percent={seenPercent({ position_ms, duration_ms })}
        isWide
      />
      <div className={styles.text}>
        <a className={textStyles.caption} href={`#${continuePath}`}>
          {words.goOn}
        </a>
        <a href={detailOf(film.id)}>
          <h2>{film.title}</h2>
          {episode && (
            <p className={classes(textStyles.secondary, textStyles.oneLine)}>
              {position_ms === 0 ? words.nextEpisode(episodeNumber(episode)) : episodeNumber(episode)}
            </p>
          )}
        </a>
        <div className={styles.play}>{play}</div>
      </div>
    </section>
  )
}
