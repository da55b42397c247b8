/** The episodes of a series in the order in which they are watched, as a player needs them. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { FilmQueries, WholeFilm } from '../film/film.query.ts'
import { mainFiles } from '../film/playing-order.ts'
import { episodeRowOf, titleIn, toTitledFilm, type TitledFilm } from '../film/to-wire.ts'

/** path: id of its first file. title: its own, '' if it has none. poster: a still, else that of the series. */
export type OrderedEpisode = {
  movie_id: string
  series_id: string
  series_title: string
  title: string
  /** In both languages; '' where an episode has none. */
  titles: Record<Lang, { series: string; episode: string }>
  season: number | null
  episode: number | null
  duration_ms: number | null
  poster: string
  path: string
}

/** filmId: of the series, or of one of its episodes; of a film there are none. */
export async function episodesInOrder(store: Pick<FilmQueries, 'film' | 'episodes'>, filmId: string): Promise<OrderedEpisode[]> {
  const film = await store.film(filmId)
  const seriesId = film?.kind === 'series' ? film.film_id : (film?.series_id ?? '')
  const series = seriesId === '' ? undefined : await store.film(seriesId)
  if (!series) return []
  const titled = toTitledFilm(series)
  return (await store.episodes(seriesId)).flatMap((one) => orderedEpisode(one, titled))
}

function orderedEpisode(film: WholeFilm, series: TitledFilm): OrderedEpisode[] {
  const [first] = mainFiles(film.files)
  if (!first) return []
  const episode = episodeRowOf(film)
  const { id, series_id, title, season, number, duration_ms, still } = episode
  const titlesIn = (lang: Lang) => ({ series: titleIn(series, lang), episode: episode.texts?.[lang].title || title })
  return [
    {
      movie_id: id,
      series_id,
      series_title: series.title,
      title,
      titles: { zh: titlesIn('zh'), en: titlesIn('en') },
      season,
      episode: number,
      duration_ms,
      poster: still || series.poster,
      path: first.file_id,
    },
  ]
}
