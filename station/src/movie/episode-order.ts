/** The episodes of a series in the order in which they are watched, as a player needs them. */
import type { WholeFilm } from './film.query.ts'
import { mainFiles } from './playing-order.ts'
import type { MovieStore } from './store.ts'
import { episodeRowOf, toBoxFilm } from './to-wire.ts'

/** path: id of its first file. title: its own, '' if it has none. poster: a still, else that of the series. */
export type OrderedEpisode = {
  movie_id: string
  series_id: string
  series_title: string
  title: string
  season: number | null
  episode: number | null
  duration_ms: number | null
  poster: string
  path: string
}

/** filmId: of the series, or of one of its episodes; of a film there are none. */
export async function episodesInOrder(store: Pick<MovieStore, 'film' | 'episodes'>, filmId: string): Promise<OrderedEpisode[]> {
  const film = await store.film(filmId)
  const seriesId = film?.kind === 'series' ? film.film_id : (film?.series_id ?? '')
  const series = seriesId === '' ? undefined : await store.film(seriesId)
  if (!series) return []
  const { title, poster } = toBoxFilm(series)
  return (await store.episodes(seriesId)).flatMap((one) => orderedEpisode(one, { series_title: title, poster }))
}

function orderedEpisode(film: WholeFilm, series: { series_title: string; poster: string }): OrderedEpisode[] {
  const [first] = mainFiles(film.files)
  if (!first) return []
  const { id, series_id, title, season, number, duration_ms, still } = episodeRowOf(film)
  return [
    {
      movie_id: id,
      series_id,
      series_title: series.series_title,
      title,
      season,
      episode: number,
      duration_ms,
      poster: still || series.poster,
      path: first.file_id,
    },
  ]
}
