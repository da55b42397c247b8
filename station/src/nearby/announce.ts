/** Announces the box in the house by multicast DNS (RFC 6762, 6763): its name under .local with its addresses, and its service. */
import dgram from 'node:dgram'
import { setTimeout } from 'node:timers/promises'
import type { CiaoService, Responder, ServiceEvent } from '@homebridge/ciao'
import { monotonicMs } from '../kit/monotonic.ts'
import { boundPackets } from '../shared/bound-packets.ts'

const mdnsPort = 5_353
const serviceType = 'homeport'
/** A goodbye is sent within this time, or not at all. */
const goodbyeMs = 1_000
const lookMs = 50
/** So many names are tried; whoever objects to all of them objects to any. */
const maxNames = 15

/** Another machine of the house objects to every name. */
export class NamesTaken extends Error {}

export type Announcement = {
  /** Network cards that it is announced on. */
  cards: readonly string[]
  /** Without .local. */
  host: string
  service: string
  port: number
  facts: Record<string, string>
  /** Another machine has taken the name; this is the box's new one. */
  onRename: (host: string) => void
  /** It is announced no longer. */
  onEnd: (fault: unknown) => void
}

export type Announced = {
  /** Without .local; another one than announced if that was taken. */
  host: string
  update: (facts: Record<string, string>) => void
  /** Takes everything back, so that nobody in the house keeps it. */
  stop: () => Promise<void>
}

export type Announce = (announcement: Announcement) => Promise<Announced>

type Claim = { responder: Responder; service: CiaoService }

/** Resolves once a name is the box's own: three probes, 250 ms apart, that nobody objected to. Rejects with a system error where the port may not be opened, and with NamesTaken. */
export async function announce(announcement: Announcement): Promise<Announced> {
  await tryPort()
  let { facts, host } = announcement
  let names = 0
  let current = await claimFree()

  /** Takes the first free one of homeport, homeport-2, homeport-3 … */
  async function claimFree(): Promise<Claim> {
    for (; names < maxNames; names += 1) {
      const claimed = await claim({ ...announcement, facts, host })
      if (claimed) {
        // NOTE: the library's enums are erased at compile time, so the value is written as text.
        claimed.service.on('hostname-change' as ServiceEvent.HOSTNAME_CHANGED, () => void renew().catch(announcement.onEnd))
        return claimed
      }
      host = hostAfter(host)
    }
    throw new NamesTaken()
  }

  /** The name is lost although the box had it, as when two networks are joined. */
  async function renew(): Promise<void> {
    names += 1
    host = hostAfter(host)
    await end(current)
    current = await claimFree()
    announcement.onRename(host)
  }

  return {
    host,
    update(next) {
      facts = next
      current.service.updateTxt(next)
    },
    stop: () => end(current),
  }
}

/** Undefined if another machine has the name. */
async function claim({ cards, host, service: name, port, facts }: Announcement): Promise<Claim | undefined> {
  const { getResponder } = await loadCiao()
  // A responder of its own: after a probe that was given up, the library announces nothing more with it.
  const responder = getResponder({ interface: [...cards] })
  // NOTE: the library's server has no bound of its own, and no setting for one.
  const server = responder['server']
  const read = server['handleMessage'].bind(server)
  const inBounds = boundPackets(monotonicMs)
  server['handleMessage'] = (network: string, packet: Buffer, ...way: unknown[]) =>
    inBounds(packet, () => read(network, packet, ...way))
  const service = responder.createService({
    name,
    hostname: host,
    type: serviceType,
    port,
    txt: facts,
    restrictedAddresses: [...cards],
  })
  const requested = service.getHostname()
  // The library goes on by itself with a name in parentheses, which no browser opens: it is not let to.
  const lost = Promise.withResolvers<void>()
  const timer = setInterval(() => service.getHostname() !== requested && lost.resolve(), lookMs)
  await Promise.race([service.advertise(), lost.promise]).finally(() => clearInterval(timer))
  if (service.getHostname() === requested) return { responder, service }
  await end({ responder, service })
  return undefined
}

async function end({ responder }: Claim): Promise<void> {
  await Promise.race([responder.shutdown(), setTimeout(goodbyeMs, undefined, { ref: false })])
}

function hostAfter(host: string): string {
  const [, base = host, number = '1'] = /^(.+)-(\d+)$/.exec(host) ?? []
  return `${base}-${Number(number) + 1}`
}

/** Loaded on demand, as it needs memory. Its source-map-support replaces stack traces and the end by an uncaught error for the whole process: both are put back. */
async function loadCiao() {
  const putBack = [keep(Error, 'prepareStackTrace'), keep(process, 'emit')]
  const library = await import('@homebridge/ciao')
  for (const step of putBack) step()
  return library
}

function keep(owner: object, key: string): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, key)
  return () => void (before ? Object.defineProperty(owner, key, before) : Reflect.deleteProperty(owner, key))
}

/** The library prints what keeps it from its port, and goes on without it. */
async function tryPort(): Promise<void> {
  const socket = dgram.createSocket({ type: 'udp4', reuseAddr: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(mdnsPort, () => socket.close(() => resolve()))
  })
}
