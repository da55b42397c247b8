/** The good moment to offer that the app is installed: once a film has played, or from the second visit on with a box. */
import { visitsBeforeOffer } from '../kit/shell/install.ts'
import { session } from '../kit/session.ts'
import { storageKeys } from '../kit/storage.ts'

/** Call once per visit with a bound box. */
export function countVisit(): void {
  const slot = storageKeys.app('install_offer')
  const { visits, is_refused } = slot.get() ?? { visits: 0, is_refused: false }
  slot.set({ visits: visits + 1, is_refused })
}

/** "Not now" was said once. */
const wasRefused = (): boolean => storageKeys.app('install_offer').get()?.is_refused ?? false

export function isOfferDue(): boolean {
  const visits = storageKeys.app('install_offer').get()?.visits ?? 0
  const film = storageKeys.realm(session.get().lang, 'playerInfo').get()?.movie_id ?? ''
  return !wasRefused() && (visits > visitsBeforeOffer || film !== '')
}
