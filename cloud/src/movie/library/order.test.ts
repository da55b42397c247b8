/** Orders that are kept up to date equal orders that are made anew. */
import type { SortField } from '@homeport/contract/shape/list-keys/film-sort.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FilmFacts } from '../film/facts.ts'
import { createFilmColumns } from './film-columns.ts'
import { createOrders } from './order.ts'

const facts: FilmFacts = {
  kind: 'film',
  identified: 'no',
  year: null,
  rating: null,
  duration_ms: null,
  added_at: 0,
  genres: [],
  region: '',
  quality: '',
  file_size: 0,
  collection_id: '',
}
const fields = ['added_at', 'year', 'sort_title'] as const
const change = fc.record({
  id: fc.integer({ min: 0, max: 40 }),
  isGone: fc.boolean(),
  year: fc.option(fc.integer({ min: 1990, max: 1995 })),
  added_at: fc.integer({ min: 0, max: 5 }),
  sort: fc.constantFrom('a', 'b', 'c', ''),
})

function slotsOf(orders: ReturnType<typeof createOrders>, field: SortField): number[] {
  const slots: number[] = []
  orders.walk(field, false, (slot) => slots.push(slot) > 0)
  return slots
}

test('whatever is added, changed and removed, in whatever steps', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 12 }), (steps) => {
      const films = createFilmColumns()
      const orders = createOrders(films)
      for (const step of steps) {
        const changed = new Set<number>()
        for (const { id, isGone, year, added_at, sort } of step) {
          const slot = isGone ? films.drop(String(id)) : films.put(String(id), { ...facts, year, added_at }, { sort })
          if (slot !== undefined) changed.add(slot)
        }
        orders.update(changed)
        const anew = createOrders(films)
        for (const field of fields) expect(slotsOf(orders, field)).toEqual(slotsOf(anew, field))
      }
    }),
    { numRuns: 300 },
  )
})
