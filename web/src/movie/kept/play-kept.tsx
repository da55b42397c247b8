/** On a film's page: plays it from this phone while its box is out of reach. */
import type { ReactNode } from 'react'
import { useAway } from '../../kit/call/connection.ts'
import { durationOf, formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { pathTo } from '../../kit/nav/href.ts'
import { forward } from '../../kit/nav/nav.ts'
import { isPhone } from '../../kit/browser-features.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { PlayIcon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import { keptPlayerPath, useKeptFilms, type KeptFilm } from './kept-films.ts'
import { movieText } from '../text.ts'
import { keptText } from './kept-text.ts'
import styles from './kept.module.css'

export function playKept({ id }: Pick<KeptFilm, 'id'>, from: 'left' | 'start' = 'left'): void {
  forward(pathTo(keptPlayerPath, { id, ...(from === 'start' && { from }) }))
}

/** Whole, and its box cannot be reached. */
export function useKeptAway(): (movieId: string) => KeptFilm | undefined {
  const films = useKeptFilms()
  const away = useAway()
  const isAway = away !== null && away !== 'tv'
  return (movieId) => films.find(({ movie_id, state }) => isAway && movie_id === movieId && state === 'kept')
}

/** children: the button that plays it on a TV. */
export function PlayKept({ movieId, children }: { movieId: string; children: ReactNode }) {
  const words = useText(keptText)
  const movie = useText(movieText)
  const film = useKeptAway()(movieId)
  if (!film) return children
  const { point_ms, duration_ms } = film
  const remaining = point_ms > 0 && duration_ms > point_ms ? words.left(durationOf((duration_ms - point_ms) / 1000)) : ''
  return (
    <div>
      <Button variant="main" isWide icon={<PlayIcon size={22} />} onClick={() => playKept(film)}>
        {point_ms > 0 ? words.resumeHere(formatClock(point_ms)) : words.playHere}
      </Button>
      <p className={classes(styles.where, textStyles.numeric)}>
        {[isPhone() ? movie.onThisPhone : movie.onThisDevice, remaining].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
