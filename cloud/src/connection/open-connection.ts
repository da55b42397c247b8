/** Opens the whole connection to boxes and apps on the HTTP server: broker, app sockets, bus, presence, relay and mirror; stop closes all of it. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Presence, Sender } from '@homeport/contract/kit/connection.ts'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../kit/db.ts'
import type { MirrorConsumer } from './mirror/mirror-consumer.ts'
import type { Limit } from '../kit/rate-limit.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { UserBoxRequests } from '../kit/http/serve.ts'
import { localBus } from './bus/bus.ts'
import { toProcess } from './bus/bus-messages.ts'
import { createBackgroundTasks } from '../kit/background-tasks.ts'
import { beatMs, openPresence, type PresenceRegistry } from './presence/presence.ts'
import type { BoxChange } from './presence/presence-table.ts'
import { openBroker, type Broker } from './broker/broker.ts'
import { processOfSocketId } from './sockets/socket-id.ts'
import { createMemberCache } from './requests/member-cache.ts'
import { createBoxCopies } from './presence/box-copies.ts'
import { createLastSeen } from './presence/last-seen.ts'
import { createHouseholdSync } from './household-sync.ts'
import { watchOpenRequests } from '../kit/http/in-flight-requests.ts'
import { createUpHandler } from './handle-up.ts'
import type { Secrets } from './base/secrets.ts'
import { createBoxRequests } from './requests/box-requests.ts'
import { createMirror } from './mirror/mirror.ts'
import type { OpenBus } from './bus/open-bus.ts'
import { createRelay, type Relay } from './requests/relay.ts'
import type { TokenOwner } from './sockets/app-frames.ts'
import { openSockets } from './sockets/sockets.ts'
import { lastSeenOf, secretOf, spendNonce } from './base/store.ts'
import { refuseUpgrade, type Upgrade } from './base/upgrade.ts'

export type ConnectionDeps = {
  server: Server
  realms: readonly Realm[]
  now: () => number
  elapsed: () => number
  later: Later
  log: Log
  /** The bus to the other processes; without it this is the only process. */
  openBus: OpenBus | undefined
  unbound: Limit
  addressOf: (request: IncomingMessage) => string
  isOriginAllowed: (request: IncomingMessage) => boolean
  userOf: (realm: Realm, token: string) => Promise<TokenOwner | undefined>
  membersOf: (db: Db, devsn: string) => Promise<Sender[]>
  /** The household's name for the box. */
  nameOf: (db: Db, devsn: string) => Promise<string>
  /** Hashes of the members' tokens that have not ended. */
  tokensOf: (db: Db, devsn: string, now: number) => Promise<string[]>
  boxesOf: (realm: Realm, userId: string) => Promise<string[]>
}

/** The parts of a feature that the connection calls. */
export type ConnectionListener = {
  /** For the mirror rows of boxes. */
  consumers?: readonly MirrorConsumer[]
  /** Frames of a bound box, pushes and replies. */
  onFrame?: (realm: Realm, devsn: string, frame: FrameIn) => void
  /** A user of a bound box did something on its screens: see the act film_changes. */
  onChanges?: (realm: Realm, of: { devsn: string; user_id: string }) => void
  /** Takes over a socket of its own paths; false of any other. */
  onUpgrade?: (upgrade: Upgrade) => boolean
  /** A box connected, disconnected, or is held by another process; called once per realm. */
  onPresence?: (realm: Realm, change: BoxChange) => void
}

const sweepMs = 5_000

export type Connection = Awaited<ReturnType<typeof openConnection>>

