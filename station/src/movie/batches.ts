/** Cuts a long list of values into parts for one SQL statement each. */

/** Values per statement that SQLite handles quickly. */
const batchMost = 500

export function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchMost) }, (_, index) =>
    all.slice(index * batchMost, (index + 1) * batchMost),
  )
}
