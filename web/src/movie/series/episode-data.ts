/** Queries of a series' episodes, one season at a time. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { listEpisodes, type Episode } from '@homeport/contract/movie/series.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { episodesKey } from '../film/watch-data.ts'

export const episodesOnPage = 60

export type SeasonOf = { seriesId: string; season: number }

export const episodes = (device: Device, { seriesId, season }: SeasonOf, page: number) =>
  queryOptions({
    queryKey: [...episodesKey(device, seriesId), season, page],
    queryFn: ({ signal }) =>
      ask(listEpisodes, { devid: device.devid, id: seriesId, season, page, limit: episodesOnPage }, { signal }),
    meta: { isSaved: page === 1, isQuiet: true },
  })

/** The episode to go on with; of a series watched to its end the first one. */
export function useNextEpisode(device: Device, { id, next, season_list: [first] }: FilmDetail): Episode | null {
  const start = useQuery({
    ...episodes(device, { seriesId: id, season: first?.season ?? 0 }, 1),
    enabled: next === null && first !== undefined,
  })
  return next ?? start.data?.data[0] ?? null
}
