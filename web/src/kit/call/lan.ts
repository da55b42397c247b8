/**
 * The direct socket to the current box in the house: its address from the box's report, its secret through the cloud, once per sign-in.
 * A page from https has none: browsers let it open no plain socket.
 */
import { Code } from '@homeport/contract/kit/codes.ts'
import { lanAccess, lanPath } from '@homeport/contract/lan.ts'
import { now } from '../time/clock.ts'
import { isPlainPage, pageOrigin } from '../platform.ts'
import { observable } from '../observable.ts'
import { session, storeForSession } from '../session.ts'
import type { Sender } from './send.ts'
import type { Handshake, SocketTarget } from './socket.ts'
import { storageKeys } from '../storage.ts'

/** An address that takes longer is not in this network. */
export const lanOpenWithinMs = 3_000
/** While the cloud is there, a box that sends nothing for so long after an act is given up: the cloud has the rest of the second. */
export const lanAnswerWithinMs = 700
const againMs = 60_000

/** Loaded once a box has an address. */
const proofs = observable<typeof import('./lan-proof.ts') | null>(null)
let turn = 0
/** When a secret was last asked for, by sign-in and box. */
const requests = new Map<string, number>()

export const lan = {
  onReady: proofs.watch,

  /** The address whose turn it is; null where there is no direct way. */
  target(appTarget: SocketTarget | null): SocketTarget | null {
    const addresses = lanAddresses()
    if (!appTarget || addresses.length === 0 || !access(appTarget.devsn)) return null
    if (!proofs.get()) {
      void import('./lan-proof.ts').then((part) => proofs.set(part))
      return null
    }
    return { ...appTarget, url: `ws://${addresses[turn % addresses.length]}${lanPath}`, token: '' }
  },

  handshake({ devsn }: SocketTarget): Handshake {
    const own = access(devsn)
    const part = proofs.get()
    if (!own || !part) throw new Error('a direct socket without its secret')
    return part.lanHandshake(devsn, own)
  },

  /** It did not open: the next address is tried. */
  missed: () => void (turn += 1),

  /** The cloud is linked: asks the box for a secret, unless there is one. isStale: the box does not know the one that there is. */
  async request(sendAct: Sender['send'], isStale = false): Promise<void> {
    const { token, device } = session.get()
    if (!device || lanAddresses().length === 0 || (access(device.devsn) && !isStale)) return
    const key = `${token} ${device.devsn}`
    if (now() - (requests.get(key) ?? 0) < againMs) return
    requests.set(key, now())
    const keep = storeForSession()
    // Without one the cloud remains the way, and the next link asks again.
    const given = await sendAct(lanAccess, { origin: pageOrigin() }, { isByCall: true }).catch(() => null)
    if (given) keep('lanAccess', { ...storageKeys.realm(session.get().lang, 'lanAccess').get(), [device.devsn]: given })
  },
}

export const refusedLogin = Code.wrongCredentials

function lanAddresses(): readonly string[] {
  return isPlainPage() ? (session.get().device?.lan ?? []) : []
}

function access(devsn: string) {
  return storageKeys.realm(session.get().lang, 'lanAccess').get()?.[devsn]
}
