/** Routes for one film or series: its details, and the episodes of a season. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmDetail, type Season } from '@homeport/contract/movie/movie.ts'
import { listEpisodes } from '@homeport/contract/movie/series.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type DeviceContext, type Route } from '../kit/http/serve.ts'
import { ofUser, requireFilm, unreadIds, type BoxLibrary } from './library/box-library.ts'
import { episodesByIds, seasonPage, statesOf, type EpisodeState } from './film/episode.store.ts'
import { nextEpisode } from './history/next-episode.ts'
import { filmById } from './film/store.ts'

export function seriesRoutes({ staleAt, lookAt }: Pick<BoxLibrary, 'staleAt' | 'lookAt'>): Route[] {
  return [
    serve(filmDetail, async ({ id }, context) => {
      const film = await filmById(context.db, { ...ofUser(context), id })
      if (!film) throw new Refusal(Code.notFound)
      const [ofSeries, stale_at] = await Promise.all([film.kind === 'series' ? seriesParts(context, film) : {}, staleAt(context)])
      if (stale_at === null) lookAt(context, unreadIds([film]))
      return { ...film, ...ofSeries, stale_at }
    }),
    serve(listEpisodes, async ({ id, season, page, limit }, context) => {
      await requireFilm(context, id)
      const slice = { series_id: id, season, limit, offset: (page - 1) * limit }
      const [episodes, stale_at] = await Promise.all([seasonPage(context.db, { ...ofUser(context), ...slice }), staleAt(context)])
      if (stale_at === null) lookAt(context, unreadIds(episodes.data.map((one) => ({ ...one, poster: one.still }))))
      return { ...episodes, page, limit, stale_at }
    }),
  ]
}

/** The parts of a series that follow from the user's state of its episodes. */
async function seriesParts(context: DeviceContext, { id, season_titles }: { id: string; season_titles: Record<string, string> }) {
  const of = ofUser(context)
  const states = (await statesOf(context.db, of, [id])).get(id) ?? []
  const next = nextEpisode(states)
  return {
    season_list: seasonsOf(states, season_titles),
    next: next ? ((await episodesByIds(context.db, of, [next.id])).get(next.id) ?? null) : null,
    is_watched: states.length > 0 && states.every(({ is_watched }) => is_watched),
  }
}

function seasonsOf(states: readonly EpisodeState[], titles: Record<string, string>): Season[] {
  return [...Map.groupBy(states, ({ season }) => season)].map(([season, episodes]) => ({
    season,
    title: titles[season] ?? '',
    episodes: episodes.length,
    watched: episodes.filter(({ is_watched }) => is_watched).length,
  }))
}
