/** Long lists of values in SQL: cut into parts for one statement each, or as one value. */
import { sql, type RawBuilder } from 'kysely'

/** Values per statement that SQLite handles quickly. */
const maxBatch = 500

export function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / maxBatch) }, (_, index) =>
    all.slice(index * maxBatch, (index + 1) * maxBatch),
  )
}

/** The rows of all batches, in their order. */
export async function rowsOfBatches<T, Row>(all: readonly T[], rowsOf: (some: T[]) => Promise<Row[]>): Promise<Row[]> {
  const batches: Row[][] = []
  for (const some of batchesOf(all)) batches.push(await rowsOf(some))
  return batches.flat()
}

/** A list of any length as the right side of `in` or `not in`: SQLite takes 32,766 values in a statement. */
export function asOneValue(all: readonly string[]): RawBuilder<string> {
  return sql`(select value from json_each(${JSON.stringify(all)}))`
}
