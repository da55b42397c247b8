/** One page of a filtered and sorted library. */
import { filmSortRules, type FilmOrder, type FilmSort } from '@homeport/contract/shape/list-keys/film-sort.ts'
import type { Failures, UserFilms } from './filter.ts'
import type { Library } from './libraries.ts'

export type PageQuery = {
  sort: FilmSort
  order: FilmOrder
  page: number
  limit: number
}
type Films = Pick<Library, 'films' | 'orders'>

/** failures: undefined without a filter. total: of all pages. */
export function pageOf(
  { films, orders }: Films,
  { sort, order, page, limit }: PageQuery,
  { failures, user }: { failures: Failures | undefined; user: UserFilms },
): { ids: string[]; total: number } {
  const isDescending = order === 'desc'
  const end = page * limit
  const total = failures ? countMatches(failures) : films.count()
  /** Overall: unwatched films before the watched ones, in reverse after them. */
  const later = sort === 'overall' ? (isDescending ? 1 : 0) : undefined
  const { marks } = user.watched
  const first: number[] = []
  const second: number[] = []
  let remaining = total
  orders.walk(filmSortRules[sort].field, isDescending, (slot) => {
    if (failures && failures[slot] !== 0) return true
    remaining -= 1
    const side = later !== undefined && (marks[slot] ?? 0) === later ? second : first
    if (side.length < end) side.push(slot)
    return first.length < end && remaining > 0
  })
  const shown = [...first, ...second].slice(end - limit, end)
  return { ids: shown.flatMap((slot) => films.idOf(slot) ?? []), total }
}

function countMatches(failures: Failures): number {
  let count = 0
  for (let slot = 0; slot < failures.length; slot += 1) if (failures[slot] === 0) count += 1
  return count
}