export async function openConnection(deps: ConnectionDeps) {
  const { server, realms, now, elapsed, later, log } = deps
  const realmOf = realmReader(realms)
  const secrets: Secrets = { zh: await secretOf(realmOf('zh').db), en: await secretOf(realmOf('en').db) }
  const id = randomBytes(9).toString('base64url')
  const work = createBackgroundTasks(log)
  const bus = (await deps.openBus?.(id, secrets)) ?? localBus(id, log)
  const presence = openPresence({ bus, now, elapsed })
  const memberCache = createMemberCache({ membersOf: (lang, devsn) => deps.membersOf(realmOf(lang).db, devsn), now: elapsed })
  const isBound = async (lang: Lang, devsn: string) => (await memberCache.members(lang, devsn)).length > 0
  const seenAt = seenReader(realms, { presence, now })
  const copies = createBoxCopies({ realm: realmOf(langs[0]), seenAt, isBound: memberCache.isBound, now })
  const broker = await openBroker({
    now,
    log,
    secrets,
    unbound: deps.unbound,
    spend: (lang, nonce, expiresAt) => spendNonce(realmOf(lang).db, nonce, { now: now(), expiresAt }),
    isBound: memberCache.isBound,
    admit: copies.admit,
    addressOf: deps.addressOf,
    onBirth: (devsn, { epoch, version }: Presence, address) =>
      presence.setOnline({ devsn, epoch, version, pair_hint: '', address }),
    onGone: presence.setOffline,
    onUp: (devsn, lang, up) => work.run(upHandler.handle(devsn, lang, up), 'A message of a box could not be handled'),
  })
  const boxRequests = createBoxRequests({ bus, presence, deliver: broker.deliver, now: elapsed, later })
  const relay = createRelay({ boxRequests, presence, memberCache, now })
  const mirror = createMirror({
    realms,
    boxRequests,
    openRequests: watchOpenRequests(deps.server),
    isBound,
    membersOf: deps.membersOf,
    log,
  })
  const lastSeen = createLastSeen({ realmOf, isBound, presence, now, elapsed })
  const nameOf = (lang: Lang, devsn: string) => deps.nameOf(realmOf(lang).db, devsn)
  const tokensOf = (lang: Lang, devsn: string) => deps.tokensOf(realmOf(lang).db, devsn, now())
  const householdSync = createHouseholdSync({ memberCache, boxRequests, broker, mirror, lastSeen, nameOf, tokensOf })
  const upHandler = createUpHandler({ bus, presence, boxRequests, mirror, householdSync, isBound, onFrame, onChanges })
  const sockets = openSockets({
    bus,
    presence,
    relay,
    secrets,
    now: elapsed,
    log,
    isOriginAllowed: deps.isOriginAllowed,
    userOf: (lang, token) => deps.userOf(realmOf(lang), token),
    boxesOf: (lang, userId) => deps.boxesOf(realmOf(lang), userId),
  })
  const upgrade = upgradeHandler({ broker, sockets, listeners: () => listeners })
  let listeners: readonly ConnectionListener[] = []
  let timers: NodeJS.Timeout[] = []

  presence.onChange(({ devsn, online, epoch, version, isOurs, at }) => {
    if (!isOurs && online) broker.cutOlder(devsn, epoch)
    if (isOurs) work.run(lastSeen.save(devsn, { epoch, version, at }), 'A presence could not be kept')
    if (isOurs && !online) {
      upHandler.forget(devsn)
      langs.forEach((lang) => mirror.leave(lang, devsn))
    }
  })

  function onFrame(lang: Lang, devsn: string, frame: FrameIn): void {
    notifyEach((listener) => listener.onFrame?.(realmOf(lang), devsn, frame), { listeners, log })
  }

  function onChanges(lang: Lang, devsn: string, user_id: string): void {
    notifyEach((listener) => listener.onChanges?.(realmOf(lang), { devsn, user_id }), { listeners, log })
  }

  return {
    /** Accepts boxes and apps from now on; features are called in the given order. */
    start(features: readonly ConnectionListener[]): void {
      listeners = features
      mirror.start(features.flatMap(({ consumers }) => consumers ?? []))
      presence.onChange((change) => {
        for (const realm of realms) notifyEach((listener) => listener.onPresence?.(realm, change), { listeners, log })
      })
      server.on('upgrade', upgrade)
      const beat = async () => presence.beat()
      const sweep = async () => Promise.all([sockets.sweep(), lastSeen.touch(), copies.sweep()])
      timers = [
        setInterval(() => work.run(beat(), 'The beat of the connection failed'), beatMs).unref(),
        setInterval(() => work.run(sweep(), 'The sweep of the connection failed'), sweepMs).unref(),
      ]
    },
    id,
    bus,
    presence,
    boxRequests,
    relay,
    sockets,
    mirror,
    broker,
    secrets,
    memberCache,
    householdSync,
    copies,
    /** Sends to a box for a user; undefined if it is offline. */
    boxFor: userRequests({ presence, relay }),
    /** seenAt in ms; null if the box was never seen while bound here. */
    presenceOf: presenceReader(presence),
    epochOf: epochReader(presence),
    async stop(): Promise<void> {
      timers.forEach((timer) => clearInterval(timer))
      server.off('upgrade', upgrade)
      sockets.stop()
      boxRequests.stop()
      mirror.stop()
      await broker.stop()
      await work.settled()
      presence.stop()
      await bus.stop()
    },
  }
}

