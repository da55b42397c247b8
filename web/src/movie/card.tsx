/** One film in a grid or on a shelf: poster, title, year and quality. */
import type { Film } from '@homeport/contract/movie.ts'
import { qualityOf } from '../kit/format.ts'
import { detailOf, seenPercent } from './data.ts'
import { Poster } from './poster.tsx'

export function FilmCard({ film }: { film: Film }) {
  const meta = [film.year, qualityOf(film.quality)].filter(Boolean).join(' · ')
  return (
    <a className="pc" href={detailOf(film.id)}>
      <Poster poster={film.poster} title={film.title} isWatched={film.is_watched} percent={seenPercent(film)} />
      <p className="one nm" title={film.title}>
        {film.title}
      </p>
      <p className="one num">{meta || '\u00a0'}</p>
    </a>
  )
}

export function CardSkeleton() {
  return (
    <div className="pc" aria-hidden="true">
      <span className="sk late poster-sk" />
      <span className="sk late" style={{ height: 14, width: '80%', marginTop: 12 }} />
      <span className="sk late" style={{ height: 12, width: '50%', marginTop: 6 }} />
    </div>
  )
}
