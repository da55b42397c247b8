/** The direct socket for apps in the same house: the secrets that they are given through the cloud, and their open sockets. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Code } from '@homeport/contract/kit/codes.ts'
import { frameMaxBytes, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { bytesBeforeLogin, framesRate } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket, noHead } from '@homeport/contract/kit/inbound-socket.ts'
import type { Sender } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createTurnQueue } from '@homeport/contract/kit/turn-queue.ts'
import { lanAccess } from '@homeport/contract/lan.ts'
import { WebSocketServer } from 'ws'
import { answer, type Answerer } from '../kit/connection/answer.ts'
import type { Db } from '../kit/db.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import type { Household } from '../shared/household.ts'
import { Refusal } from '../kit/refusal.ts'
import { accessStore, type AccessRow } from './access.store.ts'
import { loadAccess } from './access.ts'
import { createHandshake } from './handshake.ts'
import { openLanSocket, type LanSocket } from './lan-socket.ts'

/** Sockets that have not logged in, of one address and of all; a newer one takes the place of the oldest. */
const maxWaiting = { address: 4, all: 32 }
/** Open sockets of one access: the windows of one browser. */
const maxPerAccess = 4

export type LanDeps = {
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
  /** To the open apps of one realm; with user_id to those of that user only. */
  push: (realm: Lang, frame: FrameIn, user_id?: string) => void
}

export async function lanFeature(deps: LanDeps): Promise<LanFeature> {
  const { devsn, db, events, household, secretOf, addresses, cloudNow, now, onFault } = deps
  const access = await loadAccess({ store: accessStore(db), now })
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

  /** A client that proves itself does so at once: the one that has waited for longest gives way. */
  function makeRoom(address: string): void {
    const waiting = [...open].filter(([socket]) => !socket.access())
    const ofAddress = waiting.filter(([, other]) => other === address)
    const [oldest] = ofAddress.length >= maxWaiting.address ? ofAddress : waiting.length >= maxWaiting.all ? waiting : []
    if (oldest) giveUp(oldest[0])
  }

  function giveUpOldestOf({ access_id }: AccessRow): void {
    const ofAccess = [...open.keys()].filter((socket) => socket.access()?.access_id === access_id)
    for (const socket of ofAccess.slice(0, Math.max(0, ofAccess.length - maxPerAccess))) giveUp(socket)
  }

  function giveUp(socket: LanSocket): void {
    open.delete(socket)
    socket.giveWay()
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
      if (!take) return void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      makeRoom(address)
      const inbound = inboundWebSocket(stream, { rate: framesRate, maxTotal: bytesBeforeLogin, head })
      const onLogin = (own: AccessRow) => {
        inbound.liftTotal()
        giveUpOldestOf(own)
      }
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
    push(realm, frame, user_id) {
      for (const socket of open.keys()) {
        const own = socket.access()
        if (own?.realm === realm && (user_id === undefined || own.user_id === user_id)) socket.push(frame)
      }
    },
    prepareStop() {
      for (const ws of server.clients) ws.terminate()
    },
  }
}
