/** For tests: a film's detail, a series and its episodes, as the cloud gives them. */
import { unknownFilm, type FilmDetail } from '@homeport/contract/movie/movie.ts'
import type { Episode } from '@homeport/contract/movie/series.ts'
import { ok } from './server.ts'

export const aFilm: FilmDetail & { stale_at: number | null } = {
  ...unknownFilm,
  id: 'M1',
  title: 'Metropolis',
  is_favorite: false,
  is_watched: false,
  position_ms: null,
  files: [],
  people: [],
  collection: null,
  ids: { tmdb: '', imdb: '', douban: '' },
  season_list: [],
  next: null,
  stale_at: null,
}

export const anEpisode: Episode = {
  id: 'E4',
  series_id: 'S1',
  season: 1,
  number: 4,
  number_end: null,
  title: 'The Pilot’s Daughter',
  overview: '',
  air_date: '',
  still: '',
  duration_ms: 3_000_000,
  quality: '1080p',
  file_size: 1,
  added_at: 1,
  files: [],
  is_watched: false,
  position_ms: null,
}

export const aSeries: FilmDetail & { stale_at: number | null } = {
  ...aFilm,
  id: 'S1',
  kind: 'series',
  title: 'Nine Harbours',
  year: 2021,
  year_end: 2024,
  seasons: 2,
  episodes: 4,
  season_list: [
    { season: 1, title: '', episodes: 4, watched: 3 },
    { season: 2, title: '', episodes: 1, watched: 0 },
    { season: 0, title: '', episodes: 1, watched: 0 },
  ],
  next: anEpisode,
}

/** /movie/episode/list over these episodes. */
export function episodesOf(all: readonly Episode[]) {
  return ({ season = '', page = '1', limit = '60' }: Record<string, string>) => {
    const rows = all.filter((one) => one.season === Number(season))
    const from = (Number(page) - 1) * Number(limit)
    const data = rows.slice(from, from + Number(limit))
    return ok({ data, total: rows.length, page: Number(page), limit: Number(limit), stale_at: null })
  }
}
