/** For infinite lists: the number of the next page; null after the last. */
import type { PageOf } from '@homeport/contract/shape/page.ts'

export function nextPage({ page, limit, total }: PageOf<unknown>): number | null {
  return page * limit < total ? page + 1 : null
}
