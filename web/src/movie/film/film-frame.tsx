/** The frame of the pages of a film and of a series: picture, poster, titles, the line of facts, genres and the actions. */
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { lang, useText } from '../../kit/lang.ts'
import { usePicture } from '../../shared/box-picture.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './film-page.module.css'
import { GenreLinks } from './film-links.tsx'
import { filmText } from '../film-text.ts'
import { Poster } from '../poster.tsx'
import { isLongTitle } from '../title.ts'
import { useTone } from '../tone.ts'

type Props = {
  film: FilmDetail
  /** Years, length and the like, after the rating. */
  facts: readonly (string | number | null)[]
  above: ReactNode
  play: ReactNode
  /** Keys in a row below it. */
  actions: ReactNode
  note: ReactNode
  children: ReactNode
}

export function FilmFrame({ film, facts, above, play, actions, note, children }: Props) {
  return (
    <div className={classes(styles.page, layoutStyles.appearing, film.backdrop !== '' && styles.withPicture)}>
      <Backdrop film={film} />
      {above}
      <main className={styles.body}>
        <div className={classes(styles.head, isLongTitle(film.title) && styles.long)}>
          <Poster poster={film.poster} title={film.title} isWatched={film.is_watched} />
          <h1>{film.title}</h1>
          <div className={styles.factLines}>
            {film.original_title !== '' && film.original_title !== film.title && (
              <p className={textStyles.secondary}>{film.original_title}</p>
            )}
            <p className={classes(styles.facts, textStyles.numeric)}>
              <Rating rating={film.rating} votes={film.votes} />
              {facts.filter(Boolean).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
            {film.genres.length > 0 && <GenreLinks genres={film.genres} />}
          </div>
          <div className={styles.actions}>
            {play}
            <div className={styles.keys}>{actions}</div>
          </div>
        </div>
        {note}
        {children}
      </main>
    </div>
  )
}

/** The film's picture; without one a colour of its poster. */
function Backdrop({ film: { backdrop, poster } }: { film: FilmDetail }) {
  const url = usePicture(backdrop)
  const tone = useTone(usePicture(poster))
  return (
    <div className={styles.backdrop} aria-hidden="true" style={tone === '' ? {} : { backgroundColor: tone }}>
      {url !== '' && <img src={url} alt="" decoding="async" draggable={false} />}
    </div>
  )
}

function Rating({ rating, votes }: { rating: number | null; votes: number }) {
  const words = useText(filmText)
  if (rating === null) return null
  return (
    <>
      <b>
        <Star size={16} fill="currentColor" strokeWidth={1.75} aria-hidden="true" />
        {rating.toFixed(1)}
      </b>
      {votes > 0 && <span className={styles.votes}>{words.votes(compact(votes))}</span>}
    </>
  )
}

/** 12345 → '12K', '1.2万'. */
function compact(count: number): string {
  return new Intl.NumberFormat(lang.get() === 'zh' ? 'zh-CN' : 'en', { notation: 'compact' }).format(count)
}
