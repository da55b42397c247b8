/** Notices that the network is back: the cloud answers again, or this machine has an address that it did not have. */
import { networkInterfaces } from 'node:os'
import type { StationEventBus } from '../../../shared/event-bus.ts'

export type NetworkDeps = { events: StationEventBus; addresses?: (() => string[]) | undefined; onBack: () => void }

export function watchNetwork({ events, addresses = ownAddresses, onBack }: NetworkDeps) {
  let isCloudLost = false
  let last = new Set(addresses())
  events.on('line', ({ isUp }) => {
    if (isUp && isCloudLost) onBack()
    isCloudLost = !isUp
  })
  return {
    check(): void {
      const current = new Set(addresses())
      const isNew = [...current].some((address) => !last.has(address))
      last = current
      if (isNew) onBack()
    },
  }
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((cards) => cards ?? [])
  return all.filter((card) => !card.internal).map((card) => card.address)
}
