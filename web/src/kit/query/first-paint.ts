/** Initial data of a query from local storage, shown until the first response (spec 3). Always asked for anew: it may have been kept before the last change. */
import type { Shape } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'

type Start<T> = { initialData: T; initialDataUpdatedAt: number } | Record<string, never>

/** stored: the stored value as a whole response. Nothing if nothing is stored, or if it does not match this version's schema. */
export function startingWith<S extends Shape>(shape: S, stored: unknown): Start<z.output<S>> {
  const parsed = stored === null ? undefined : z.safeParse(shape, stored)
  return parsed?.success ? { initialData: parsed.data, initialDataUpdatedAt: 0 } : {}
}
