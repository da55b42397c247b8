/** Asks all devices of the house at once, on every network card, and hears their answers for a while. */
import dgram, { type Socket } from 'node:dgram'
import { boundPackets } from '../../shared/bound-packets.ts'

/** address, port: of the group that devices listen to. cards: this machine's addresses in the house. */
export type SearchSettings = { address: string; port: number; cards: () => readonly string[] }
/** question: a packet. routers: so many may hand it on. elapsed: ms by a clock that nobody sets. onAnswer: from: the device's address; card: this machine's in the device's network. */
type SearchDeps = {
  question: string | Buffer
  routers: number
  answersWithinMs: number
  elapsed: () => number
  onAnswer: (packet: Buffer, way: { from: string; card: string }) => void
}

export function createHouseSearch(
  settings: SearchSettings,
  { question, routers, answersWithinMs, elapsed, onAnswer }: SearchDeps,
) {
  const searching = new Set<Socket>()
  const inBounds = boundPackets(elapsed)

  function searchFrom(card: string): void {
    const socket = dgram.createSocket('udp4')
    const close = () => {
      clearTimeout(timer)
      if (searching.delete(socket)) socket.close()
    }
    const timer = setTimeout(close, answersWithinMs)
    searching.add(socket)
    // A card that is gone by now, or a network without multicast.
    socket.on('error', close)
    socket.on('message', (packet, { address: from }) => inBounds(packet, () => onAnswer(packet, { from, card })))
    socket.bind(0, card, () => {
      const { address, port } = settings
      if (isMulticast(address)) {
        socket.setMulticastInterface(card)
        socket.setMulticastTTL(routers)
      }
      // Twice, since packets get lost.
      for (let sent = 0; sent < 2; sent += 1) socket.send(question, port, address)
    })
  }

  return {
    search: (): void => {
      for (const card of settings.cards()) searchFrom(card)
    },
    stop: (): void => {
      for (const socket of searching) socket.close()
      searching.clear()
    },
  }
}

function isMulticast(address: string): boolean {
  const first = Number(address.split('.')[0])
  return first >= 224 && first < 240
}
