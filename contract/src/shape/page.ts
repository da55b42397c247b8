/** Pagination: pages count from 1, a limit over 99 is 99 (wire.md); or a feed with a cursor. */
import * as z from 'zod/mini'

export const listLimit = 99

export const Page = z.pipe(
  z._default(z.int().check(z.positive('page')), 1),
  z.transform((page: number) => Math.min(page, 1_000_000)),
)
export const Limit = z.pipe(
  z._default(z.int().check(z.positive('limit')), listLimit),
  z.transform((limit: number) => Math.min(limit, listLimit)),
)

export function page<S extends z.ZodMiniType>(row: S) {
  return z.object({ data: z.array(row), total: z.number(), page: z.number(), limit: z.number() })
}

export type PageOf<T> = { data: T[]; total: number; page: number; limit: number }

export const Cursor = z._default(z.string().check(z.regex(/^[\w.:-]{0,120}$/, 'invalid')), '')

/** Rows, and the cursor of the next page, '' at the end. */
export const feed = <S extends z.ZodMiniType>(row: S) => z.object({ data: z.array(row), next: z.string() })
