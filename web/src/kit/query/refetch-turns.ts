/** Refetches one after another: a push does not cancel a list that is on its way, which on a slow line would never arrive while pushes come. */
import type { Query, QueryClient } from '@tanstack/react-query'

/** Those of which another refetch follows as soon as the present one has ended. */
const followed = new WeakSet<Query>()

/** Marks all queries under the key as stale and refetches those on screen; one that is being fetched is fetched once more after its answer, which may be older than the push. */
export function refetchInTurn(client: QueryClient, queryKey: readonly unknown[]): void {
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  for (const query of client.getQueryCache().findAll({ queryKey, type: 'active' })) void refetch(client, query)
}

async function refetch(client: QueryClient, query: Query): Promise<void> {
  if (followed.has(query)) return
  if (query.state.fetchStatus !== 'idle') {
    followed.add(query)
    // Whether it failed is said where the list stands.
    await Promise.allSettled([query.promise])
    followed.delete(query)
  }
  await client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
}
