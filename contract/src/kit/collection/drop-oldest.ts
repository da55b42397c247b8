/** Maps and sets that remember are bounded: the first entries go, which were put in, or put in again, longest ago. */
export function dropOldest<K>(
  entries: { readonly size: number; keys(): Iterable<K>; delete(key: K): unknown },
  max: number,
): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return
    entries.delete(oldest)
  }
}
