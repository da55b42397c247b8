/** The little of multicast DNS that a search for a service needs (RFC 1035, RFC 6762, RFC 6763): a question, and the services in an answer. Packets are read within bounds, since anybody sends them. */
import { bounds } from './bounds.ts'

const types = { pointer: 12, service: 33 } as const
const headBytes = 12
const maxLabels = 32
const pointerMark = 0xc0

/** name: of the instance, without its type. */
export type Service = { name: string; port: number | undefined }

/** service: as _http._tcp. The answer comes to whoever asks (RFC 6762, 6.7). */
export function questionFor(service: string): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt16BE(1, 4)
  const labels = [...service.split('.'), 'local'].map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, types.pointer, 0, 1])])
}

/** The instances of this service in an answer; none in a packet that is none, or is not whole. port: undefined where the answer does not say it. */
export function servicesIn(packet: Buffer, service: string): Service[] {
  if (packet.length < headBytes || (packet.readUInt8(2) & 0x80) === 0) return []
  const suffix = `.${service}.local`
  const ports = new Map<string, number>()
  const names = new Set<string>()
  try {
    let at = headBytes
    for (let remaining = packet.readUInt16BE(4); remaining > 0; remaining -= 1) at = nameAt(packet, at).end + 4
    const records = Math.min(bounds.maxRecords, packet.readUInt16BE(6) + packet.readUInt16BE(8) + packet.readUInt16BE(10))
    for (let read = 0; read < records; read += 1) {
      const { name, end } = nameAt(packet, at)
      const type = packet.readUInt16BE(end)
      const data = end + 10
      if (type === types.service) ports.set(name, packet.readUInt16BE(data + 4))
      if (type === types.pointer && `.${name}` === suffix) names.add(nameAt(packet, data).name)
      at = data + packet.readUInt16BE(end + 8)
    }
  } catch (error) {
    // A packet that ends in the middle of a record.
    if (!(error instanceof RangeError)) throw error
  }
  return [...names]
    .filter((name) => name.endsWith(suffix))
    .map((name) => ({ name: name.slice(0, -suffix.length), port: ports.get(name) }))
}

/** The name that begins there, and where the packet goes on. */
function nameAt(packet: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  let end: number | undefined
  for (let steps = 0; steps < maxLabels; steps += 1) {
    const length = packet.readUInt8(at)
    if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 }
    if ((length & pointerMark) === pointerMark) {
      end ??= at + 2
      at = packet.readUInt16BE(at) & 0x3fff
    } else {
      if (at + 1 + length > packet.length) throw new RangeError('a label that is not whole')
      labels.push(packet.toString('utf8', at + 1, at + 1 + length))
      at += 1 + length
    }
  }
  throw new RangeError('a name of too many labels')
}
