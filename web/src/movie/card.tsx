/** One film in a grid or on a shelf: poster, title, year and quality; a series says how long it is, since its episodes may differ in quality. */
import type { Film } from '@homeport/contract/movie/movie.ts'
import { qualityOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { classes } from '../ui/classes.ts'
import skeletonStyles from '../ui/skeleton.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { detailOf, seenPercent } from './data.ts'
import styles from './film-card.module.css'
import { Poster } from './poster.tsx'
import { lengthOfSeries, shelfText } from './shelf-text.ts'

export function FilmCard({ film }: { film: Film }) {
  const words = useText(shelfText)
  const meta = [film.year, film.kind === 'series' ? lengthOfSeries(film, words) : qualityOf(film.quality)]
  return (
    <a className={styles.card} href={detailOf(film.id)}>
      <Poster poster={film.poster} title={film.title} isWatched={film.is_watched} percent={seenPercent(film)} />
      <p className={classes(textStyles.oneLine, styles.title)} title={film.title}>
        {film.title}
      </p>
      <p className={classes(textStyles.oneLine, textStyles.numeric)}>{meta.filter(Boolean).join(' · ') || '\u00a0'}</p>
    </a>
  )
}

export function CardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <span className={classes(skeletonStyles.skeleton, skeletonStyles.late, styles.posterSkeleton)} />
      <Skeleton width="80%" height={14} above={12} isLate />
      <Skeleton width="50%" height={12} above={6} isLate />
    </div>
  )
}
