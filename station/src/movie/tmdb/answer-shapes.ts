/** Shapes of the film database's answers: only what is used, and lenient, for it has gaps everywhere. */
import * as z from 'zod/mini'

const orElse = z.catch

const Text = orElse(z.string(), '')
const Amount = orElse(z.number(), 0)
const PicturePath = orElse(z.nullable(z.string().check(z.regex(/^\/[\w-]{1,100}\.(?:jpg|jpeg|png)$/i))), null)
/** Entries that do not fit are left out. */
function entriesOf<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((all: unknown[]): z.output<S>[] =>
      all.flatMap((one) => {
        const parsed = z.safeParse(schema, one)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  )
}

/** The same where the list itself may be missing. */
function listOf<S extends z.ZodMiniType>(schema: S) {
  return orElse(entriesOf(schema), [])
}

const Titles = {
  title: Text,
  name: Text,
  original_title: Text,
  original_name: Text,
  original_language: Text,
  overview: Text,
  release_date: Text,
  first_air_date: Text,
  poster_path: PicturePath,
  backdrop_path: PicturePath,
  popularity: Amount,
}
export const SearchResult = z.object({ id: z.int(), ...Titles })
export type SearchResult = z.infer<typeof SearchResult>
export const SearchResults = z.object({ results: entriesOf(SearchResult) })
export const ExternalMatches = z.object({ movie_results: entriesOf(SearchResult), tv_results: entriesOf(SearchResult) })

const Person = { id: z.int(), name: z.string(), original_name: Text, profile_path: PicturePath }
const Credits = z.object({
  cast: listOf(z.object({ ...Person, character: Text, order: Amount })),
  crew: listOf(z.object({ ...Person, job: Text, department: Text })),
})
const CountryTitle = z.object({ iso_3166_1: Text, title: z.string() })
const Translation = z.object({
  iso_639_1: Text,
  iso_3166_1: Text,
  data: z.object({ title: Text, name: Text, overview: Text }),
})

export const Details = z.object({
  id: z.int(),
  ...Titles,
  vote_average: Amount,
  vote_count: Amount,
  genres: listOf(z.object({ id: z.int() })),
  production_countries: listOf(z.object({ iso_3166_1: z.string() })),
  origin_country: listOf(z.string()),
  runtime: Amount,
  episode_run_time: listOf(z.number()),
  last_air_date: Text,
  status: Text,
  belongs_to_collection: orElse(z.nullable(z.object({ id: z.int(), name: z.string() })), null),
  created_by: listOf(z.object(Person)),
  credits: orElse(z.nullable(Credits), null),
  external_ids: orElse(z.nullable(z.object({ imdb_id: Text })), null),
  alternative_titles: orElse(z.nullable(z.object({ titles: listOf(CountryTitle), results: listOf(CountryTitle) })), null),
  translations: orElse(z.nullable(z.object({ translations: listOf(Translation) })), null),
})
export type Details = z.infer<typeof Details>

/** The name of the collection, from the details in another language. */
export const CollectionName = z.object({
  belongs_to_collection: orElse(z.nullable(z.object({ id: z.int(), name: z.string() })), null),
})

/** The seasons of a series, from its details. */
export const SeriesSeasons = z.object({ seasons: entriesOf(z.object({ season_number: z.int(), air_date: Text })) })

export const SeasonDetails = z.object({
  season_number: z.int(),
  name: Text,
  episodes: entriesOf(z.object({ episode_number: z.int(), name: Text, overview: Text, air_date: Text, still_path: PicturePath })),
})
export type SeasonDetails = z.infer<typeof SeasonDetails>
