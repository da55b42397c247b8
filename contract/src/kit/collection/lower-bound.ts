/** Binary search: the first position from `from` on that is not before what is sought, `end` if all are. The list is sorted: those before it come first. */
export function lowerBound(isBefore: (at: number) => boolean, { from = 0, end }: { from?: number; end: number }): number {
  let [low, high] = [from, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
