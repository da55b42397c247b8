/** The page of films on this phone, and whether there are any, or places to send: small, since the app asks at each start. */
import { session } from '../../kit/session.ts'
import { readSaved } from '../../kit/storage.ts'

export const keptPath = '/pages/device/movie/kept'

/** Storage key of kept-films.ts; '' for a guest. Deleted with the session like all data of its realm (P13). */
export function keptKey(): string {
  const { lang, token, user } = session.get()
  return token !== '' && user ? `${lang}/kept/${user.user_id}` : ''
}

export async function hasKeptFilms(): Promise<boolean> {
  const key = keptKey()
  return key !== '' && (await readSaved(key)) !== undefined
}
