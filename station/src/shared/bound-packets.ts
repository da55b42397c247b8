/** The bounds of packets that any machine of the house may send: of multicast DNS, of SSDP, and of whoever answers a search (P43, P52). */
import { createTokenBucket } from '@homeport/contract/kit/inbound.ts'

/** RFC 6762 allows 9,000, of which an ethernet frame carries 1,500: what is read takes at most some 20 ms. */
export const packetMaxBytes = 4_096
/** The time in each second for all packets together. Those that come while it is owed are dropped, as a busy network drops them. */
const readMs = { perSecond: 100, burst: 50 } as const

/** Reads packets within the bounds. elapsed: ms by a clock that nobody sets. */
export function boundPackets(elapsed: () => number): (packet: Buffer, read: () => void) => void {
  const bucket = createTokenBucket(readMs, elapsed)
  return (packet, read) => {
    if (packet.length > packetMaxBytes || bucket.take(0) > 0) return
    const began = elapsed()
    try {
      read()
    } finally {
      bucket.take(elapsed() - began)
    }
  }
}
