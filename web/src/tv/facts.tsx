/** One line of film details: year, length, genre, rating, quality. */
import type { ScreenFilm } from '@homeport/contract/screen-page.ts'
import { durationOf, qualityOf } from '../kit/format.ts'

export function Facts({ film }: { film: ScreenFilm }) {
  const { year, duration_ms, genres, rating, quality } = film
  const facts = [
    year,
    duration_ms === null ? null : durationOf(duration_ms / 1000),
    genres[0],
    rating?.toFixed(1),
    qualityOf(quality),
  ]
  return <p className="facts num">{facts.filter(Boolean).join(' · ')}</p>
}
