/** The facts of a film, series or episode beyond its name: from an NFO file, the film database or a person. Stored as JSON (identity.store.ts). */
import { FilmCandidate } from '@homeport/contract/movie/identify.ts'
import { FilmIds, FilmPerson, FilmTexts, SeasonTitles, unknownIds } from '@homeport/contract/shape/film/film.ts'
import * as z from 'zod/mini'

/** tvdb: of TheTVDB, which an NFO of a series may name alone; '' if unknown. It stays on the box, which finds the series by it. */
const FactIds = z.extend(FilmIds, { tvdb: z._default(z.string(), '') })
export const unknownFactIds: z.infer<typeof FactIds> = { ...unknownIds, tvdb: '' }

const noTexts = { title: '', overview: '', collection: '' }

/**
 * Every field may be empty: what is empty is taken from the name. ids.tmdb: 'movie/603' or 'tv/1399'. original_title: '' unknown. poster, backdrop, people's photo: picture ids
 * or ''. genres: of filmGenres, or as the NFO names them; region: ISO 3166-1 alpha-2.
 */
export const FilmFacts = z.object({
  ids: z._default(FactIds, unknownFactIds),
  texts: z._default(z.object({ zh: FilmTexts, en: FilmTexts }), { zh: noTexts, en: noTexts }),
  original_title: z._default(z.string(), ''),
  aliases: z._default(z.array(z.string()), []),
  year: z._default(z.nullable(z.number()), null),
  year_end: z._default(z.nullable(z.number()), null),
  runtime_ms: z._default(z.nullable(z.number()), null),
  rating: z._default(z.nullable(z.number()), null),
  votes: z._default(z.int(), 0),
  genres: z._default(z.array(z.string()), []),
  region: z._default(z.string(), ''),
  people: z._default(z.array(FilmPerson), []),
  collection_id: z._default(z.string(), ''),
  poster: z._default(z.string(), ''),
  backdrop: z._default(z.string(), ''),
  /** Titles of seasons, by number. */
  season_titles: z._default(SeasonTitles, {}),
})
export type FilmFacts = z.infer<typeof FilmFacts>

/** still: a picture id or ''. air_date: YYYY-MM-DD or ''. */
export const EpisodeFacts = z.object({
  texts: z.object({
    zh: z.object({ title: z.string(), overview: z.string() }),
    en: z.object({ title: z.string(), overview: z.string() }),
  }),
  air_date: z._default(z.string(), ''),
  still: z._default(z.string(), ''),
})
export type EpisodeFacts = z.infer<typeof EpisodeFacts>

/** A candidate as the box keeps it, with its texts in both languages; poster_url: where its poster is fetched from, '' if it has none. */
export const FoundCandidate = z.extend(z.omit(FilmCandidate, { title: true, overview: true }), {
  texts: z.object({
    zh: z.object({ title: z.string(), overview: z.string() }),
    en: z.object({ title: z.string(), overview: z.string() }),
  }),
  poster_url: z.string(),
})
export type FoundCandidate = z.infer<typeof FoundCandidate>
