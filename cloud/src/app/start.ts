/** Starts and stops the whole cloud: opens the realms, mounts every route once per realm, connects the link. */
import { join } from 'node:path'
import { eraseDue } from '../account/cancel.ts'
import { sweepCodes } from '../account/code.store.ts'
import { openCodes } from '../account/codes.ts'
import { accountListeners } from '../account/events.ts'
import { accountRoutes } from '../account/routes.ts'
import { openWechat } from '../account/wechat.ts'
import { addressListeners } from '../address/events.ts'
import { addressRoutes } from '../address/routes.ts'
import { openSender } from '../kit/sender.ts'
import { sessionOf, sweepSessions } from '../account/session.store.ts'
import { blobRoutes, sweepBlobs } from '../device/blob.routes.ts'
import { deviceRoutes } from '../device/routes.ts'
import { deviceOf } from '../device/store.ts'
import { forumListeners, sweepForum } from '../forum/events.ts'
import { openHomeFeed } from '../forum/query/home-feed.query.ts'
import { moderation } from '../forum/access/moderation.ts'
import { forumRoutes, createBoards } from '../forum/routes/routes.ts'
import { guideListeners } from '../guide/events.ts'
import { guideRoutes } from '../guide/routes.ts'
import { helpListeners, sweepFeedback } from '../help/events.ts'
import { helpRoutes } from '../help/routes.ts'
import { homeRoutes } from '../home/routes.ts'
import { Events, type Listener } from '../kit/events.ts'
import { openLimits } from '../kit/rate-limit.ts'
import { openLog, type Log } from '../kit/log.ts'
import { mountPictures } from '../media/picture.routes.ts'
import { openPictures } from '../media/pictures.ts'
import type { AuthResolvers, Route } from '../kit/serve.ts'
import { openUploads } from '../media/uploads.ts'
import { tokenHashOf } from '../kit/auth.ts'
import type { CloudConfig } from './config.ts'
import { exporters } from './exports.ts'
import { listen, openHttp } from './http.ts'
import { openBoxGateway } from './line.ts'
import { openRealms } from './realms.ts'

export type Cloud = { port: number; url: string; stop(): Promise<void> }

/** For tests: a clock, a log, and the time limit for receiving a request. */
export type CloudDeps = { now?: () => number; log?: ReturnType<typeof openLog>; requestMs?: number }

/** Spec 9: a phone waits no longer for its response. */
const requestMs = 60_000

export async function startCloud(config: CloudConfig, deps: CloudDeps = {}): Promise<Cloud> {
  const now = deps.now ?? Date.now
  const log = deps.log ?? openLog(config.logLevel)
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse())
      await step().catch((error: unknown) => log.error({ err: error }, 'stopping went wrong'))
  }
  try {
    const events = new Events({ now, log })
    const realms = await openRealms(config, { events, now, undo })
    await createBoards(realms)
    const limits = await openLimits(config.databaseUrl)
    undo.push(() => limits.stop())
    undo.push(() => events.stop())

    const { app, mountRoutes } = await openHttp(config, { realms, log, requestMs: deps.requestMs ?? requestMs })
    undo.push(() => app.close())
    const line = await openBoxGateway({ server: app.server, realms, config, now, log, limits })
    undo.push(() => line.stop())

    const cloudFolder = join(config.dataFolder, 'cloud')
    const uploads = await openUploads(config.uploadsUrl, {
      folder: join(cloudFolder, 'blobs'),
      spoolFolder: join(cloudFolder, 'spool'),
    })
    undo.push(() => uploads.stop())
    const pictures = openPictures(uploads)
    const sender = openSender({ smsUrl: config.smsUrl, smtp: config.smtp, file: join(cloudFolder, 'outbox.jsonl'), now, log })
    undo.push(() => sender.stop())
    const doors: AuthResolvers = {
      sessionOf: (realm, token) => sessionOf(realm.db, tokenHashOf(token), now()),
      deviceOf: (realm, user, name) => deviceOf(realm.db, user.user_id, name),
      boxOf: line.boxOf,
    }
    const routes: Route[] = [
      ...accountRoutes({
        registration: config.registration,
        fits: (realm, code, address) => line.codeFits(realm, code, address),
        limits,
        codes: openCodes({ sender }),
        wechat: openWechat(config.wechatUrl, log),
        pictures,
        exporters,
      }),
      ...addressRoutes,
      ...deviceRoutes(line),
      ...guideRoutes(moderation, limits),
      ...forumRoutes({ limits, pictures }),
      ...helpRoutes({ limits, uploads }),
      ...homeRoutes(openHomeFeed(now)),
      ...line.routes,
    ]
    const listeners: Listener[] = [
      ...line.listeners,
      ...accountListeners(pictures),
      ...addressListeners,
      ...guideListeners,
      ...forumListeners(pictures),
      ...helpListeners(uploads),
    ]
    await mountRoutes({ routes, realms, doors, uploads, now, log })
    mountPictures(app, { realms, pictures })
    await app.register(blobRoutes, { realms, uploads, doors, now })
    undo.push(
      every(sweepEveryMs, log, async () => {
        await sweepBlobs({ realms, uploads, now })
        await sender.sweep()
        for (const realm of realms) {
          await sweepSessions(realm.db, now())
          await sweepCodes(realm.db, now())
          await eraseDue(realm, now())
          await sweepFeedback(realm, uploads, now())
          await sweepForum(realm, pictures, now())
        }
      }),
    )
    events.start(realms, listeners, line.bus)
    const serving = await listen(app, config)
    if (config.demo) {
      // Imported on demand, in the background: its texts and pictures are used for the demo only.
      const filling = import('../demo/demo.ts')
        .then(({ fillDemo }) => fillDemo(realms, { pictures, uploads, now: now() }))
        .catch((error: unknown) => log.error({ err: error }, 'the tour could not be filled'))
      undo.push(() => filling)
    }
    return { ...serving, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const sweepEveryMs = 10 * 60 * 1000

/** Runs periodically; the returned function stops it and waits for the current run. */
function every(ms: number, log: Log, work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(work).catch((error: unknown) => log.error({ err: error }, 'sweeping went wrong'))
  }
  const timer = setInterval(run, ms).unref()
  run()
  return () => {
    clearInterval(timer)
    return running
  }
}
