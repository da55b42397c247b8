/** Composition root of the station: opens its folder, wires the features, connects it to the cloud; stop() undoes all of it. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { DeviceInfo } from '@homeport/contract/device.ts'
import { blobPath, type Down } from '@homeport/contract/kit/link.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import pino from 'pino'
import { migrations } from '../../migrations/all.ts'
import { deviceActs } from '../device/acts.ts'
import { openBoxName } from '../device/box-name.ts'
import { openPairSocket } from '../device/pair-socket.ts'
import { createPairing } from '../device/pairing.ts'
import { deviceReports } from '../device/reports.ts'
import { createStats, stillInfo } from '../device/stats.ts'
import { downloadActs } from '../download/acts.ts'
import { openDownloads } from '../download/open.ts'
import { downloadReports } from '../download/reports.ts'
import { createAnswerer } from '../kit/answer.ts'
import { openDb } from '../kit/db.ts'
import { householdStore } from '../kit/household.store.ts'
import { loadIdentity } from '../kit/identity.ts'
import { inboxStore } from '../kit/inbox.store.ts'
import { Link } from '../kit/link.ts'
import { metaStore } from '../kit/meta.store.ts'
import { blobFromCloud } from '../kit/outside.ts'
import { createMirror } from '../kit/mirror.ts'
import { mirrorStore } from '../kit/mirror.store.ts'
import { createEventBus } from '../kit/event-bus.ts'
import { createConsoleStatus } from './console-status.ts'
import { bindLink } from './console-banner.ts'
import type { StationConfig } from './config.ts'
import { createDownHandler } from './handle-down.ts'
import { makeDownloadsFolder, openFolder } from './folders.ts'
import { openLibrary } from './library.ts'
import { openTv } from './tv.ts'

export const version = appVersion.version_name
const tickMs = 1_000
const reportTicks = 30
const pairWaitMs = 10_000
const pairLookMs = 100

export type StationDeps = {
  now?: () => number
  random?: () => number
  say?: (line: string) => void
  warn?: (line: string) => void
}
export type Station = { devsn: string; pairing: () => { devsn: string; code: string } | null; stop: () => Promise<void> }

export async function startStation(config: StationConfig, deps: StationDeps = {}): Promise<Station> {
  const { now = Date.now, random = Math.random, say = console.log, warn = console.error } = deps
  const log = pino(
    { level: 'warn', base: { program: 'station' }, redact: ['code', 'token', '*.code', '*.token'] },
    pino.destination({ fd: 2, sync: true }),
  )
  const onFault = (fault: unknown) => log.error(fault)
  openFolder(config.folder)
  makeDownloadsFolder(config.downloads, warn)

  const identity = loadIdentity(config.folder)
  const { devsn } = identity
  const pairSocketPath = join(config.folder, 'pair.sock')
  const opened = Promise.withResolvers<() => Promise<{ devsn: string; code: string }>>()
  const pairSocket = await openPairSocket(pairSocketPath, async () => (await opened.promise)())
  const db = await openDb(join(config.folder, 'station.db'), migrations)
  const meta = metaStore(db)
  const household = householdStore(db)
  const inbox = inboxStore(db)
  const tell = createEventBus()
  let boundIn: readonly Lang[] = await household.realms()

  const mirror = createMirror({
    epoch: await meta.once('mirror_epoch', randomUUID),
    store: mirrorStore(db),
    now,
    send: (realm, up) => link.send(realm, up),
  })
  const downloads = await openDownloads({
    ...config,
    db,
    tell,
    now,
    onFault,
    warn,
    blobOf: async (realm, id, options) => {
      const path = blobPath(realm, id)
      const token = await identity.blobToken(path, Math.floor(link.cloudNow() / 1000))
      return blobFromCloud(config.cloud + path, { ...options, authorization: `Box ${token}` })
    },
  })
  const library = openLibrary({
    config,
    db,
    tell,
    mirror,
    identity,
    now,
    onFault,
    warn,
    claimOf: (path) => downloads.media.claimOf(path),
    realms: () => (link.isUp ? boundIn : []),
    cloudNow: () => link.cloudNow(),
    push: (frame) => boundIn.forEach((realm) => link.send(realm, { kind: 'push', frame })),
  })
  const stats = createStats({ now, folders: [config.downloads, ...config.library, config.folder] })
  const info = async (): Promise<DeviceInfo> => ({
    ...stillInfo(devsn, version),
    engines: { aria2: downloads.engine.version(), ffmpeg: library.ffmpegVersion() },
    status: await stats.status(),
  })
  const about = deviceReports({ mirror, stats, info })
  const moved = downloadReports({
    devsn,
    tell,
    mirror,
    now,
    onFault,
    push: (frame) => boundIn.forEach((realm) => link.send(realm, { kind: 'push', frame })),
  })
  const boxName = await openBoxName(meta)
  const pairing = createPairing({ now, isBound: boundIn.length > 0, onChange: (code) => tell.tell('code', { code }) })
  const tv = await openTv({
    config,
    db,
    films: { ...library.films, mediaFile: (url: string) => downloads.media.mediaFile(url) },
    tools: library.tools,
    pairing: () => ({ devsn, code: pairing.code(), until: pairing.until() }),
    boxName: () => boxName.of(boundIn),
    boundIn: () => boundIn,
    push: (realm, frame) => link.send(realm, { kind: 'push', frame: { ...frame, dev: devsn } }),
    cloudNow: () => link.cloudNow(),
    now,
    onKey: () => announcer.howToBind(),
    onFault,
    warn,
  })

  const answerer = createAnswerer({
    devsn,
    inbox,
    now,
    handlers: [
      ...deviceActs({ stats, info, pairing, now, linkOf: (code) => bindLink(config, { devsn, code }) }),
      ...downloadActs({ ...downloads, onConfig: moved.config }),
      ...library.acts,
      ...tv.acts,
    ],
    onFault: (act, fault) => log.error({ act, fault }),
  })
  const link: Link = new Link({
    cloud: config.cloud,
    identity,
    version,
    now,
    random,
    nextEpoch: () => meta.next('presence_epoch'),
    hello: () => ({ kind: 'hello', version, mirror_epoch: mirror.epoch, pair_hint: pairing.hint() }),
    onDown: (realm, down) => void onDown(realm, down).catch(onFault),
    onLine: (isUp, why) => tell.tell('line', { isUp, why }),
  })
  const onDown: (realm: Lang, down: Down) => Promise<void> = createDownHandler({
    link,
    answerer,
    pairing,
    mirror,
    household,
    boxName,
    tell,
  })

  const announcer = createConsoleStatus({
    config,
    devsn,
    now,
    say,
    warn,
    code: () => pairing.code(),
    isBound: () => boundIn.length > 0,
    isUp: () => link.isUp,
    tv: tv.addresses,
  })
  tell.on('code', () => {
    link.sendAll({ kind: 'pair_hint', pair_hint: pairing.hint() })
    tv.refresh()
    announcer.howToBind()
  })
  library.movies.onChange(tv.filmsChanged)
  tell.on('household', (said) => {
    boundIn = said.realms
    pairing.household(boundIn.length > 0)
    tv.household()
    announcer.howToBind()
  })
  tell.on('line', ({ isUp, why }) => {
    if (isUp) {
      void about.report({ always: true }).catch(onFault)
      tv.linked()
    }
    announcer.line(isUp, why)
    // On each connect the cloud sends its mirror position again, and which realms have bound users.
    if (!isUp) for (const realm of langs) mirror.stop(realm)
    announcer.howToBind()
  })

  // No code works before the cloud connection is up; without a connection the code is given out anyway, after a wait.
  opened.resolve(async () => {
    for (let waited = 0; waited < pairWaitMs && !link.isUp; waited += pairLookMs) await setTimeout(pairLookMs)
    return { devsn, code: pairing.ask() }
  })

  await moved.reconcile((await downloads.tasks.list(Number.MAX_SAFE_INTEGER, 0)).data)
  await moved.config(downloads.config.now())
  void downloads.start()
  library.start()
  void answerer.finishBegun((realm, frame) => link.send(realm, { kind: 'reply', id: frame.id ?? '', frame })).catch(onFault)
  link.start()

  let ticks = 0
  const ticker = setInterval(() => {
    stats.tick()
    pairing.tick()
    tv.tick()
    moved.tick()
    void mirror.tick().catch(onFault)
    void downloads.tasks.look()
    ticks += 1
    if (ticks % reportTicks !== 0) return
    void downloads.tasks.keepNumbers().catch(onFault)
    if (link.isUp) void about.report({ always: false }).catch(onFault)
  }, tickMs)

  return {
    devsn,
    pairing: () => (pairing.code() === '' ? null : { devsn, code: pairing.code() }),
    async stop() {
      clearInterval(ticker)
      moved.stop()
      await pairSocket.stop()
      await tv.stop()
      await link.stop()
      await library.stop()
      await downloads.stop()
      await db.destroy()
    },
  }
}
