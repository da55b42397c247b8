/** Cuts a long list of values into parts for one SQL statement each. */

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
