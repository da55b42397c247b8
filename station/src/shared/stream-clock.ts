/** The times in the bytes of an MPEG transport or program stream, without a player: by the heads of its packets (ISO/IEC 13818-1). */

/** at: byte of the file at which its packet begins. stream: its PID, in a program stream its id. ticks: when it is decoded, which only goes forward, of 90 kHz and 33 bits; shown: when it is shown. */
export type Stamp = { at: number; stream: number; isVideo: boolean; ticks: number; shown: number }
type Times = Pick<Stamp, 'isVideo' | 'ticks' | 'shown'>
/** heads: where a transport stream says what it holds; a part of it is read from there on. */
export type Stamps = { stamps: Stamp[]; heads: number[] }
export type ClockReader = (bytes: Buffer, from: number) => Stamps

const ticksPerMs = 90
const aroundTicks = 2 ** 33
const sync = 0x47
/** With the times of a Blu-ray disc before, or the check bytes of a broadcast behind each packet. */
const packetSizes = [188, 192, 204]
const packetsInStep = 5
const discHead = 4
const packStart = Buffer.from([0, 0, 1, 0xba])
const systemHead = 0x1bb
/** Bytes up to the last time of a packet, of which some may fill. */
const [mostFilled, mostTimes] = [22, 40]
/** Bytes of a pack's head, at least and at most. */
const [leastHead, mostHead] = [12, 128]

/** container: ffprobe's name. undefined: it has no such clock. */
export function clockReaderOf(container: string): ClockReader | undefined {
  return container === 'mpegts' ? transportStamps : container === 'mpeg' ? programStamps : undefined
}

/** From one time to the other, forward or back by the shorter way: the clock begins again after 95,443 s. */
export function msBetween(one: Pick<Stamp, 'ticks'>, other: Pick<Stamp, 'ticks'>): number {
  const ahead = (other.ticks - one.ticks + aroundTicks) % aroundTicks
  return (ahead > aroundTicks / 2 ? ahead - aroundTicks : ahead) / ticksPerMs
}

/** How long a stretch lasts in which the clock runs through, whatever the way. */
export function msShown(first: Stamp, last: Stamp): number {
  return ((last.shown - first.shown + aroundTicks) % aroundTicks) / ticksPerMs
}

function transportStamps(bytes: Buffer, from: number): Stamps {
  const result: Stamps = { stamps: [], heads: [] }
  let { size, at } = packetsFrom(bytes, 0)
  while (size > 0 && at + 188 <= bytes.length) {
    if (bytes[at] === sync) {
      readPacket(bytes, { at, begins: from + at - (size === 192 ? discHead : 0), result })
      at += size
    } else {
      // Damaged, or another recording begins.
      ;({ size, at } = packetsFrom(bytes, at))
    }
  }
  return result
}

type Packet = { at: number; begins: number; result: Stamps }

function readPacket(bytes: Buffer, { at, begins, result: { stamps, heads } }: Packet): void {
  const head = bytes.readUIntBE(at + 1, 3)
  const [isDamaged, isBegin, hasMore, hasPayload] = [0x80_00_00, 0x40_00_00, 0x20, 0x10].map((bit) => (head & bit) !== 0)
  const stream = (head >> 8) & 0x1fff
  if (isDamaged) return
  if (stream === 0) heads.push(begins)
  const payload = at + 4 + (hasMore ? 1 + (bytes[at + 4] ?? 0) : 0)
  const times = isBegin && hasPayload && payload + 19 <= at + 188 ? timesAt(bytes, payload) : undefined
  if (times) stamps.push({ at: begins, stream, ...times })
}

/** Where packets of one size follow each other, from a byte on. size: 0 where none do. */
function packetsFrom(bytes: Buffer, from: number): { size: number; at: number } {
  for (let at = bytes.indexOf(sync, from); at >= 0 && at + 188 <= bytes.length; at = bytes.indexOf(sync, at + 1))
    for (const size of packetSizes) {
      let inStep = 1
      while (inStep < packetsInStep && bytes[at + inStep * size] === sync) inStep += 1
      if (inStep === packetsInStep) return { size, at }
    }
  return { size: 0, at: 0 }
}

function programStamps(bytes: Buffer, from: number): Stamps {
  const stamps: Stamp[] = []
  for (
    let at = bytes.indexOf(packStart);
    at >= 0 && at + mostHead <= bytes.length;
    at = bytes.indexOf(packStart, at + leastHead)
  ) {
    const isSecond = ((bytes[at + 4] ?? 0) & 0xc0) === 0x40
    let packet = at + (isSecond ? 14 + ((bytes[at + 13] ?? 0) & 7) : 12)
    if (bytes.readUInt32BE(packet) === systemHead) packet += 6 + bytes.readUInt16BE(packet + 4)
    if (packet + mostTimes > bytes.length) continue
    const times = isSecond ? timesAt(bytes, packet) : firstTimesAt(bytes, packet)
    if (times) stamps.push({ at: from + at, stream: bytes[packet + 3] ?? 0, ...times })
  }
  return { stamps, heads: [] }
}

/** The times of a packet of sound or picture, or of a private stream: AC-3, DTS, VC-1. */
function timesAt(bytes: Buffer, packet: number): Times | undefined {
  const kind = bytes.readUIntBE(packet, 3) === 1 ? (bytes[packet + 3] ?? 0) : 0
  const has = (bytes[packet + 7] ?? 0) >> 6
  if (!(has & 2) || !((kind >= 0xc0 && kind <= 0xef) || kind === 0xbd || kind === 0xfd)) return undefined
  const shown = ticksAt(bytes, packet + 9)
  return { isVideo: kind >= 0xe0 || kind === 0xfd, ticks: has === 3 ? ticksAt(bytes, packet + 14) : shown, shown }
}

/** As MPEG-1 has them: behind bytes that fill, and the size of a buffer (ISO/IEC 11172-1, 2.4.3.3). */
function firstTimesAt(bytes: Buffer, packet: number): Times | undefined {
  const kind = bytes.readUIntBE(packet, 3) === 1 ? (bytes[packet + 3] ?? 0) : 0
  if (kind < 0xc0 || kind > 0xef) return undefined
  let at = packet + 6
  while (bytes[at] === 0xff && at < packet + mostFilled) at += 1
  if (((bytes[at] ?? 0) & 0xc0) === 0x40) at += 2
  const has = (bytes[at] ?? 0) >> 4
  if (has !== 2 && has !== 3) return undefined
  const shown = ticksAt(bytes, at)
  return { isVideo: kind >= 0xe0, ticks: has === 3 ? ticksAt(bytes, at + 5) : shown, shown }
}

/** 33 bits in three groups, each with a mark behind it. */
function ticksAt(bytes: Buffer, at: number): number {
  const high = ((bytes[at] ?? 0) >> 1) & 7
  return high * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
}
