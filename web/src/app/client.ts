/** The QueryClient, cache of all responses; passes every failure to the failure handler. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure, setFailureReport } from '../kit/failure.ts'

export type FailureHandler = (error: unknown, from: { isQuiet: boolean }) => void

/** meta: isSaved stores the response for the next start; isQuiet shows no toast (the screen or the next retry does); takes: failures that the caller handles. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isSaved?: boolean; isQuiet?: boolean }
    mutationMeta: { takes?: (failure: unknown) => boolean }
  }
}

export function createClient(onFailure: FailureHandler): QueryClient {
  setFailureReport((error) => onFailure(error, { isQuiet: true }))
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onFailure(error, { isQuiet: query.meta?.isQuiet ?? false }) }),
    mutationCache: new MutationCache({
      onError(error, ...[, , mutation]) {
        if (!mutation.meta?.takes?.(error)) onFailure(error, { isQuiet: false })
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
