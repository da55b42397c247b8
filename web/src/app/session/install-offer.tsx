/** On the home page, once in a visit: the offer to install the app. */
import { useEffect, useEffectEvent } from 'react'
import { later } from '../../kit/time/clock.ts'
import { offerInstall, useInstallWay } from '../../settings/install-offer.ts'

/** Long enough to have arrived. */
const offerAfterMs = 4_000

/** onOffer: it is shown now. */
export function InstallOffer({ onOffer }: { onOffer: () => void }) {
  const way = useInstallWay(true)
  const offered = useEffectEvent(onOffer)
  useEffect(() => {
    if (!way) return undefined
    return later(offerAfterMs, () => {
      offered()
      void offerInstall(way)
    })
  }, [way])
  return null
}
