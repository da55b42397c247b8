/** Opens the whole box link on the HTTP server: broker, app sockets, bus, presence, relay and mirror; stop closes all of it. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { acts } from '@homeport/contract/all.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { codeTries, type Presence, type Sender, type Up } from '@homeport/contract/kit/link.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import type { Db } from '../kit/db.ts'
import type { MirrorConsumer } from './mirror-consumer.ts'
import type { Limit } from '../kit/rate-limit.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { BoxRequests as UserBoxRequests } from '../kit/serve.ts'
import { localBus } from './bus.ts'
import { toProcess, toWatchers } from './bus-messages.ts'
import { createBackgroundTasks } from '../kit/background-tasks.ts'
import { beatMs, openPresence, type BoxChange } from './presence.ts'
import { openBroker } from './broker.ts'
import { processOfSocketId } from './socket-id.ts'
import { createMemberCache } from './member-cache.ts'
import type { Secrets } from './identity.ts'
import { openBoxRequests } from './box-requests.ts'
import { openMirror } from './mirror.ts'
import type { OpenBus } from './open-bus.ts'
import { openRelay } from './relay.ts'
import { openSockets, type TokenOwner } from './socket.ts'
import { saveLastSeen, lastSeenOf, secretOf, spendNonce } from './store.ts'
import { refuseUpgrade } from './upgrade.ts'

export type LinkDeps = {
  server: Server
  realms: readonly Realm[]
  now: () => number
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
  boxesOf: (realm: Realm, userId: string) => Promise<string[]>
}

/** What a feature receives from the link. */
export type LinkListener = {
  /** For the mirror rows of boxes. */
  consumers?: readonly MirrorConsumer[]
  /** Frames of a bound box, pushes and replies. */
  onFrame?: (realm: Realm, devsn: string, frame: FrameIn) => void
  /** A box connected, disconnected, or is held by another process; called once per realm. */
  onPresence?: (realm: Realm, change: BoxChange) => void
}

const sweepMs = 5_000
const touchMs = 60_000
const boxActs = new Set(acts.filter((act) => act.at === 'box').map((act) => act.name))

export type Link = Awaited<ReturnType<typeof openLink>>

