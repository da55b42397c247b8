/** The pairing code of a QR link: taken out of the address at once, kept in memory only, through login and back (P12). */
import { observable } from '../../kit/observable.ts'
import { readHash, rewriteAddress } from '../../kit/nav/nav.ts'

/** scanned: the whole text of a QR code that the app read itself. */
export type Pairing = { devsn: string; code: string; scanned?: string }

export const pairing = observable<Pairing | null>(null)

/** Call before the first screen and whenever the hash changes. */
export function takePairing(): void {
  const [path, search] = readHash(location.hash)
  const params = new URLSearchParams(search)
  const code = params.get('code')
  if (!code) return
  pairing.set({ devsn: params.get('devsn') ?? '', code })
  params.delete('code')
  params.delete('devsn')
  rewriteAddress(params.size > 0 ? `${path}?${params}` : path)
}
