/** The parts that all routes of a box's library need: its films in memory with the user's own state, and whether the box is online. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { movieLook, type Film, type FilmFilter } from '@homeport/contract/movie/movie.ts'
import type { Realm } from '../../kit/realm.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DeviceContext, UserBoxRequests } from '../../kit/http/serve.ts'
import type { Options } from './filter.ts'
import { createLibraries, type Library } from './libraries.ts'
import { hasSlot, slotSet } from './slot-set.ts'
import { createUserSlots } from './watched.ts'
import { filmsByIds, hasFilm } from '../film/store.ts'
import { createUserFilms } from './user-films.ts'

export type BoxLibraryDeps = {
  /** seenAt in ms. */
  presenceOf: (realm: Realm, devsn: string) => Promise<{ online: boolean; seenAt: number | null }>
  /** Sends to an online box for a user; undefined if it is offline. */
  boxFor: (realm: Realm, userId: string, devsn: string) => UserBoxRequests | undefined
}
/** history: ids of the films and episodes that the user started or finished. */
export type UserLibrary = { library: Library; options: Options; history: readonly string[] }
export type BoxLibrary = ReturnType<typeof createBoxLibrary>

export function createBoxLibrary({ presenceOf, boxFor }: BoxLibraryDeps) {
  const { libraryOf } = createLibraries()
  const userIdsOf = createUserFilms()
  const userFilmsOf = createUserSlots()

  /** Seconds; null while the box is online. */
  async function staleAt({ realm, device, now }: DeviceContext): Promise<number | null> {
    const { online, seenAt } = await presenceOf(realm, device.devsn)
    return online ? null : Math.floor((seenAt ?? now) / 1000)
  }

  /** The box is asked to read those first of which details are missing. Not awaited; a box that does not answer reads them later anyway. */
  function lookAt({ realm, user, device }: DeviceContext, ids: readonly string[]): void {
    if (ids.length === 0) return
    boxFor(realm, user.user_id, device.devsn)
      ?.send(movieLook.name, { ids })
      .catch(() => undefined)
  }

  /** The library with what is this user's in it. */
  async function libraryFor(context: DeviceContext, filter?: FilmFilter): Promise<UserLibrary> {
    const { realm, device } = context
    const [library, ids] = await Promise.all([libraryOf(realm, device.devsn), userIdsOf(realm, ofUser(context))])
    const user = userFilmsOf(library, ids)
    const person = filter?.person ? slotSet((await library.search()).filmsOf(filter.person) ?? []) : undefined
    return { library, options: { user, person }, history: ids.history }
  }

  /** In this order; ids that the box does not have are left out. */
  async function filmsOf(context: DeviceContext, ids: readonly string[], { library, options }: UserLibrary): Promise<Film[]> {
    const films = await filmsByIds(context.db, ofUser(context), ids)
    return films.map((film) =>
      film.kind === 'series' ? { ...film, is_watched: hasSlot(options.user.watched, library.films.slotOf(film.id)) } : film,
    )
  }

  return { staleAt, lookAt, libraryFor, filmsOf }
}

export type OfUser = { devsn: string; user_id: string }

export function ofUser({ device, user }: DeviceContext): OfUser {
  return { devsn: device.devsn, user_id: user.user_id }
}

export async function requireFilm({ db, device }: DeviceContext, id: string): Promise<void> {
  if (!(await hasFilm(db, { devsn: device.devsn, id }))) throw new Refusal(Code.notFound)
}

/** The ids of the films without a duration or poster, which the box learns by reading the file. */
export function unreadIds(films: readonly Pick<Film, 'id' | 'duration_ms' | 'poster'>[]): string[] {
  return films.filter(({ duration_ms, poster }) => duration_ms === null || poster === '').map(({ id }) => id)
}
