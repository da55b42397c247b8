/** The nearby feature: the box's lasting name in the house, such as homeport.local, announced while the box runs. */
import { setTimeout as wait } from 'node:timers/promises'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import { NamesTaken, type Announce, type Announced } from './announce.ts'

const firstHost = 'homeport'
const hostKey = 'mdns_host'
/** Where every name was taken, it is tried anew after so many slow ticks. */
const takenTicks = 20
/** Nobody waits longer than this for the name. */
const settleMs = 3_000
/** A goodbye that takes longer is given up: the box stops. */
const stopMs = 2_000

export type NearbyDeps = {
  /** undefined: the box is not announced. */
  announce: Announce | undefined
  devsn: string
  /** Network cards with an address of the house, and the addresses; none on a machine without a network. */
  cards: () => readonly { name: string; address: string }[]
  /** '' if nobody has named the box. */
  boxName: () => string
  /** app: of app and cloud where both are on this machine, else 0. tv: of the TV page, 0 where it is not served. */
  ports: () => { app: number; tv: number }
  meta: Pick<MetaStore, 'read' | 'write'>
  events: Pick<StationEventBus, 'emit'>
  warn: (line: string) => void
  onFault: (fault: unknown) => void
}

export type NearbyFeature = Feature & {
  /** Such as homeport.local; '' while the box has no name. */
  host: () => string
  /** True once it is known whether the box has a name. */
  isSettled: () => boolean
}

export function nearbyFeature(deps: NearbyDeps): NearbyFeature {
  const { announce, cards, meta, events, onFault } = deps
  let announced: Announced | undefined
  let host = ''
  let cardKey = ''
  let addressKey = ''
  let factKey = ''
  let isSettled = announce === undefined
  let isStopped = false
  const failures = createFailures(deps)
  /** One change after the other. */
  let work: Promise<void> | undefined

  const cardNames = () => [...new Set(cards().map(({ name }) => name))]

  function settle(): void {
    isSettled = true
    events.emit('address', { host: fullHost() })
  }

  const fullHost = () => (host === '' ? '' : `${host}.local`)

  async function keepHost(next: string): Promise<void> {
    host = next
    // The same name after the next start, whichever box of the house starts first.
    if ((await meta.read(hostKey)) !== next) await meta.write(hostKey, next)
  }

  function rename(next: string): void {
    keepHost(next).then(() => events.emit('address', { host: fullHost() }), onFault)
  }

  async function begin(): Promise<void> {
    const { app, tv } = deps.ports()
    const names = cardNames()
    if (!announce || names.length === 0 || (app === 0 && tv === 0) || failures.isResting()) return
    const requested = (await meta.read(hostKey)) ?? firstHost
    try {
      const facts = factsOf(deps)
      const service = `Homeport ${shortSerial(deps.devsn)}`
      announced = await announce({
        cards: names,
        host: requested,
        service,
        port: app || tv,
        facts,
        onRename: rename,
        onEnd: lose,
      })
      factKey = JSON.stringify(facts)
      failures.clear()
      await keepHost(announced.host)
    } catch (error) {
      await failures.add(error)
    }
  }

  async function lose(error: unknown): Promise<void> {
    announced = undefined
    host = ''
    events.emit('address', { host: '' })
    await failures.add(error)
  }

  async function end(): Promise<void> {
    const before = announced
    announced = undefined
    host = ''
    await before?.stop()
  }

  /** Announces anew on other cards, and what has changed otherwise. */
  async function follow(): Promise<void> {
    if (isStopped) return
    const nextCards = cardNames().join()
    if (nextCards !== cardKey || !announced) {
      await end()
      cardKey = nextCards
      await begin()
    }
    updateFacts()
    const nextAddresses = [host, ...cards().map(({ address }) => address)].join()
    if (nextAddresses === addressKey && isSettled) return
    addressKey = nextAddresses
    settle()
  }

  function updateFacts(): void {
    const facts = factsOf(deps)
    const next = JSON.stringify(facts)
    if (!announced || next === factKey) return
    factKey = next
    announced.update(facts)
  }

  /** The next tick follows what changes meanwhile. */
  function followOnce(): void {
    work ??= follow()
      .catch(onFault)
      .finally(() => (work = undefined))
  }

  return {
    host: fullHost,
    isSettled: () => isSettled,
    start() {
      if (!announce) return
      setTimeout(() => isSettled || settle(), settleMs).unref()
      followOnce()
    },
    slowTick() {
      failures.tick()
      if (announce) followOnce()
    },
    async stop() {
      isStopped = true
      await Promise.race([Promise.resolve(work).then(end), wait(stopMs, undefined, { ref: false })]).catch(onFault)
    },
  }
}

/** Why it is not announced: told once. */
function createFailures({ meta, warn }: Pick<NearbyDeps, 'meta' | 'warn'>) {
  let last = ''
  let ticksToWait = 0
  return {
    async add(error: unknown): Promise<void> {
      const isTaken = error instanceof NamesTaken
      if (isTaken) {
        ticksToWait = takenTicks
        // A machine that objects to any name does not make the number in the box's name grow from start to start.
        await meta.write(hostKey, firstHost)
      }
      const reason = isTaken
        ? 'another machine claims every name'
        : `the port 5353 of multicast DNS can't be opened (${codeOf(error)})`
      if (reason !== last) warn(`The box is not announced in the house: ${reason}. Set HOMEPORT_MDNS=0 if it shall not be.`)
      last = reason
    },
    clear: () => void (last = ''),
    tick: () => void (ticksToWait = Math.max(0, ticksToWait - 1)),
    isResting: () => ticksToWait > 0,
  }
}

/** The facts in the TXT record; never a pairing code. */
function factsOf({ devsn, boxName, ports }: NearbyDeps): Record<string, string> {
  const { app, tv } = ports()
  const sn = shortSerial(devsn)
  return { sn, name: boxName() || `Homeport ${sn}`, ...(app > 0 && { app: String(app) }), ...(tv > 0 && { tv: String(tv) }) }
}

function shortSerial(devsn: string): string {
  return devsn.slice(-4).toUpperCase()
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
