/** One page of a filtered and sorted library. */
import type { filmOrders, filmSorts } from '@homeport/contract/movie.ts'
import type { UserFilms } from './filter.ts'
import type { Library } from './libraries.ts'

export type PageQuery = {
  sort: (typeof filmSorts)[number]
  order: (typeof filmOrders)[number]
  page: number
  limit: number
}
type Films = Pick<Library, 'films' | 'orders'>

/** matches: undefined without a filter. total: of all pages. */
export function pageOf(
  { films, orders }: Films,
  { sort, order, page, limit }: PageQuery,
  { matches, user }: { matches: ((slot: number) => boolean) | undefined; user: UserFilms },
): { ids: string[]; total: number } {
  const isDescending = order === 'desc'
  const end = page * limit
  const first: number[] = []
  /** Overall: unwatched films before the watched ones, in reverse after them. */
  const second: number[] = []
  let total = matches ? 0 : films.count()
  for (const slot of orders.walk(sort === 'overall' ? 'added' : sort, isDescending)) {
    // Without a filter the number of films is known.
    if (!matches && first.length >= end) break
    if (matches && !matches(slot)) continue
    if (matches) total += 1
    const side = sort === 'overall' && user.watched.has(slot) === isDescending ? second : first
    if (side.length < end) side.push(slot)
  }
  const shown = [...first, ...second].slice(end - limit, end)
  return { ids: shown.flatMap((slot) => films.idOf(slot) ?? []), total }
}
