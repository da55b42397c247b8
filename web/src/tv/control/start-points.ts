/** The start positions of the film page: the last position, and 0. */
import type { ScreenFilm } from '@homeport/contract/screen-page.ts'

export function startPointsOf(film: ScreenFilm): number[] {
  return film.point > 0 ? [film.point, 0] : [0]
}
