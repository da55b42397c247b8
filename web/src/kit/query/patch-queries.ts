/** Changes parts of cached responses. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes all cached responses under the key, which stay as old as they are: a list in which a push changed one row was not read anew, and who opens it reads it.
 * `change` returns the same object where nothing changes.
 */
export function patchQueries<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  for (const [key, data] of client.getQueriesData<T>({ queryKey })) {
    const next = data === undefined ? data : change(data)
    if (next === data) continue
    const query = client.getQueryCache().find({ queryKey: key, exact: true })
    const { dataUpdatedAt: updatedAt, isInvalidated } = query?.state ?? {}
    client.setQueryData<T>(key, next, { updatedAt })
    if (isInvalidated) query?.invalidate()
  }
}
