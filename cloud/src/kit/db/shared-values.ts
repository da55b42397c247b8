/** Values that cached calls of one database version share, made once for equal keys. They are never older than the version, and end with it (kit/response-cache). */
import { keptRowsOf, type Db } from '../db.ts'

/** A settled value takes the place of its promise, so that it is there at once. */
type Values<T> = Map<string, T | Promise<T>>

export type SharedValues<T> = (db: Db, key: string, make: () => Promise<T>) => T | Promise<T>

/** Nobody may change a value. most: of one version; with more of them all are made anew. Where no rows are kept (`keepingRows`), every value is made anew. */
export function sharedValues<T>(most: number): SharedValues<T> {
  const byDb = new WeakMap<Db, Values<T>>()

  function valuesOf(db: Db): Values<T> {
    const existing = byDb.get(db)
    if (existing) return existing
    const values: Values<T> = new Map()
    byDb.set(db, values)
    return values
  }

  return (db, key, make) => {
    if (!keptRowsOf(db)) return make()
    const values = valuesOf(db)
    const existing = values.get(key)
    if (existing !== undefined) return existing
    if (values.size >= most) values.clear()
    const making = make()
    values.set(key, making)
    making.then(
      (value) => {
        if (values.get(key) === making) values.set(key, value)
      },
      () => values.delete(key),
    )
    return making
  }
}

const keysMost = 1_000

/**
 * True from the second request for a key within one version on: then it pays to read what others will need too. False where no rows are kept:
 * with a write between two requests each reads its own page alone.
 */
export function requestCounter(): (db: Db, key: string) => boolean {
  const byDb = new WeakMap<Db, Map<string, number>>()
  return (db, key) => {
    if (!keptRowsOf(db)) return false
    const counts = byDb.get(db) ?? new Map<string, number>()
    byDb.set(db, counts)
    if (counts.size >= keysMost) counts.clear()
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > 1
  }
}
