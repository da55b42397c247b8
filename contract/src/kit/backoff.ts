/** Exponential backoff: how long to wait before the next try. */

/** first, most: ms. factor: by which each wait is longer than the one before. jitter: 0.25: up to a quarter shorter or longer, by random, 0 to 1, so that not all come back at once. */
export type Backoff = { first: number; most?: number; factor?: number; jitter?: number; random?: number }

/** In ms. failures: in a row before this one, 0 for the first. */
export function backoff(failures: number, { first, most = Infinity, factor = 2, jitter = 0, random = 0.5 }: Backoff): number {
  return Math.min(most, first * factor ** failures) * (1 - jitter + 2 * jitter * random)
}
