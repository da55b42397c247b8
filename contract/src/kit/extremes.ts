/** The least and the greatest of many numbers: as arguments of Math.min a long list would overflow the stack. */

/** otherwise: of no numbers. */
export function minOf<T>(numbers: Iterable<number>, otherwise: T): number | T {
  return extremeOf(numbers, Math.min) ?? otherwise
}

/** otherwise: of no numbers. */
export function maxOf<T>(numbers: Iterable<number>, otherwise: T): number | T {
  return extremeOf(numbers, Math.max) ?? otherwise
}

function extremeOf(numbers: Iterable<number>, choose: (one: number, other: number) => number): number | undefined {
  let chosen: number | undefined
  for (const one of numbers) chosen = chosen === undefined ? one : choose(chosen, one)
  return chosen
}
