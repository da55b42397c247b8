/** Finds media renderers in the house by SSDP (UPnP Device Architecture 1.0, chapter 1): searches, and hears devices that come and go. */
import dgram, { type Socket } from 'node:dgram'
import { boundPackets } from '../../shared/bound-packets.ts'
import { createHouseSearch, type SearchSettings } from '../polled/house-search.ts'
import type { Pace } from '../polled/pace.ts'
import { bounds } from './bounds.ts'

const rendererType = 'urn:schemas-upnp-org:device:MediaRenderer:'
/** A device answers at any time within these seconds. */
const answerSeconds = 2
const maxRouters = 2
/** Devices answer a search that names the group, however it came. */
const fields = ['HOST: 239.255.255.250:1900', 'MAN: "ssdp:discover"', `MX: ${answerSeconds}`, `ST: ${rendererType}1`]
const search = ['M-SEARCH * HTTP/1.1', ...fields, '', ''].join('\r\n')

/** hearsNotices: devices that come and go are heard too. */
export type SsdpSettings = SearchSettings & { hearsNotices: boolean }
/** from: the device's address. card: this machine's address in the device's network. */
export type SsdpAnswer = { location: string; from: string; card: string }
export type SsdpListener = {
  onAnswer: (answer: SsdpAnswer) => void
  /** A renderer came, or one left; from: its address. */
  onNotice: (notice: { kind: 'alive' | 'byebye'; from: string; udn: string }) => void
}

/** elapsed: ms by a clock that nobody sets. */
type SsdpDeps = Pick<Pace, 'answersWithinMs'> & { elapsed: () => number }

export function createSsdp(settings: SsdpSettings, { answersWithinMs, elapsed }: SsdpDeps, listener: SsdpListener) {
  const searches = createHouseSearch(settings, {
    question: search,
    routers: maxRouters,
    answersWithinMs,
    elapsed,
    onAnswer(packet, way) {
      const head = headOf(packet)
      const location = head.fields.get('location') ?? ''
      if (!head.first.startsWith('HTTP/1.1 200') || !head.fields.get('st')?.startsWith(rendererType)) return
      if (location !== '' && location.length <= bounds.maxAddress) listener.onAnswer({ location, ...way })
    },
  })
  const inBounds = boundPackets(elapsed)
  let notices: Socket | undefined

  function readNotice(packet: Buffer, from: string): void {
    const head = headOf(packet)
    if (!head.first.startsWith('NOTIFY ') || !head.fields.get('nt')?.startsWith(rendererType)) return
    const kind = head.fields.get('nts') === 'ssdp:byebye' ? 'byebye' : 'alive'
    listener.onNotice({ kind, from, udn: (head.fields.get('usn') ?? '').split('::')[0] ?? '' })
  }

  /** Where the port is taken by a program that shares it with nobody, the searches still find everything. */
  function listenForNotices(): void {
    const socket = dgram.createSocket({ type: 'udp4', reuseAddr: true })
    socket.on('error', () => {
      if (notices !== socket) return
      notices = undefined
      socket.close()
    })
    socket.on('message', (packet, { address: from }) => inBounds(packet, () => readNotice(packet, from)))
    notices = socket
    socket.bind(settings.port, () => {
      for (const card of settings.cards()) joinGroup(socket, settings.address, card)
    })
  }

  return {
    search: () => searches.search(),
    start(): void {
      if (settings.hearsNotices) listenForNotices()
    },
    stop(): void {
      searches.stop()
      notices?.close()
      notices = undefined
    },
  }
}

/** A card that does no multicast is left out. */
function joinGroup(socket: Socket, group: string, card: string): void {
  try {
    socket.addMembership(group, card)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}

/** The first line and the fields of a packet, by their names in small letters. */
export function headOf(packet: Buffer): { first: string; fields: Map<string, string> } {
  const [first = '', ...lines] = packet.toString('latin1').split(/\r?\n/)
  const fields = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
  })
  return { first, fields: new Map(fields) }
}
