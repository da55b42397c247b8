/** The library from the box itself, while the cloud is away. A person's watched films and marks lie in the cloud: the lists show them as last seen. */
import {
  filmForget,
  filmIdentify,
  filmMatch,
  getMovieFile,
  removeRelation,
  saveMovieFile,
} from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  deviceFilms,
  filmDetail,
  filmGenresOf,
  listFilms,
  movieList,
  unknownIds,
  type Film,
  type FilmFilter,
} from '@homeport/contract/movie/movie.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { QueryClient } from '@tanstack/react-query'
import { later } from '../kit/clock.ts'
import { Failure } from '../kit/failure.ts'
import { answerInHouse } from '../kit/call/in-house.ts'
import { send } from '../kit/call/link.ts'
import { session } from '../kit/session.ts'

/** A larger library is shown as far as this. */
export const filmsInHouse = 2_970
const pageSize = 99
/** Lists that are drawn together are read once. */
const keptMs = 2_000

type Query = Out<typeof listFilms.input>
type Known = Pick<Film, 'is_favorite' | 'is_watched' | 'position_ms'>

export function answerFilmsInHouse(client: QueryClient): () => void {
  const films = async () => withKnown(await allFilms(), knownFilms(client))
  const list = async (query: Query) => ({ ...filmListOf(await films(), query), stale_at: null })
  const stops = [
    answerInHouse(listFilms, list),
    answerInHouse(deviceFilms, list),
    answerInHouse(filmGenresOf, async (filter) => countsOf((await films()).filter(matching(filter)))),
    answerInHouse(filmDetail, async ({ devid, id }) => {
      const film = (await films()).find((one) => one.id === id)
      if (!film) throw new Failure('code', { code: Code.notFound })
      const before = client.getQueryData<Partial<Out<typeof filmDetail.output>>>([session.get().lang, 'movie', devid, 'film', id])
      return { files: [], people: [], collection: null, ids: unknownIds, ...before, ...film, stale_at: null }
    }),
    answerInHouse(getMovieFile, ({ id }) => send(filmMatch, { id })),
    answerInHouse(saveMovieFile, (choice) => send(filmIdentify, choice)),
    answerInHouse(removeRelation, ({ id }) => send(filmForget, { id })),
  ]
  return () => stops.forEach((stop) => stop())
}

let reading: Promise<Film[]> | null = null

function allFilms(): Promise<Film[]> {
  if (reading) return reading
  reading = readAll()
  const forget = () => void (reading = null)
  reading.then(() => later(keptMs, forget), forget)
  return reading
}

async function readAll(): Promise<Film[]> {
  const films: Film[] = []
  for (let offset = 0; offset < filmsInHouse; offset += pageSize) {
    const { data, total } = await send(movieList, { limit: pageSize, offset })
    for (const film of data) films.push({ ...film, is_favorite: false, is_watched: false, position_ms: null })
    if (offset + pageSize >= total) break
  }
  return films
}

/** From all lists of films that were loaded before. */
function knownFilms(client: QueryClient): Map<string, Known> {
  const known = new Map<string, Known>()
  const lists = client.getQueriesData<{ data?: unknown }>({ queryKey: [session.get().lang, 'movie'] })
  for (const [, list] of lists)
    for (const film of Array.isArray(list?.data) ? list.data : []) if (isKnown(film)) known.set(film.id, film)
  return known
}

function isKnown(film: unknown): film is Known & { id: string } {
  return typeof film === 'object' && film !== null && 'id' in film && 'is_favorite' in film && 'position_ms' in film
}

function withKnown(films: readonly Film[], known: ReadonlyMap<string, Known>): Film[] {
  return films.map((film) => {
    const before = known.get(film.id)
    if (!before) return film
    const { is_favorite, is_watched, position_ms } = before
    return { ...film, is_favorite, is_watched, position_ms }
  })
}

/** The answer of the cloud to the same query, but for people and collections. */
export function filmListOf(films: readonly Film[], { page, limit, sort, order, ...filter }: Query) {
  const all = films.filter(matching(filter))
  const hasValue = (film: Film) =>
    (sort !== 'year' && sort !== 'rating' && sort !== 'duration') || film[sort === 'duration' ? 'duration_ms' : sort] !== null
  const sorted = all.filter(hasValue).toSorted(orders[sort])
  if (order === 'asc') sorted.reverse()
  // Those without the value come last in both directions.
  const matches = [...sorted, ...all.filter((film) => !hasValue(film))]
  return { data: matches.slice((page - 1) * limit, page * limit), total: matches.length, page, limit }
}

function matching(filter: FilmFilter): (film: Film) => boolean {
  const isIn = (values: readonly string[], own: readonly string[]) =>
    values.length === 0 || own.some((value) => values.includes(value))
  return (film) =>
    (filter.kind === null || film.kind === filter.kind) &&
    isIn(filter.genres, film.genres) &&
    isIn(filter.regions, [film.region]) &&
    isIn(filter.qualities, [film.quality]) &&
    (filter.year_from === null || (film.year ?? 0) >= filter.year_from) &&
    (filter.year_to === null || (film.year ?? Infinity) <= filter.year_to) &&
    (filter.rating_from === null || (film.rating ?? -1) >= filter.rating_from) &&
    (filter.watched === null || film.is_watched === filter.watched) &&
    (!filter.favorite || film.is_favorite) &&
    (!filter.unidentified || film.identified === 'no')
}

const byNumber = (key: (film: Film) => number | null) => (one: Film, other: Film) =>
  (key(other) ?? -Infinity) - (key(one) ?? -Infinity) || other.added_at - one.added_at
const byTitle = new Intl.Collator(['zh', 'en'], { numeric: true, sensitivity: 'base' })
const orders: Record<Query['sort'], (one: Film, other: Film) => number> = {
  overall: (one, other) => Number(one.is_watched) - Number(other.is_watched) || other.added_at - one.added_at,
  added: byNumber((film) => film.added_at),
  year: byNumber((film) => film.year),
  rating: byNumber((film) => film.rating),
  title: (one, other) => byTitle.compare(other.title, one.title),
  duration: byNumber((film) => film.duration_ms),
}

function countsOf(films: readonly Film[]): Out<typeof filmGenresOf.output> {
  const years = films.flatMap(({ year }) => (year === null ? [] : [year]))
  const watched = films.filter((film) => film.is_watched).length
  return {
    total: films.length,
    kinds: counted(films.map(({ kind }) => kind)),
    genres: counted(films.flatMap(({ genres }) => genres)),
    regions: counted(films.map(({ region }) => region)),
    qualities: counted(films.map(({ quality }) => quality)),
    years: counted(years.map(String))
      .map(({ value, count }) => ({ year: Number(value), count }))
      .toSorted((one, other) => one.year - other.year),
    watched,
    unwatched: films.length - watched,
    favorite: films.filter((film) => film.is_favorite).length,
    unidentified: films.filter((film) => film.identified === 'no').length,
  }
}

function counted(values: readonly string[]): { value: string; count: number }[] {
  const groups = Map.groupBy(
    values.filter((value) => value !== ''),
    (value) => value,
  )
  return [...groups].map(([value, group]) => ({ value, count: group.length })).toSorted((one, other) => other.count - one.count)
}
