/** A film of a box's library, as the box reports it and as one user sees it; an episode of a series; their files and people. */
import * as z from 'zod/mini'

/** video, audio: codec names from ffprobe, '' before it is probed. path: relative to its library folder, for display; id: the path argument of `play`. source ('BluRay', 'WEB-DL' …), edition, languages (of its sound): by its name and its folder's; a box of an older version does not say them. */
export const FilmFile = z.object({
  id: z.string(),
  path: z.string(),
  file_name: z.string(),
  file_size: z.number(),
  duration_ms: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  video: z.string(),
  audio: z.string(),
  subtitles: z.array(z.string()),
  source: z._default(z.string(), ''),
  edition: z._default(z.string(), ''),
  languages: z._default(z.array(z.string()), []),
})
export type FilmFile = z.infer<typeof FilmFile>

/** film: a single film. series: all episodes of one series, as one entry. */
export const filmKinds = ['film', 'series'] as const
/** How title, year and texts became known: only from the file's name (no), by a search that was certain (auto), from an NFO file beside it, by a person. */
export const identifications = ['no', 'auto', 'nfo', 'person'] as const

/**
 * A film or series in the box's report, without its files. added_at in seconds; rating 0 to 10, votes: how many people rated; poster, backdrop: a blob id or '';
 * quality '4K', '1080p', '720p', 'SD' or '', of a series the best of its episodes; genres: of `filmGenres`, or as the NFO names it; region: ISO 3166-1 alpha-2 of the first country, or ''.
 * Only a series has seasons and episodes (on the box, specials not among the seasons) and year_end (of its last episode); 0 and null for a film. duration_ms of a series: of one episode.
 */
export const BoxFilm = z.object({
  id: z.string(),
  kind: z._default(z.enum(filmKinds), 'film'),
  identified: z._default(z.enum(identifications), 'no'),
  title: z.string(),
  original_title: z.string(),
  year: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  rating: z.nullable(z.number()),
  votes: z._default(z.int(), 0),
  added_at: z.number(),
  poster: z.string(),
  backdrop: z._default(z.string(), ''),
  quality: z.string(),
  genres: z.array(z.string()),
  region: z.string(),
  overview: z.string(),
  file_size: z.number(),
  seasons: z._default(z.int(), 0),
  episodes: z._default(z.int(), 0),
  year_end: z._default(z.nullable(z.number()), null),
})
export type BoxFilm = z.infer<typeof BoxFilm>

/** A film of which nothing is known yet. */
export const unknownFilm: Omit<BoxFilm, 'id' | 'title'> = {
  kind: 'film',
  identified: 'no',
  original_title: '',
  year: null,
  duration_ms: null,
  rating: null,
  votes: 0,
  added_at: 0,
  poster: '',
  backdrop: '',
  quality: '',
  genres: [],
  region: '',
  overview: '',
  file_size: 0,
  seasons: 0,
  episodes: 0,
  year_end: null,
}

/** A film as seen by one user: position_ms is null if the user never started it. A series is watched once all its episodes are; its position_ms is null. */
export const Film = z.extend(BoxFilm, {
  is_favorite: z.boolean(),
  is_watched: z.boolean(),
  position_ms: z.nullable(z.number()),
})
export type Film = z.infer<typeof Film>

/** Genres with a word of their own in the app. */
export const filmGenres = [
  'action',
  'adventure',
  'animation',
  'biography',
  'comedy',
  'crime',
  'documentary',
  'drama',
  'family',
  'fantasy',
  'history',
  'horror',
  'kids',
  'martial-arts',
  'music',
  'mystery',
  'news',
  'politics',
  'reality',
  'romance',
  'science-fiction',
  'soap',
  'sport',
  'talk',
  'thriller',
  'tv-movie',
  'war',
  'western',
] as const

export const creditRoles = ['director', 'writer', 'cast'] as const
/** id: the same in all films of the person. role: the character played, or ''. photo: a blob id or ''. */
export const FilmPerson = z.object({
  id: z.string(),
  name: z.string(),
  job: z.enum(creditRoles),
  role: z.string(),
  photo: z.string(),
})
export type FilmPerson = z.infer<typeof FilmPerson>
export const FilmCollection = z.object({ id: z.string(), name: z.string() })
/** An entry of the film database: movie/603, tv/1399. */
export const TmdbKey = z.string().check(z.regex(/^(?:movie|tv)\/[1-9]\d{0,9}$/, 'invalid'))
/** Ids in other databases; '' if unknown. */
export const FilmIds = z.object({ tmdb: z.string(), imdb: z.string(), douban: z.string() })
export const unknownIds: z.infer<typeof FilmIds> = { tmdb: '', imdb: '', douban: '' }

/** Ids of films that went into a reported one. */
export const FormerIds = z.optional(z.array(z.string()))

const EpisodeNumber = z.int().check(z.gte(0, 'range'), z.lte(2_147_483_647, 'range'))
/** 0: specials. */
export const SeasonNumber = EpisodeNumber

/**
 * An episode in the box's report. id: `play` takes it as movie_id, positions are stored by it. season: 0 for specials. number: in its season, or absolute (season 1) where the name
 * has no season; null if unknown. number_end: the last of a file with several episodes. title, overview, air_date (YYYY-MM-DD), still (a blob id): '' if unknown. added_at in seconds.
 */
export const BoxEpisode = z.object({
  id: z.string(),
  series_id: z.string(),
  season: SeasonNumber,
  number: z.nullable(EpisodeNumber),
  number_end: z.nullable(EpisodeNumber),
  title: z.string(),
  overview: z.string(),
  air_date: z.string(),
  still: z.string(),
  duration_ms: z.nullable(z.number()),
  quality: z.string(),
  file_size: z.number(),
  added_at: z.number(),
})
export type BoxEpisode = z.infer<typeof BoxEpisode>

/** An episode as seen by one user. */
export const Episode = z.extend(BoxEpisode, {
  files: z.array(FilmFile),
  is_watched: z.boolean(),
  position_ms: z.nullable(z.number()),
})
export type Episode = z.infer<typeof Episode>

/** Titles of a series' seasons, by number; '' where a language has none. Seasons without a title of their own are not in it. */
export const SeasonTitles = z.record(z.string(), z.object({ zh: z.string(), en: z.string() }))
export type SeasonTitles = z.infer<typeof SeasonTitles>

/** In one language; '' where there is none. */
export const FilmTexts = z.object({ title: z.string(), overview: z.string(), collection: z.string() })
export type FilmTexts = z.infer<typeof FilmTexts>