export async function openLink(deps: LinkDeps) {
  const { server, realms, now, log } = deps
  const byLang = new Map(realms.map((realm) => [realm.lang, realm]))
  const realmOf = (lang: Lang): Realm => {
    const realm = byLang.get(lang)
    if (!realm) throw new Error(`no realm ${lang}`)
    return realm
  }
  const secrets: Secrets = { zh: await secretOf(realmOf('zh').db), en: await secretOf(realmOf('en').db) }
  const id = randomBytes(9).toString('base64url')
  const work = createBackgroundTasks(log)
  const bus = (await deps.openBus?.(id, secrets)) ?? localBus(id, log)
  const directory = openPresence({ bus, now })
  const households = createMemberCache({ membersOf: (lang, devsn) => deps.membersOf(realmOf(lang).db, devsn), now })
  const edge = await openBroker({
    now,
    log,
    secrets,
    unbound: deps.unbound,
    spend: (lang, nonce, expiresAt) => spendNonce(realmOf(lang).db, nonce, { now: now(), expiresAt }),
    isBound: households.isBound,
    addressOf: deps.addressOf,
    onBirth: (devsn, { epoch, version }: Presence) => directory.arrived({ devsn, epoch, version, pair_hint: '' }),
    onGone: directory.left,
    onUp: (devsn, lang, up) => work.run(hearUp(devsn, lang, up), 'What a box said could not be heard'),
  })
  const boxRequests = openBoxRequests({ bus, directory, deliver: edge.deliver, now })
  const relay = openRelay({ boxRequests, directory, households, now })
  const isBound = async (lang: Lang, devsn: string) => (await households.members(lang, devsn)).length > 0
  const mirror = openMirror({ realms, boxRequests, isBound, membersOf: deps.membersOf, log })
  const sockets = openSockets({
    bus,
    directory,
    relay,
    secrets,
    now,
    log,
    isOriginAllowed: deps.isOriginAllowed,
    userOf: (lang, token) => deps.userOf(realmOf(lang), token),
    boxesOf: (lang, userId) => deps.boxesOf(realmOf(lang), userId),
  })
  const wrongCodes = new Map<string, number>()
  let listeners: readonly LinkListener[] = []

  directory.onChange(({ devsn, online, epoch, version, isOurs, at }) => {
    if (!isOurs && online) edge.cutOlder(devsn, epoch)
    if (isOurs) work.run(seen(devsn, { epoch, version, at }), 'A presence could not be kept')
    if (isOurs && !online) {
      wrongCodes.delete(devsn)
      langs.forEach((lang) => mirror.leave(lang, devsn))
    }
  })

  function onFrame(lang: Lang, devsn: string, frame: FrameIn): void {
    for (const listener of listeners) listener.onFrame?.(realmOf(lang), devsn, frame)
  }

  /** Stored for bound boxes only. */
  async function seen(devsn: string, { epoch, version, at }: { epoch: number; version: string; at: number }): Promise<void> {
    let isAnywhere = false
    for (const lang of langs) {
      if (!(await isBound(lang, devsn))) continue
      isAnywhere = true
      await saveLastSeen(realmOf(lang).db, { devsn, epoch, version, at })
    }
    if (!isAnywhere) directory.forget(devsn)
  }

  async function hearUp(devsn: string, lang: Lang, up: Up): Promise<void> {
    if (up.kind === 'hello' || up.kind === 'pair_hint') directory.hint(devsn, up.pair_hint)
    if (up.kind === 'hello') return sayHousehold(lang, devsn, up.mirror_epoch)
    if (up.kind === 'mirror') return mirror.handle(lang, devsn, up)
    if (up.kind === 'reply') {
      if (up.frame.act === 'pair') countPair(devsn, lang, up.frame.code)
      boxRequests.answered(devsn, up.id, up.frame)
      if (up.frame.act !== 'pair' && (await isBound(lang, devsn))) onFrame(lang, devsn, up.frame)
    }
    if (up.kind === 'push' && boxActs.has(up.frame.act) && (await isBound(lang, devsn))) {
      const frame = { ...up.frame, dev: devsn }
      bus.publish(toWatchers(lang, devsn), { frame })
      onFrame(lang, devsn, frame)
    }
  }

  async function tellHousehold(lang: Lang, devsn: string): Promise<Sender[]> {
    households.forget(lang, devsn)
    const members = await households.members(lang, devsn)
    boxRequests.send({ devsn, lang }, { kind: 'household', members, name: await deps.nameOf(realmOf(lang).db, devsn) })
    return members
  }

  async function sayHousehold(lang: Lang, devsn: string, mirrorEpoch?: string): Promise<void> {
    const members = await tellHousehold(lang, devsn)
    // The box may have been bound between its sign-in and its hello.
    if (members.length > 0) edge.setBound(devsn, true)
    if (members.length > 0) mirror.begin(lang, devsn, mirrorEpoch)
  }

  /** P19: after five wrong codes, from any user, the box makes a new one. */
  function countPair(devsn: string, lang: Lang, code: number): void {
    const wrong = code === Code.ok ? 0 : (wrongCodes.get(devsn) ?? 0) + 1
    wrongCodes.set(devsn, wrong % codeTries)
    if (wrong >= codeTries) boxRequests.send({ devsn, lang }, { kind: 'renew_code' })
  }

  /** Runs in every process: the bindings of this box in this realm changed. */
  async function householdChanged(lang: Lang, devsn: string): Promise<void> {
    households.forget(lang, devsn)
    if (!edge.holds(devsn)) return
    edge.setBound(devsn, await households.isBound(devsn))
    await sayHousehold(lang, devsn)
    const epoch = directory.epochOf(devsn)
    if (epoch !== undefined && directory.isOnline(devsn))
      await seen(devsn, { epoch, version: directory.versionOf(devsn), at: now() })
  }

  /** Runs in every process: the box was renamed. */
  async function renamed(lang: Lang, devsn: string): Promise<void> {
    if (edge.holds(devsn)) await tellHousehold(lang, devsn)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '').split('?')[0]
    const lang = langs.find((one) => path === `/${one}/ws`)
    if (path === '/mqtt') edge.upgrade({ request, socket, head })
    else if (lang) sockets.upgrade(lang, { request, socket, head })
    else refuseUpgrade(socket, 404)
  }

  let touchedAt = now()
  /** Updates `seen_at` of the boxes held here every minute, so that it is right even after a kill. */
  async function touch(): Promise<void> {
    if (now() - touchedAt < touchMs) return
    touchedAt = now()
    for (const { devsn, epoch, version } of directory.ours()) await seen(devsn, { epoch, version, at: now() })
  }

  let timers: NodeJS.Timeout[] = []

  return {
    /** Accepts boxes and apps from now on; features are called in the given order. */
    start(features: readonly LinkListener[]): void {
      listeners = features
      mirror.start(features.flatMap(({ consumers }) => consumers ?? []))
      directory.onChange((change) => {
        for (const { onPresence } of features) for (const realm of realms) onPresence?.(realm, change)
      })
      server.on('upgrade', upgrade)
      const sweep = () => work.run(Promise.all([sockets.sweep(), touch()]), 'The sweep of the link failed')
      timers = [setInterval(() => directory.beat(), beatMs).unref(), setInterval(sweep, sweepMs).unref()]
    },
    id,
    bus,
    directory,
    boxRequests,
    relay,
    sockets,
    mirror,
    edge,
    secrets,
    households,
    householdChanged,
    renamed,
    /** Sends to a box for a user; undefined if it is offline. */
    boxFor: ({ lang }: Realm, user_id: string, devsn: string): UserBoxRequests | undefined =>
      directory.isOnline(devsn)
        ? { send: (act, data, requestId) => relay.send({ lang, devsn, act, data, user_id, id: requestId }) }
        : undefined,
    /** seenAt in ms; null if the box was never seen while bound here. */
    presenceOf: async (realm: Realm, devsn: string): Promise<{ online: boolean; seenAt: number | null; version: string }> => {
      const seenRow = await lastSeenOf(realm.db, devsn)
      return {
        online: directory.isOnline(devsn),
        seenAt: seenRow?.seen_at ?? null,
        version: directory.versionOf(devsn) || (seenRow?.version ?? ''),
      }
    },
    async stop(): Promise<void> {
      timers.forEach((timer) => clearInterval(timer))
      server.off('upgrade', upgrade)
      sockets.stop()
      boxRequests.stop()
      mirror.stop()
      await edge.stop()
      await work.settled()
      directory.stop()
      await bus.stop()
    },
  }
}

/** Sends a frame to the user's own socket in whichever process holds it; undefined if the fd is not a socket of this user. */
export function socketOf(link: Link, owner: { lang: Lang; user_id: string }, fd: string): ((frame: FrameIn) => void) | undefined {
  const { bus, directory, secrets, sockets } = link
  const process = processOfSocketId({ secrets, ...owner }, fd)
  if (process === undefined || !directory.isAlive(process) || (process === bus.id && !sockets.has(fd))) return undefined
  return (frame) =>
    process === bus.id
      ? sockets.sendTo(fd, frame)
      : bus.publish(toProcess(process), { kind: 'frame', lang: owner.lang, fd, frame })
}
