/** A clock that nobody sets: for ages and intervals of seconds. A box without a battery starts with a wrong date, and its clock jumps when it finds a time server. */
export function monotonicMs(): number {
  return performance.now()
}
