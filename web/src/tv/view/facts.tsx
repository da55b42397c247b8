/** One line of film details: year, length or episodes, genre, rating, quality; and whether the title above it is long. */
import type { ReactNode } from 'react'
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import { durationOf, qualityOf } from '../../kit/text/format.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { genreWord } from './genre-word.ts'
import { screenText } from '../text.ts'
import { classes } from '../../ui/classes.ts'
import styles from './tv-hero.module.css'
import stageStyles from '../tv-stage.module.css'

/** In letters of Latin; a sign of Chinese is as wide as two. */
const longestTitle = 30

/** Whether a title needs more than two lines of the largest letters. */
export function isLong(title: string): boolean {
  return title.replace(/[\u2e80-\u9fff\uff00-\uffef]/g, 'xx').length > longestTitle
}

/** children: marks behind the details. */
export function Facts({ film, children }: { film: ScreenFilm; children?: ReactNode }) {
  const t = useText(screenText)
  const lang = useLang()
  const { kind, year, duration_ms, genres, rating, quality, episodes } = film
  const [genre] = genres
  const facts = [
    year,
    kind === 'series' ? t.episodes(episodes) : duration_ms === null ? null : durationOf(duration_ms / 1000),
    genre === undefined ? null : genreWord(genre, lang),
    rating?.toFixed(1),
    qualityOf(quality),
  ]
  return (
    <p className={classes(styles.facts, stageStyles.numeric)}>
      {facts.filter(Boolean).join(' · ')}
      {children}
    </p>
  )
}
