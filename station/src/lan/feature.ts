/** The direct socket for apps in the same house: the secrets that they are given through the cloud, and their open sockets. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Code } from '@homeport/contract/kit/codes.ts'
import { frameMaxBytes, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { bytesBeforeLogin, framesRate } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket, noHead } from '@homeport/contract/kit/inbound-socket.ts'
import type { Sender } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { createTurnQueue } from '@homeport/contract/kit/turn-queue.ts'
import { lanAccess } from '@homeport/contract/lan.ts'
import { WebSocketServer } from 'ws'
import { answer, type Answerer } from '../kit/answer.ts'
import type { Db } from '../kit/db.ts'
import type { StationEventBus } from '../kit/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import type { Household } from '../kit/household.ts'
import { Refusal } from '../kit/refusal.ts'
import { accessStore } from './access.store.ts'
import { openAccess } from './access.ts'
import { createHandshake } from './handshake.ts'
import { openLanSocket, type LanSocket } from './lan-socket.ts'

/** Sockets that have not logged in, of one address and of all. */
const waitingMost = { address: 4, all: 32 }

export type LanPorts = {
  devsn: string
  db: Db
  events: StationEventBus
  household: Pick<Household, 'member'>
  /** Made of the box's key, the same each time. */
  secretOf: (accessId: string) => string
  /** Addresses of the socket; none where apps need no way besides the cloud. */
  addresses: () => readonly string[]
  cloudNow: () => number
  now: () => number
  onFault: (fault: unknown) => void
}

export type LanFeature = Feature & {
  /** Takes acts from now on. */
  serve: (answerer: Pick<Answerer, 'take' | 'lifeMsOf'>) => void
  /** True if a page of this origin may open the socket. */
  allows: (origin: string | undefined) => boolean
  upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void
  /** To the open apps of one realm. */
  push: (realm: Lang, frame: FrameIn) => void
}

export async function lanFeature(ports: LanPorts): Promise<LanFeature> {
  const { devsn, db, events, household, secretOf, addresses, cloudNow, now, onFault } = ports
  const access = await openAccess({ store: accessStore(db), now })
  const server = new WebSocketServer({ noServer: true, maxPayload: frameMaxBytes, perMessageDeflate: false })
  const inTurn = createTurnQueue()
  const open = new Map<LanSocket, string>()
  let answerer: Pick<Answerer, 'take' | 'lifeMsOf'> | undefined

  events.on('household', ({ realm, sessions }) => {
    if (realm === undefined) return
    const isMember = (user_id: string) => household.member(realm, user_id) !== undefined
    access.keepOnly(realm, isMember, sessions).then(endOld, onFault)
  })

  function endOld(): void {
    for (const socket of open.keys()) {
      const own = socket.access()
      if (own && !access.of(own.access_id)) socket.end()
    }
  }

  function hasRoom(address: string): boolean {
    const waiting = [...open].filter(([socket]) => !socket.access())
    return waiting.length < waitingMost.all && waiting.filter(([, other]) => other === address).length < waitingMost.address
  }

  return {
    acts: [
      answer(lanAccess, async ({ origin }, { realm, from }) => {
        if (!from?.session || addresses().length === 0) throw new Refusal(Code.notFound, { reason: 'no_lan' })
        const { access_id } = await access.give({ realm, user_id: from.user_id, session: from.session, origin })
        return { access_id, secret: secretOf(access_id) }
      }),
    ],
    serve: (next) => void (answerer = next),
    allows: (origin) => origin !== undefined && access.allows(origin),
    upgrade(request, stream, head) {
      const address = request.socket.remoteAddress ?? ''
      const take = answerer
      if (!take || !hasRoom(address)) return void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      const inbound = inboundWebSocket(stream, { rate: framesRate, totalMost: bytesBeforeLogin, head })
      const onLogin = () => inbound.liftTotal()
      server.handleUpgrade(request, inbound, noHead, (ws) => {
        const { origin = '' } = request.headers
        const login = createHandshake({ devsn, origin, accessOf: access.of, secretOf })
        const memberOf = ({ realm, user_id }: { realm: Lang; user_id: string }): Sender | undefined =>
          household.member(realm, user_id)
        const socket = openLanSocket({ ws, devsn, login, memberOf, answerer: take, cloudNow, inTurn, onLogin, onFault })
        open.set(socket, address)
        ws.on('close', () => open.delete(socket))
      })
    },
    push(realm, frame) {
      for (const socket of open.keys()) if (socket.access()?.realm === realm) socket.push(frame)
    },
    prepareStop() {
      for (const ws of server.clients) ws.terminate()
    },
  }
}
