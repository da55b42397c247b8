/** Queries of a series' episodes, one season at a time. */
import type { Device } from '@homeport/contract/device.ts'
import { listEpisodes } from '@homeport/contract/series.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../kit/ask.ts'
import { episodesKey } from '../watch-data.ts'

export const episodesOnPage = 60

export type SeasonOf = { seriesId: string; season: number }

export const episodes = (device: Device, { seriesId, season }: SeasonOf, page: number) =>
  queryOptions({
    queryKey: [...episodesKey(device, seriesId), season, page],
    queryFn: ({ signal }) =>
      ask(listEpisodes, { devid: device.devid, id: seriesId, season, page, limit: episodesOnPage }, { signal }),
    meta: { isSaved: page === 1, isQuiet: true },
  })
