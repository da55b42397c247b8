/** Starts and stops the whole cloud: opens the realms, the server, the connection and all features, and mounts them. */
import { userErased } from '@homeport/contract/account.ts'
import { later, type Later } from '@homeport/contract/kit/later.ts'
import { emptyLog } from '../kit/db.ts'
import { Events, listener } from '../kit/events.ts'
import { createLog, type Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { eventBus } from '../connection/bus/bus-messages.ts'
import { mountPictures } from '../media/picture.routes.ts'
import { openTls, type Tls, type TlsTiming } from '../tls/open-tls.ts'
import type { CloudConfig } from './config.ts'
import { createFeatures } from './features.ts'
import { freeBytesOf } from './health.ts'
import { listen, openHttp } from './http.ts'
import { openCloudConnection } from './open-connection.ts'
import { openPorts, type Ports } from './ports.ts'
import { openRealms } from './realms.ts'
import { startReindexing } from './reindex.ts'
import { startSweeping } from './sweep.ts'

/** httpsPort: 0 without https of our own. */
export type Cloud = {
  port: number
  httpsPort: number
  url: string
  stop(): Promise<void>
  /** Logs what nobody caught, whole, and counts it in /metrics (P49). */
  onUncaught: (fault: unknown) => void
}

/** For tests: a clock, a log, the time limit for receiving a request, the room on the disk, what https is made for, and the features. */
export type CloudDeps = {
  now?: () => number
  /** ms that nobody sets; with a clock that is given, that one. */
  elapsed?: () => number
  later?: Later
  log?: ReturnType<typeof createLog>
  requestMs?: number
  freeBytes?: (folder: string) => Promise<number>
  tls?: TlsTiming
  features?: typeof createFeatures
}

/** Spec 9: a phone waits no longer for its response. */
const requestMs = 60_000

export async function startCloud(config: CloudConfig, deps: CloudDeps = {}): Promise<Cloud> {
  const now = deps.now ?? Date.now
  const elapsed = deps.elapsed ?? deps.now ?? (() => performance.now())
  const log = deps.log ?? createLog(config.logLevel)
  const undo: (() => Promise<unknown>)[] = []
  let uncaught = 0
  const onUncaught = (error: unknown) => {
    uncaught += 1
    log.error({ err: error }, 'a fault that nobody caught')
  }
  const stop = async () => {
    for (const step of undo.splice(0).reverse())
      await step().catch((error: unknown) => log.error({ err: error }, 'stopping went wrong'))
  }
  try {
    const events = new Events({ now, log })
    const realms = await openRealms(config, { events, now, undo })
    const ports = await openPorts(config, { now, log, undo })
    undo.push(() => events.stop())

    const limitMs = deps.requestMs ?? requestMs
    let tls: Tls | undefined
    const { app, mountRoutes } = await openHttp(config, {
      realms,
      log,
      requestMs: limitMs,
      freeBytes: deps.freeBytes ?? freeBytesOf,
      certificate: () => tls?.source()?.state?.(),
      uncaught: () => uncaught,
      secureOrigin: (host) => tls?.originFor(host) ?? '',
    })
    undo.push(() => app.close())
    tls = openTls(config, { http: app.server, now, log, requestMs: limitMs, timing: deps.tls ?? {} })
    undo.push(async () => tls?.stop())
    const runLater = deps.later ?? later
    const connection = await openCloudConnection({
      server: app.server,
      realms,
      config,
      limits: ports.limits,
      now,
      elapsed,
      later: runLater,
      log,
    })
    const { features, auth } = (deps.features ?? createFeatures)({
      ...ports,
      config,
      realms,
      connection,
      tls,
      now,
      elapsed,
      later: runLater,
      log,
    })
    // One that throws keeps no other from its end.
    for (const feature of features.toReversed()) undo.push(async () => feature.stop?.())
    undo.push(() => connection.stop())

    for (const realm of realms) for (const { seed } of features) await seed?.(realm)
    const routes = features.flatMap((feature) => feature.routes ?? [])
    await mountRoutes({ routes, realms, auth, uploads: ports.uploads, now, log })
    mountPictures(app, { realms, pictures: ports.pictures })
    for (const { mount } of features) await mount?.(app)
    undo.push(startReindexing({ realms, features, log }))
    undo.push(startSweeping({ realms, features, sender: ports.sender, now, log }))
    connection.start(features)
    const listeners = features.flatMap((feature) => feature.listeners ?? [])
    // Everywhere: after each feature has erased its own.
    const erased = listener(userErased, 'everywhere', (_, realm) => emptyLog(realm.db))
    events.start(realms, [...listeners, erased], eventBus(connection.bus))
    const serving = await listen(app, config)
    const httpsPort = (await tls?.listen()) ?? 0
    if (config.demo) {
      const filling = fillDemo(realms, { ports, now, log })
      undo.push(() => filling)
    }
    return { ...serving, httpsPort, stop, onUncaught }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Imported on demand, in the background: its texts and pictures are used for the demo only. */
async function fillDemo(
  realms: readonly Realm[],
  { ports: { pictures, uploads }, now, log }: { ports: Ports; now: () => number; log: Log },
): Promise<void> {
  try {
    const demo = await import('../demo/demo.ts')
    await demo.fillDemo(realms, { pictures, uploads, now: now() })
  } catch (error) {
    log.error({ err: error }, 'the tour could not be filled')
  }
}
