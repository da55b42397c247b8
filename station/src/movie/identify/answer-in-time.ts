/** Waits for the film database only as long as an app waits for its box. */
import { DatabaseError } from '../tmdb/client.ts'

export type InTime<T> = { state: 'ok'; value: T } | { state: 'away' | 'bad_key' }

/** The work goes on when the time is over: what it brings is kept for the next request. */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, onFault, withinMs }: { signal: AbortSignal; onFault: (fault: unknown) => void; withinMs: number },
): Promise<InTime<T>> {
  const late = Promise.withResolvers<InTime<T>>()
  const timer = setTimeout(() => late.resolve({ state: 'away' }), withinMs)
  const result = work(signal).then(
    (value): InTime<T> => ({ state: 'ok', value }),
    (error: unknown): InTime<T> => {
      if (error instanceof DatabaseError) return { state: error.kind }
      if (!signal.aborted) onFault(error)
      return { state: 'away' }
    },
  )
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
