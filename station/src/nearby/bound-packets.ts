/** The bounds of multicast DNS packets: any machine of the house sends them, and the library reads each whole, however its names refer to each other (P43, P52). */
import { createTokenBucket } from '@homeport/contract/kit/inbound.ts'

/** RFC 6762 allows 9,000, of which an ethernet frame carries 1,500: what is read takes at most some 20 ms. */
const maxPacketBytes = 4_096
/** The time in each second for all packets together. Those that come while it is owed are dropped, as a busy network drops them. */
const readMs = { perSecond: 100, burst: 50 } as const

/** The same reader within the bounds. elapsed: ms by a clock that nobody sets. */
export function boundPackets<T extends readonly unknown[]>(
  read: (card: string, packet: Buffer, ...rest: T) => void,
  elapsed: () => number,
): (card: string, packet: Buffer, ...rest: T) => void {
  const bucket = createTokenBucket(readMs, elapsed)
  return (card, packet, ...rest) => {
    if (packet.length > maxPacketBytes || bucket.take(0) > 0) return
    const began = elapsed()
    try {
      read(card, packet, ...rest)
    } finally {
      bucket.take(elapsed() - began)
    }
  }
}
