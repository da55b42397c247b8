/** The device feature: binding, households, info of boxes, acts over HTTP, and blobs. */
import { normalCode } from '@homeport/contract/kit/connection.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { Realm } from '../kit/realm.ts'
import type { AuthResolvers } from '../kit/http/serve.ts'
import { socketOf, type Connection } from '../connection/open-connection.ts'
import type { Uploads } from '../media/uploads.ts'
import type { Feature } from '../shared/feature.ts'
import { bindRoutes } from './bind.routes.ts'
import { blobRoutes, sweepBlobs } from './blob.routes.ts'
import { createDeviceImages } from './device-images.ts'
import { deviceListeners } from './events.ts'
import { deviceExporter } from './export.ts'
import { linkRoutes } from './link.routes.ts'
import { nearbyRoutes } from './nearby.routes.ts'
import { createPairing } from './pairing.ts'
import { publishRoutes } from './publish.routes.ts'
import { infoOf } from './report.store.ts'
import { deviceConsumers } from './reports.ts'
import { deviceRoutes } from './routes.ts'
import { devicesOf } from './store.ts'
import type { BoxFacts } from './to-wire.ts'

export type DeviceDeps = {
  realms: readonly Realm[]
  connection: Connection
  limits: Limits
  uploads: Uploads
  auth: Pick<AuthResolvers, 'sessionOf'>
  now: () => number
  /** Folder of pictures; undefined: none. */
  deviceImages: string | undefined
}

export type DeviceFeature = Feature & {
  /** Is this the pairing code that a box of this cloud shows now? The code is not used up. */
  codeFits: (realm: Realm, code: string, address: string) => Promise<boolean>
  /** A user's boxes, and which of them are online. */
  devicesOf: (realm: Realm, userId: string) => Promise<{ devsn: string; online: number }[]>
}

export function deviceFeature({ realms, connection, limits, uploads, auth, now, deviceImages }: DeviceDeps): DeviceFeature {
  const pairing = createPairing({ boxRequests: connection.boxRequests, presence: connection.presence, limits })
  const images = createDeviceImages(deviceImages)
  const facts: BoxFacts = {
    presenceOf: connection.presenceOf,
    lastWordOf: (realm, devsn) => infoOf(realm.db, devsn),
    imagesOf: (devsn) => images.of(devsn),
    copiesOf: connection.copies.of,
  }
  return {
    routes: [
      ...deviceRoutes(facts, connection.copies),
      ...linkRoutes(connection),
      ...bindRoutes({ pairing, facts }),
      ...nearbyRoutes({ limits, boxesAt: connection.presence.boxesAt, isBound: connection.memberCache.isBound }),
      ...publishRoutes({
        send: connection.relay.send,
        socketOf: (lang, user_id, fd) => socketOf(connection, { lang, user_id }, fd),
      }),
    ],
    async mount(app) {
      await app.register(blobRoutes, { realms, uploads, auth, now })
      images.mount(app)
    },
    listeners: deviceListeners(connection),
    consumers: deviceConsumers,
    exporter: deviceExporter,
    sweep: (realm, at) => sweepBlobs(realm, uploads, at),
    codeFits: ({ lang }, code, address) => pairing.fits({ lang, code: normalCode(code), address }),
    devicesOf: async ({ db }, userId) =>
      (await devicesOf(db, userId)).map(({ devsn }) => ({ devsn, online: connection.presence.isOnline(devsn) ? 1 : 0 })),
  }
}
