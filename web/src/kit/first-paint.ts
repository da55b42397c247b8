/** Initial data of a query from local storage, shown until the first response (spec 3) with its real age, so that a stale value is refetched at once. */
import type { Shape } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import type { Slot } from './storage.ts'

type Start<T> = { initialData: T; initialDataUpdatedAt: number } | Record<string, never>

/** kept: the stored value as a whole response. Nothing if nothing is stored, or if it does not match this version's schema. */
export function startingWith<S extends Shape>(shape: S, slot: Pick<Slot<unknown>, 'keptAt'>, kept: unknown): Start<z.output<S>> {
  const parsed = kept === null ? undefined : z.safeParse(shape, kept)
  return parsed?.success ? { initialData: parsed.data, initialDataUpdatedAt: slot.keptAt() } : {}
}
