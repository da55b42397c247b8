/** For endless lists: the number of the page after this one; null after the last. */
import type { PageOf } from '@homeport/contract/shape/page.ts'

export function nextPage({ page, limit, total }: PageOf<unknown>): number | null {
  return page * limit < total ? page + 1 : null
}
