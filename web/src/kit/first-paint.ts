/** What was kept of the last visit stands until the first answer (spec 3), as old as it is: a query that begins with it is asked at once. */
import type { Shape } from '@homeport/contract/kit/promise.ts'
import * as z from 'zod/mini'
import type { Slot } from './storage.ts'

type Start<T> = { initialData: T; initialDataUpdatedAt: number } | Record<string, never>

/** kept: the value as a whole answer. Nothing where nothing was kept, or where it is not of this version's shape. */
export function startingWith<S extends Shape>(shape: S, slot: Pick<Slot<unknown>, 'keptAt'>, kept: unknown): Start<z.output<S>> {
  const parsed = kept === null ? undefined : z.safeParse(shape, kept)
  return parsed?.success ? { initialData: parsed.data, initialDataUpdatedAt: slot.keptAt() } : {}
}
