/** Cuts a long list of values into parts for one SQL statement each. */

/** Values per statement that SQLite handles quickly. */
const batchMost = 500

export function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchMost) }, (_, index) =>
    all.slice(index * batchMost, (index + 1) * batchMost),
  )
}

/** The rows of all batches, in their order. */
export async function rowsOfBatches<T, Row>(all: readonly T[], rowsOf: (some: T[]) => Promise<Row[]>): Promise<Row[]> {
  const batches: Row[][] = []
  for (const some of batchesOf(all)) batches.push(await rowsOf(some))
  return batches.flat()
}
