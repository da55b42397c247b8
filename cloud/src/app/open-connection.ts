/** Opens the connection to boxes and apps with sessions, households, the allowed origins and the bus. */
import type { Server } from 'node:http'
import { sessionOf } from '../account/session/session.store.ts'
import { devicesOf, membersOf, nameOf, tokensOf } from '../device/store.ts'
import { tokenHashOf } from '../kit/auth.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Log } from '../kit/log.ts'
import { isHostAllowed, isOriginAllowed } from '../kit/http/origin.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { addressReader } from '../connection/address.ts'
import { unboundRate } from '../connection/broker/broker.ts'
import { busOpener } from '../connection/bus/open-bus.ts'
import { openConnection, type Connection } from '../connection/open-connection.ts'
import type { CloudConfig } from './config.ts'

export type CloudConnectionDeps = {
  server: Server
  realms: readonly Realm[]
  config: CloudConfig
  limits: Limits
  now: () => number
  elapsed: () => number
  later: Later
  log: Log
}

export function openCloudConnection({
  server,
  realms,
  config,
  limits,
  now,
  elapsed,
  later,
  log,
}: CloudConnectionDeps): Promise<Connection> {
  return openConnection({
    server,
    realms,
    now,
    elapsed,
    later,
    log,
    openBus: config.mqttUrl === undefined ? undefined : busOpener(config.mqttUrl, log),
    unbound: limits.open('box_unbound', unboundRate),
    addressOf: addressReader(config.trustedProxies),
    isOriginAllowed: ({ headers }) =>
      isHostAllowed(config, headers.host) && isOriginAllowed(config, headers.origin, headers.host),
    userOf: (realm, token) => userOf(realm, token, now()),
    membersOf,
    nameOf,
    tokensOf,
    boxesOf: async (realm, userId) => (await devicesOf(realm.db, userId)).map(({ devsn }) => devsn),
  })
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
