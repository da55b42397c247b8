/** Which films of a library its user has watched: a series only once all its episodes are. */
import type { Library } from './libraries.ts'

/** ids: of the films and episodes that the user watched to the end. The slots of films and series. */
export function watchedSlots({ films, episodes }: Pick<Library, 'films' | 'episodes'>, ids: readonly string[]): Set<number> {
  const slots = new Set<number>()
  const watched = new Map<string, number>()
  for (const id of ids) {
    const series = episodes.seriesOf(id)
    if (series !== undefined) {
      watched.set(series, (watched.get(series) ?? 0) + 1)
      continue
    }
    const slot = films.slotOf(id)
    if (slot !== undefined && !films.isSeries(slot)) slots.add(slot)
  }
  for (const [series, count] of watched) {
    const slot = films.slotOf(series)
    if (slot !== undefined && count === episodes.countOf(series)) slots.add(slot)
  }
  return slots
}
