/** Which films of a library its user has watched: a series only once all its episodes are. */
import type { UserFilms } from './filter.ts'
import type { Library } from './libraries.ts'
import { slotSet, type SlotSet } from './slot-set.ts'

type Films = Pick<Library, 'films' | 'episodes' | 'version'>
type UserIds = { watched: readonly string[]; favorites: readonly string[] }

/** The slots of what a user watched and likes: computed anew when the library or the ids changed (createUserFilms returns the same object while they did not). */
export function createUserSlots(): (library: Films, ids: UserIds) => UserFilms {
  const cache = new WeakMap<UserIds, { films: Films['films']; version: number; slots: UserFilms }>()
  return (library, ids) => {
    const { films, version } = library
    const existing = cache.get(ids)
    if (existing?.films === films && existing.version === version) return existing.slots
    const favorites = slotSet(ids.favorites.flatMap((id) => films.slotOf(id) ?? []))
    const slots = { watched: watchedSlots(library, ids.watched), favorites }
    cache.set(ids, { films, version, slots })
    return slots
  }
}

/** ids: of the films and episodes that the user watched to the end. The slots of films and series. */
export function watchedSlots({ films, episodes }: Pick<Library, 'films' | 'episodes'>, ids: readonly string[]): SlotSet {
  const slots: number[] = []
  const watched = new Map<string, number>()
  for (const id of ids) {
    const series = episodes.seriesOf(id)
    if (series !== undefined) {
      watched.set(series, (watched.get(series) ?? 0) + 1)
      continue
    }
    const slot = films.slotOf(id)
    if (slot !== undefined && !films.isSeries(slot)) slots.push(slot)
  }
  for (const [series, count] of watched) {
    const slot = films.slotOf(series)
    if (slot !== undefined && count === episodes.countOf(series)) slots.push(slot)
  }
  return slotSet(slots)
}
