/** Orders of a box's films: one permutation of its slots for each field that they are sorted by, made at first use and kept up to date. */
import type { SortField } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { lowerBound } from '@homeport/contract/kit/collection/lower-bound.ts'
import type { FilmColumns } from './film-columns.ts'

type Compare = (one: number, other: number) => number

export function createOrders(films: FilmColumns) {
  const orders = new Map<SortField, Uint32Array>()

  /** Ascending; films with equal values in the order of their ids, those without a value last. */
  function orderBy(field: SortField): Uint32Array {
    const existing = orders.get(field)
    if (existing) return existing
    const all = new Uint32Array(films.count())
    let at = 0
    for (let slot = 0; slot < films.size(); slot += 1) if (films.idOf(slot) !== undefined) all[at++] = slot
    const made = all.sort(compareBy(films, field))
    orders.set(field, made)
    return made
  }

  return {
    /** Calls `visit` for films with a value in this direction, then for those without, until it returns false. */
    walk(field: SortField, isDescending: boolean, visit: (slot: number) => boolean): void {
      const order = orderBy(field)
      const valued = countValued(films, field, order)
      for (let at = 0; at < order.length; at += 1) {
        const index = isDescending && at < valued ? valued - 1 - at : at
        if (!visit(order[index] ?? 0)) return
      }
    },
    /** These slots changed, were added or removed: they are taken out of each order and put in again. */
    update(changed: ReadonlySet<number>): void {
      if (changed.size === 0) return
      const isChanged = new Uint8Array(films.size())
      for (const slot of changed) isChanged[slot] = 1
      for (const [field, order] of orders) {
        const compare = compareBy(films, field)
        const moved = Uint32Array.from([...changed].filter((slot) => films.idOf(slot) !== undefined)).sort(compare)
        orders.set(field, merged(withoutMarked(order, isChanged), moved, compare))
      }
    },
    bytes: () => orders.size * films.count() * 4,
  }
}

function withoutMarked(order: Uint32Array, isMarked: Uint8Array): Uint32Array {
  const staying = new Uint32Array(order.length)
  let length = 0
  for (const slot of order) {
    staying[length] = slot
    length += 1 - (isMarked[slot] ?? 0)
  }
  return staying.subarray(0, length)
}

/** The position of each moved slot is searched by halves and the rest copied in blocks: a few changed films cost next to nothing in an order of 100,000. */
function merged(staying: Uint32Array, moved: Uint32Array, compare: Compare): Uint32Array {
  const all = new Uint32Array(staying.length + moved.length)
  let [from, at] = [0, 0]
  for (const slot of moved) {
    const index = insertionIndex(staying, from, (other) => compare(other, slot) <= 0)
    all.set(staying.subarray(from, index), at)
    at += index - from
    all[at++] = slot
    from = index
  }
  all.set(staying.subarray(from), at)
  return all
}

/** The first position from this one on whose slot is not before. */
function insertionIndex(order: Uint32Array, from: number, isBefore: (slot: number) => boolean): number {
  return lowerBound((at) => isBefore(order[at] ?? 0), { from, end: order.length })
}

function compareBy(films: FilmColumns, field: SortField): Compare {
  const byId: Compare = (one, other) => ((films.idOf(one) ?? '') < (films.idOf(other) ?? '') ? -1 : 1)
  if (field === 'sort_title') return (one, other) => compareTexts(films.sortKey(one), films.sortKey(other)) || byId(one, other)
  const values = films.columns()[field]
  return (one, other) => {
    const [a, b] = [values[one] ?? NaN, values[other] ?? NaN]
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || byId(one, other)
    return a - b || byId(one, other)
  }
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** Films without the value are at the end of the order. */
function countValued(films: FilmColumns, field: SortField, order: Uint32Array): number {
  if (field === 'sort_title') return order.length
  const values = films.columns()[field]
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number.isNaN(values[order[middle] ?? 0] ?? NaN)) high = middle
    else low = middle + 1
  }
  return low
}
