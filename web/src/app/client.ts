/** The cache of all answers; its one hook hands every failure to the failure door. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure } from '../kit/failure.ts'

export type Door = (error: unknown, from: { isQuiet: boolean }) => void

/** meta: isSaved keeps an answer for the next start; isQuiet leaves its own face or the next try to speak; takes: failures that the caller has words for. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isSaved?: boolean; isQuiet?: boolean }
    mutationMeta: { takes?: (failure: unknown) => boolean }
  }
}

export function createClient(door: Door): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => door(error, { isQuiet: query.meta?.isQuiet ?? false }) }),
    mutationCache: new MutationCache({
      onError(error, ...[, , mutation]) {
        if (!mutation.meta?.takes?.(error)) door(error, { isQuiet: false })
      },
    }),
    defaultOptions: {
      // a home network is a network without the internet too: never wait for "online"
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        gcTime: 86_400_000,
        retry: (count, error) => count < 1 && isFailure(error, 'network'),
        retryDelay: 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
