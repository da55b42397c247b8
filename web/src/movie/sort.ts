/** The sort of the library: as the address says, else as it was chosen last on this device. */
import { filmOrders, filmSorts, type FilmOrder, type FilmSort } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { pathTo } from '../kit/nav/href.ts'
import { rewriteAddress, usePageQuery, usePath } from '../kit/nav/nav.ts'
import { storageKeys } from '../kit/storage.ts'

export type Sorted = { sort: FilmSort; order: FilmOrder }

const usual: Sorted = { sort: 'overall', order: 'desc' }

export function useSort(): Sorted & { choose: (next: Sorted) => void } {
  const path = usePath()
  const query = Object.fromEntries(new URLSearchParams(usePageQuery()))
  const stored = storageKeys.app('film_sort')
  return {
    ...(sortFrom(query) ?? sortFrom(stored.get() ?? {}) ?? usual),
    choose(next) {
      stored.set(next)
      rewriteAddress(pathTo(path, { ...query, ...next }))
    },
  }
}

/** undefined for what is no sort. */
function sortFrom(given: { sort?: string; order?: string }): Sorted | undefined {
  const sort = filmSorts.find((one) => one === given.sort)
  return sort && { sort, order: filmOrders.find((one) => one === given.order) ?? 'desc' }
}
