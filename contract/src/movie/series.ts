/** The episodes of a series (spec 3: "video title lists hold groups of videos"). The series itself is a film of kind series (movie.ts). */
import * as z from 'zod/mini'
import { call, report } from '../kit/operation.ts'
import { BoxEpisode, Episode, FilmFile, FormerIds, SeasonNumber } from '../shape/film/film.ts'
import { Limit, Page, page } from '../shape/page.ts'

export type { Episode }

const EpisodeTexts = z.object({ title: z.string(), overview: z.string() })

/** Mirror rows; key = episode id. texts: in both languages, a realm stores its own. former_ids: as of filmRow. */
export const episodeRow = report({
  name: 'movie.episode',
  row: z.extend(BoxEpisode, {
    files: z.array(FilmFile),
    texts: z.optional(z.object({ zh: EpisodeTexts, en: EpisodeTexts })),
    former_ids: FormerIds,
  }),
})
export type ReportedEpisode = z.infer<typeof episodeRow.row>

/** Episodes of one season in order, those without a number last. id: of the series; 4004 if the box has no such series. stale_at: seconds, null while the box is online. */
export const listEpisodes = call({
  host: 'device',
  path: '/movie/episode/list',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), id: z.string(), season: SeasonNumber, page: Page, limit: Limit }),
  output: z.extend(page(Episode), { stale_at: z.nullable(z.number()) }),
})
