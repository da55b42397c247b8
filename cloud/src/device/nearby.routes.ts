/** Boxes near the caller that nobody has paired: shown to whoever adds one; the code that the box shows stays necessary (P19). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { nearbyBoxes, maxNearbyBoxes } from '@homeport/contract/nearby.ts'
import type { Limits } from '../kit/rate-limit.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { sameHouse } from './nearby-address.ts'
import { firstNameOf } from './store.ts'

/** The app asks every ten seconds while its form is open; an address is shared by a household. */
export const nearbyUserRate = { points: 20, seconds: 60 }
export const nearbyAddressRate = { points: 100, seconds: 60 }

/** isPairing: it shows a code now. */
export type LinkedBox = { devsn: string; isPairing: boolean }

export type NearbyDeps = {
  limits: Limits
  /** Online boxes at such addresses. */
  boxesAt: (isNear: (address: string) => boolean) => LinkedBox[]
  /** True if bound in any realm. */
  isBound: (devsn: string) => Promise<boolean>
}

export function nearbyRoutes({ limits, boxesAt, isBound }: NearbyDeps): Route[] {
  const byUser = limits.open('nearby_user', nearbyUserRate)
  const byAddress = limits.open('nearby_address', nearbyAddressRate)
  return [
    serve(nearbyBoxes, async (_, { realm, user, address, isHidden }) => {
      const allowed = await Promise.all([byUser.take(`${realm.lang}:${user.user_id}`), byAddress.take(address)])
      if (allowed.includes(false)) throw new Refusal(Code.tooMany)
      const near = isHidden ? [] : boxesAt(sameHouse(address))
      // An operator's address with many households behind it.
      if (near.length > maxNearbyBoxes) return { data: [] }
      const pairing = near.filter((box) => box.isPairing)
      const bound = await Promise.all(pairing.map(({ devsn }) => isBound(devsn)))
      const serials = pairing.filter((_, at) => bound[at] === false).map(({ devsn }) => devsn)
      return {
        data: serials
          .map((devsn) => ({ showsn: devsn.slice(-4).toUpperCase(), name: firstNameOf(devsn) }))
          .sort((one, other) => (one.showsn < other.showsn ? -1 : 1)),
      }
    }),
  ]
}
