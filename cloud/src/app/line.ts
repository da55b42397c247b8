/** Connects the box link with sessions, households and the mirror consumers of the features, and offers what the rest of the cloud needs of it. */
import { createHash, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { normalCode } from '@homeport/contract/kit/link.ts'
import { langs } from '@homeport/contract/kit/promise.ts'
import { sessionOf } from '../account/session.store.ts'
import { bindRoutes } from '../device/bind.routes.ts'
import { deviceListeners } from '../device/events.ts'
import { linkRoutes } from '../device/link.routes.ts'
import { openPairing } from '../device/pairing.ts'
import { publishRoutes } from '../device/publish.routes.ts'
import { infoOf } from '../device/report.store.ts'
import { deviceConsumers } from '../device/reports.ts'
import { devicesOf, membersOf, nameOf } from '../device/store.ts'
import type { BoxPresence } from '../device/view.ts'
import { createProgress } from '../download/progress.ts'
import { downloadConsumers } from '../download/reports.ts'
import { downloadRoutes } from '../download/routes.ts'
import { playbackListeners } from '../playback/events.ts'
import { createPositions } from '../playback/positions.ts'
import type { EventBus, Listener } from '../kit/events.ts'
import type { Limits } from '../kit/rate-limit.ts'
import { addressReader } from '../link/address.ts'
import { eventBus } from '../link/bus-messages.ts'
import { unboundRate } from '../link/broker.ts'
import { openLink, socketOf, type LinkDeps } from '../link/open-link.ts'
import type { Log } from '../kit/log.ts'
import { isHostAllowed, isOriginAllowed } from '../kit/origin.ts'
import { OperatorError } from '../kit/operator-error.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import type { AuthResolvers, Route } from '../kit/serve.ts'
import { tokenHashOf } from '../kit/auth.ts'
import { movieConsumers } from '../movie/reports.ts'
import { movieRoutes } from '../movie/routes.ts'
import { messageListeners } from '../message/events.ts'
import { messageRoutes } from '../message/routes.ts'
import { peopleListeners } from '../people/events.ts'
import { peopleRoutes } from '../people/routes.ts'
import type { CloudConfig } from './config.ts'

export type BoxGateway = BoxPresence & {
  boxOf: AuthResolvers['boxOf']
  /** Is this the pairing code that a box of this cloud shows now? Used by registration with HOMEPORT_REGISTRATION=code; the code is not used up. */
  codeFits(realm: Realm, code: string, address: string): Promise<boolean>
  routes: readonly Route[]
  listeners: readonly Listener[]
  bus?: EventBus
  stop(): Promise<void>
}

export type BoxGatewayDeps = {
  server: Server
  realms: readonly Realm[]
  config: CloudConfig
  now: () => number
  log: Log
  limits: Limits
}

export async function openBoxGateway({ server, realms, config, now, log, limits }: BoxGatewayDeps): Promise<BoxGateway> {
  const progress = createProgress({ now, log })
  const positions = createPositions({ now, log })
  const link = await openLink({
    server,
    realms,
    now,
    log,
    openBus: busOpener(config.mqttUrl, log),
    unbound: limits.open('box_unbound', unboundRate),
    hearings: [...deviceConsumers, ...downloadConsumers(progress.reported), ...movieConsumers],
    addressOf: addressReader(config.trustedProxies),
    isOriginAllowed: ({ headers }) =>
      isHostAllowed(config, headers.host) && isOriginAllowed(config, headers.origin, headers.host),
    userOf: (realm, token) => userOf(realm, token, now()),
    membersOf,
    nameOf,
    boxesOf: async (realm, userId) => (await devicesOf(realm.db, userId)).map(({ devsn }) => devsn),
    onFrame: (realm, devsn, frame) => {
      progress.hear(realm, devsn, frame)
      positions.hear(realm, devsn, frame)
    },
  })
  link.directory.onChange(({ devsn, online, isOurs }) => {
    if (isOurs && !online) realms.forEach((realm) => progress.leave(realm, devsn))
    if (!isOurs || !online) realms.forEach((realm) => positions.leave(realm, devsn))
  })
  const pairing = openPairing({ line: link.line, directory: link.directory, limits })
  const sight: BoxPresence = { presenceOf: link.presenceOf, lastWordOf: (realm, devsn) => infoOf(realm.db, devsn) }
  return {
    ...sight,
    boxOf: async ({ lang }, { user_id }, { devsn }) =>
      link.directory.isOnline(devsn)
        ? { send: (act, data, id) => link.relay.send({ lang, devsn, act, data, user_id, id }) }
        : undefined,
    codeFits: ({ lang }, code, address) => pairing.fits({ lang, code: normalCode(code), address }),
    routes: [
      ...peopleRoutes,
      ...messageRoutes({
        limits,
        devicesOf: async ({ db }, userId) =>
          (await devicesOf(db, userId)).map(({ devsn }) => ({ devsn, online: link.directory.isOnline(devsn) ? 1 : 0 })),
      }),
      ...linkRoutes(link.secrets),
      ...bindRoutes({ pairing, sight }),
      ...publishRoutes({ send: link.relay.send, socketOf: (lang, userId, fd) => socketOf(link, { lang, user_id: userId }, fd) }),
      ...downloadRoutes({ progress, presenceOf: link.presenceOf }),
      ...movieRoutes({
        presenceOf: link.presenceOf,
        sendTo: ({ lang }, user_id, devsn) =>
          link.directory.isOnline(devsn)
            ? (act, data) => link.relay.send({ lang, devsn, act, data, user_id, id: randomUUID() })
            : undefined,
      }),
    ],
    listeners: [
      ...deviceListeners(link),
      ...playbackListeners,
      ...peopleListeners,
      ...messageListeners({ now, notify: link.sockets.notifyUser }),
    ],
    bus: eventBus(link.bus),
    async stop() {
      await link.stop()
      await progress.settled()
      await positions.stop()
    },
  }
}

/** Undefined for an invalid token. */
async function userOf(realm: Realm, token: string, now: number) {
  try {
    const { user, tokenHash } = await sessionOf(realm.db, tokenHashOf(token), now)
    return { user_id: user.user_id, token_hash: tokenHash }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Clouds that share a broker but not their data stay separate: the topic prefix is derived from their secrets. */
function busOpener(url: string | undefined, log: Log): LinkDeps['openBus'] {
  if (url === undefined) return undefined
  return async (id, secrets) => {
    // Loaded on demand: a cloud of one process does not need the memory of the MQTT client.
    const { mqttBus } = await import('../link/bus-mqtt.ts')
    const mark = createHash('sha256').update('bus')
    langs.forEach((lang) => mark.update(secrets[lang]))
    return mqttBus({ id, url, prefix: `homeport/${mark.digest('base64url').slice(0, 16)}`, log }).catch(() => {
      throw new OperatorError(
        'The broker at MQTT_URL does not answer or does not let us in: start it, or correct MQTT_URL (with its user and password).',
      )
    })
  }
}
