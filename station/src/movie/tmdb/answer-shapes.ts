/** Shapes of the film database's answers: only what is used, and lenient, for it has gaps everywhere. What it says goes to the cloud in rows and answers of the box, so none of it is longer than there is space for. */
import { jsonBounds } from '@homeport/contract/kit/http/inbound-json.ts'
import { cutText } from '@homeport/contract/shape/field/text.ts'
import * as z from 'zod/mini'

const orElse = z.catch
/** Longer than any that the database takes from its editors. */
const longest = { overview: 1_500, title: 300, name: 120 }
/** Votes, minutes, popularity. */
const maxAmount = 1_000_000_000
const cutAt = (max: number) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => cutText(text, max)),
  )

const Overview = orElse(cutAt(longest.overview), '')
const Title = orElse(cutAt(longest.title), '')
/** The name of a person, a character, a job, a day, a country. */
const Name = cutAt(longest.name)
const Word = orElse(Name, '')
const Quantity = z.number().check(z.gte(-maxAmount), z.lte(maxAmount))
const Amount = orElse(Quantity, 0)
const PicturePath = orElse(z.nullable(z.string().check(z.regex(/^\/[\w-]{1,100}\.(?:jpg|jpeg|png)$/i))), null)
/** Entries that do not fit are left out. */
function entriesOf<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.array(z.unknown()).check(z.maxLength(jsonBounds.maxEntries)),
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
  title: Title,
  name: Title,
  original_title: Title,
  original_name: Title,
  original_language: Word,
  overview: Overview,
  release_date: Word,
  first_air_date: Word,
  poster_path: PicturePath,
  backdrop_path: PicturePath,
  popularity: Amount,
}
export const SearchResult = z.object({ id: z.int(), ...Titles })
export type SearchResult = z.infer<typeof SearchResult>
export const SearchResults = z.object({ results: entriesOf(SearchResult) })
export const ExternalMatches = z.object({ movie_results: entriesOf(SearchResult), tv_results: entriesOf(SearchResult) })

const Person = { id: z.int(), name: Name, original_name: Word, profile_path: PicturePath }
const Credits = z.object({
  cast: listOf(z.object({ ...Person, character: Word, order: Amount })),
  crew: listOf(z.object({ ...Person, job: Word, department: Word })),
})
const CountryTitle = z.object({ iso_3166_1: Word, title: cutAt(longest.title) })
const Translation = z.object({
  iso_639_1: Word,
  iso_3166_1: Word,
  data: z.object({ title: Title, name: Title, overview: Overview }),
})

export const Details = z.object({
  id: z.int(),
  ...Titles,
  vote_average: Amount,
  vote_count: Amount,
  genres: listOf(z.object({ id: z.int() })),
  production_countries: listOf(z.object({ iso_3166_1: Name })),
  origin_country: listOf(Name),
  runtime: Amount,
  episode_run_time: listOf(Quantity),
  last_air_date: Word,
  status: Word,
  belongs_to_collection: orElse(z.nullable(z.object({ id: z.int(), name: cutAt(longest.title) })), null),
  created_by: listOf(z.object(Person)),
  credits: orElse(z.nullable(Credits), null),
  external_ids: orElse(z.nullable(z.object({ imdb_id: Word })), null),
  alternative_titles: orElse(z.nullable(z.object({ titles: listOf(CountryTitle), results: listOf(CountryTitle) })), null),
  translations: orElse(z.nullable(z.object({ translations: listOf(Translation) })), null),
})
export type Details = z.infer<typeof Details>

/** The name of the collection, from the details in another language. */
export const CollectionName = z.object({
  belongs_to_collection: orElse(z.nullable(z.object({ id: z.int(), name: cutAt(longest.title) })), null),
})

/** The seasons of a series, from its details. */
export const SeriesSeasons = z.object({ seasons: entriesOf(z.object({ season_number: z.int(), air_date: Word })) })

export const SeasonDetails = z.object({
  season_number: z.int(),
  name: Title,
  episodes: entriesOf(
    z.object({ episode_number: z.int(), name: Title, overview: Overview, air_date: Word, still_path: PicturePath }),
  ),
})
export type SeasonDetails = z.infer<typeof SeasonDetails>
