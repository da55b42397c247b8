/** Counts MQTT packets before their parser, in the frames of a WebSocket that carry them (P43, P52). For cloud and station. */
import { createHeadReader, frameRest, type UnitCounter } from '../inbound.ts'

/** Other packets than CONNECT and PUBLISH are short: a box subscribes to its own two topics, and thousands in one packet would hold up the broker. */
const longTypes = new Set([1, 3])
const shortMaxBytes = 1_024
/** Opcodes of frames whose bytes are those of packets: of a message and of what continues it (RFC 6455, 5.2). */
const messageOpcodes = new Set([0, 1, 2])

/** Bytes of a packet after MQTT's fixed header: undefined while the header is not whole, Infinity for a malformed one, and for one that is longer than any of its type (CONNECT and PUBLISH are long). */
export function packetRest(head: readonly number[]): number | undefined {
  const bytes = head.slice(1)
  const last = bytes.at(-1)
  if (last === undefined) return undefined
  if (last >= 128) return bytes.length < 4 ? undefined : Infinity
  const rest = bytes.reduce((sum, byte, index) => sum + (byte & 127) * 128 ** index, 0)
  return rest > shortMaxBytes && !longTypes.has((head[0] ?? 0) >> 4) ? Infinity : rest
}

/** For the frames of a server, which are not masked: both they and the packets in them count. Infinity once a packet is longer than maxBytes. */
export function createPacketCounter(maxBytes: number): UnitCounter {
  let packets = 0
  const readPackets = createHeadReader(packetRest)
  const readFrames = createHeadReader(frameRest, (bytes, first) => {
    if (!messageOpcodes.has(first & 15)) return
    const { units, longest } = readPackets(bytes)
    packets += longest > maxBytes ? Infinity : units
  })
  return (bytes) => {
    packets = 0
    return readFrames(bytes).units + packets
  }
}

/** The same bytes without the head of the HTTP answer before them. */
export function afterHead(count: UnitCounter): UnitCounter {
  const end = Buffer.from('\r\n\r\n')
  let matched = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      if (matched === end.length) return count(bytes.subarray(at))
      matched = bytes[at] === end[matched] ? matched + 1 : bytes[at] === end[0] ? 1 : 0
    }
    return 0
  }
}
