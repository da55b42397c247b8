/** The list of all features of the cloud; functions of one feature are passed to another here, because features do not import each other. */
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { accountFeature } from '../account/feature.ts'
import { sessionOf } from '../account/session/session.store.ts'
import { addressFeature } from '../address/feature.ts'
import { awayFeature } from '../away/feature.ts'
import { deviceFeature } from '../device/feature.ts'
import { sameHouse } from '../device/nearby-address.ts'
import { deviceOf } from '../device/store.ts'
import { downloadFeature } from '../download/feature.ts'
import { forumFeature } from '../forum/feature.ts'
import { guideFeature } from '../guide/feature.ts'
import { helpFeature } from '../help/feature.ts'
import { homeFeature } from '../home/feature.ts'
import { tokenHashOf } from '../kit/auth.ts'
import type { Log } from '../kit/log.ts'
import { isHostAllowed, isOriginAllowed } from '../kit/http/origin.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import type { AuthResolvers } from '../kit/http/serve.ts'
import { addressReader } from '../connection/address.ts'
import type { Connection } from '../connection/open-connection.ts'
import { messageFeature } from '../message/feature.ts'
import { movieFeature } from '../movie/feature.ts'
import { peopleFeature } from '../people/feature.ts'
import { playbackFeature } from '../playback/feature.ts'
import { pushFeature } from '../push/feature.ts'
import type { Feature } from '../shared/feature.ts'
import { tlsFeature } from '../tls/feature.ts'
import type { Tls } from '../tls/open-tls.ts'
import { updateFeature } from '../update/feature.ts'
import type { CloudConfig } from './config.ts'
import type { Ports } from './ports.ts'

export type FeatureDeps = Ports & {
  config: CloudConfig
  realms: readonly Realm[]
  connection: Connection
  tls: Tls | undefined
  now: () => number
  /** For how long something lasts, whatever is done to the clock. */
  elapsed: () => number
  later: Later
  log: Log
}

export function createFeatures(deps: FeatureDeps): { features: readonly Feature[]; auth: AuthResolvers } {
  const { config, realms, connection, tls, limits, uploads, pictures, sender, now, elapsed, later, log } = deps
  const { presenceOf, boxFor } = connection
  const auth: AuthResolvers = {
    sessionOf: (realm, token) => sessionOf(realm.db, tokenHashOf(token), now()),
    deviceOf: (realm, user, name) => deviceOf(realm.db, user.user_id, name),
    boxOf: async (realm, { user_id }, { devsn }) => boxFor(realm, user_id, devsn),
  }
  const device = deviceFeature({ realms, connection, limits, uploads, auth, now, deviceImages: config.deviceImages })
  const forum = forumFeature({ limits, pictures, now })
  const playback = playbackFeature({ now, elapsed, log })
  const others: Feature[] = [
    addressFeature,
    device,
    guideFeature({ moderation: forum.moderation, limits, realms, uploads }),
    forum,
    helpFeature({ limits, uploads }),
    messageFeature({ limits, devicesOf: device.devicesOf, now, notify: connection.sockets.notifyUser }),
    peopleFeature,
    pushFeature({ realms, contact: config.publicUrl ?? 'https://homeport.local', hosts: config.pushHosts, now, log }),
    playback,
    downloadFeature({ presenceOf, now, elapsed, log }),
    movieFeature({
      presenceOf,
      boxFor,
      membersOf: ({ lang }, devsn) => connection.memberCache.members(lang, devsn),
      boxesOf: async (realm, userId) => (await device.devicesOf(realm, userId)).map(({ devsn }) => devsn),
      setFavorite: forum.setFilmFavorite,
      setFavoriteIn: forum.setFilmFavoriteIn,
      savePositionIn: playback.savePositionIn,
      moveFavorites: forum.moveFilmFavorites,
      movePositions: playback.movePositions,
      marks: playback.marks,
      now,
      log,
    }),
    homeFeature({ threads: forum.homeFeed }),
    updateFeature({ webFolder: config.webFolder }),
    tlsFeature(tls),
    awayFeature({
      setting: config.relay,
      connection,
      isOriginAllowed: ({ headers }) =>
        isHostAllowed(config, headers.host) && isOriginAllowed(config, headers.origin, headers.host),
      addressOf: addressReader(config.trustedProxies),
      isSignedIn: (lang, tokenHash) => isSignedIn(realms, { lang, tokenHash, now: now() }),
      isNear: (devsn, address) => connection.presence.boxesAt(sameHouse(address)).some((box) => box.devsn === devsn),
      now,
      elapsed,
      later,
      log,
    }),
  ]
  const account = accountFeature({
    registration: config.registration,
    fits: device.codeFits,
    limits,
    pictures,
    sender,
    wechatUrl: config.wechatUrl,
    exporters: others.flatMap(({ exporter }) => exporter ?? []),
    log,
  })
  return { features: [account, ...others], auth }
}

async function isSignedIn(
  realms: readonly Realm[],
  { lang, tokenHash, now }: { lang: Lang; tokenHash: string; now: number },
): Promise<boolean> {
  const realm = realms.find((one) => one.lang === lang)
  try {
    return realm !== undefined && (await sessionOf(realm.db, tokenHash, now)).tokenHash === tokenHash
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