/** A listener that throws is logged, and the others are notified nevertheless (P49). */
function notifyEach(
  notify: (listener: ConnectionListener) => void,
  { listeners, log }: { listeners: readonly ConnectionListener[]; log: Pick<Log, 'error'> },
): void {
  for (const listener of listeners) {
    try {
      notify(listener)
    } catch (error) {
      log.error({ err: error }, 'a listener of the connection failed')
    }
  }
}

type UpgradeDeps = { broker: Broker; sockets: ReturnType<typeof openSockets>; listeners: () => readonly ConnectionListener[] }

function upgradeHandler({ broker, sockets, listeners }: UpgradeDeps) {
  const takes = (upgrade: Upgrade) => listeners().some(({ onUpgrade }) => onUpgrade?.(upgrade) ?? false)
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = (request.url ?? '').split('?')[0]
    const lang = langs.find((one) => path === `/${one}/ws`)
    if (path === '/mqtt') broker.upgrade({ request, socket, head })
    else if (lang) sockets.upgrade(lang, { request, socket, head })
    else if (!takes({ request, socket, head })) refuseUpgrade(socket, 404)
  }
}

function realmReader(realms: readonly Realm[]): (lang: Lang) => Realm {
  const byLang = new Map(realms.map((realm) => [realm.lang, realm]))
  return (lang) => {
    const realm = byLang.get(lang)
    if (!realm) throw new Error(`no realm ${lang}`)
    return realm
  }
}

function userRequests({ presence, relay }: { presence: PresenceRegistry; relay: Relay }) {
  return ({ lang }: Realm, user_id: string, devsn: string): UserBoxRequests | undefined =>
    presence.isOnline(devsn)
      ? { send: (act, data, requestId) => relay.send({ lang, devsn, act, data, user_id, id: requestId }) }
      : undefined
}

/** When a box was last connected, now while it is; 0 if that is not known. */
function seenReader(realms: readonly Realm[], { presence, now }: { presence: PresenceRegistry; now: () => number }) {
  return async (devsn: string): Promise<number> => {
    if (presence.isOnline(devsn)) return now()
    const rows = await Promise.all(realms.map(({ db }) => lastSeenOf(db, devsn)))
    return maxOf([presence.wentOfflineAt(devsn) ?? 0, ...rows.map((row) => row?.seen_at ?? 0)], 0)
  }
}

function presenceReader(presence: PresenceRegistry) {
  return async (realm: Realm, devsn: string): Promise<{ online: boolean; seenAt: number | null; version: string }> => {
    const seenRow = await lastSeenOf(realm.db, devsn)
    return {
      online: presence.isOnline(devsn),
      // A box that has just gone offline may not be saved yet: its saved time is that of its arrival.
      seenAt: seenRow ? Math.max(seenRow.seen_at, presence.wentOfflineAt(devsn) ?? 0) : null,
      version: presence.versionOf(devsn) || (seenRow?.version ?? ''),
    }
  }
}

/** The greatest epoch that was seen of a box, 0 if none. */
function epochReader(presence: PresenceRegistry) {
  return async ({ db }: Realm, devsn: string): Promise<number> =>
    Math.max(presence.epochOf(devsn) ?? 0, (await lastSeenOf(db, devsn))?.epoch ?? 0)
}

/** Sends a frame to the user's own socket in whichever process holds it; undefined if the fd is not a socket of this user. */
export function socketOf(
  connection: Connection,
  owner: { lang: Lang; user_id: string },
  fd: string,
): ((frame: FrameIn) => void) | undefined {
  const { bus, presence, secrets, sockets } = connection
  const process = processOfSocketId({ secrets, ...owner }, fd)
  if (process === undefined || !presence.isAlive(process) || (process === bus.id && !sockets.has(fd))) return undefined
  return (frame) =>
    process === bus.id
      ? sockets.sendTo(fd, frame)
      : bus.publish(toProcess(process), { kind: 'frame', lang: owner.lang, fd, frame })
}
