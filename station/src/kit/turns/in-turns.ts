/** Long lists without holding the process: others are served between the pieces (promise 43). */
import { setImmediate as nextTurn } from 'node:timers/promises'

const turnMs = 10

/** The items one by one, with a pause after each turn of 10 ms. */
export async function* inTurns<T>(list: readonly T[]): AsyncGenerator<T> {
  let began = performance.now()
  for (const item of list) {
    yield item
    if (performance.now() - began < turnMs) continue
    await nextTurn()
    began = performance.now()
  }
}

const pieceLength = 1_000
/** The count of all merges together. */
const mergedInTurn = 2_000

/** Pieces are sorted and merged. */
export async function sortInTurns<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < list.length; at += pieceLength) {
    runs.push(list.slice(at, at + pieceLength).toSorted(compare))
    await nextTurn()
  }
  let mergedCount = 0
  const isTurnOver = () => (mergedCount += 1) % mergedInTurn === 0
  while (runs.length > 1) {
    const next: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [first = [], second] = runs.slice(at, at + 2)
      next.push(second ? await merge([first, second], compare, isTurnOver) : first)
    }
    runs = next
  }
  return runs[0] ?? []
}

async function merge<T>(
  [first, second]: readonly [readonly T[], readonly T[]],
  compare: (a: T, b: T) => number,
  isTurnOver: () => boolean,
): Promise<T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < first.length || j < second.length) {
    const [a, b] = [first[i], second[j]]
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a)
      i += 1
    } else {
      merged.push(b)
      j += 1
    }
    if (isTurnOver()) await nextTurn()
  }
  return merged
}
