/** Composition root of the station: opens its folder and its features, connects it to the cloud; stop() undoes all of it. */
import { join } from 'node:path'
import pino from 'pino'
import { censored } from '@homeport/contract/kit/program/error-code.ts'
import { openPairSocket } from '../device/pair-socket.ts'
import { damagedSentence } from '../kit/db.ts'
import { isDamaged } from '../kit/disk-full.ts'
import { createAnswerer } from '../kit/connection/answer.ts'
import { loadIdentity, replaceIdentity } from '../kit/connection/identity.ts'
import { inboxStore } from '../kit/connection/inbox.store.ts'
import { monotonicMs } from '../kit/monotonic.ts'
import type { Announce } from '../nearby/announce.ts'
import type { StationConfig } from './config.ts'
import { startConsoleStatus } from './console-status.ts'
import { createFeatures } from './features.ts'
import { checkFolder, makeDownloadsFolder, openFolder } from './folders.ts'
import { createDownHandler } from './handle-down.ts'
import { openPorts, version } from './ports.ts'
import { startTicking } from './ticker.ts'

const secrets = ['code', 'token', 'key', '*.code', '*.token', '*.key']

export type StationDeps = {
  now?: () => number
  /** ms that nobody sets; with a clock that is given, that one. */
  elapsed?: () => number
  random?: () => number
  print?: (line: string) => void
  warn?: (line: string) => void
  /** Set by a supervisor that can go back to the version before. */
  restartInto?: (version: string) => void
  /** Stops the box and starts it again: it has a new identity. */
  restart?: () => void
  /** Announces the box in the house; without it, or where the settings say so, the box is not announced. */
  announce?: Announce
  /** For tests. */
  features?: typeof createFeatures
}
export type Station = {
  devsn: string
  isConnected: () => boolean
  pairing: () => { devsn: string; code: string } | null
  stop: () => Promise<void>
  /** Logs a fault whole. */
  onFault: (fault: unknown) => void
}

export async function startStation(config: StationConfig, deps: StationDeps = {}): Promise<Station> {
  const {
    now = Date.now,
    elapsed = deps.now ?? monotonicMs,
    random = Math.random,
    print = console.log,
    warn = console.error,
    restartInto,
    restart,
    announce,
  } = deps
  const log = pino(
    { level: 'warn', base: { program: 'station' }, redact: { paths: secrets, censor: censored } },
    pino.destination({ fd: 2, sync: true }),
  )
  const damage = createDamageTeller(join(config.folder, 'station.db'), warn)
  const onFault = (fault: unknown) => {
    log.error(fault)
    damage.tell(fault)
  }
  openFolder(config.folder)
  checkFolder(config.folder)
  await Promise.all(config.downloads.map((folder) => makeDownloadsFolder(folder, warn)))

  const identity = loadIdentity(config.folder)
  const { devsn } = identity
  // Before the database: it keeps a second station off the folder.
  const opened = Promise.withResolvers<() => Promise<{ devsn: string; code: string }>>()
  const pairSocket = await openPairSocket(join(config.folder, 'pair.sock'), async () => (await opened.promise)())
  const onDismissed = dismissalHandler(config.folder, { warn, restart })
  const portDeps = { config, identity, now, elapsed, random, onFault, warn, restartInto, onDismissed, isDamaged: damage.isTold }
  const ports = await openPorts(portDeps).catch(async (error: unknown) => {
    await pairSocket.stop()
    throw error
  })
  const { db, events, household, connection, mirror } = ports
  damage.onTold(() => events.emit('damaged', {}))
  const { features, device, tv, lan, nearby, tunnel } = await (deps.features ?? createFeatures)(
    ports,
    config.isAnnounced ? announce : undefined,
  )
  const { pairing } = device
  startConsoleStatus({
    config,
    devsn,
    now: elapsed,
    print,
    warn,
    events,
    household,
    connection,
    code: pairing.code,
    tv: tv.addresses,
    nearby,
  })

  const answerer = createAnswerer({
    devsn,
    inbox: inboxStore(db),
    now,
    handlers: features.flatMap(({ acts }) => acts ?? []),
    onFault: (act, fault) => {
      log.error({ act, err: fault })
      damage.tell(fault)
    },
  })
  const onDown = createDownHandler({ ...ports, answerer, pairing, boxName: device.boxName, openTunnel: tunnel.open })
  opened.resolve(device.askCode)
  lan.serve(answerer)

  for (const { start } of features) await start?.()
  void answerer.finishBegun((realm, frame) => connection.send(realm, { kind: 'reply', id: frame.id ?? '', frame })).catch(onFault)
  connection.start({
    hello: () => ({ kind: 'hello', version, mirror_epoch: mirror.epoch(), pair_hint: pairing.hint() }),
    onDown: (realm, down) => void onDown(realm, down).catch(onFault),
  })
  events.on('viewer_change', ({ realm, user_id }) => connection.send(realm, { kind: 'changes', user_id }))
  const stopTicking = startTicking([...features, { tick: () => void mirror.tick().catch(onFault) }], onFault)

  return {
    devsn,
    onFault,
    isConnected: () => connection.isUp,
    pairing: () => (pairing.code() === '' ? null : { devsn, code: pairing.code() }),
    async stop() {
      stopTicking()
      const backwards = features.toReversed()
      const steps: (() => unknown)[] = [
        () => pairSocket.stop(),
        ...backwards.map(({ prepareStop }) => prepareStop ?? (() => {})),
        () => connection.stop(),
        ...backwards.map(({ stop }) => stop ?? (() => {})),
        () => db.destroy(),
      ]
      for (const step of steps) await undone(step, onFault)
    },
  }
}

/** Says once that the database was damaged while the box ran: each fault has its own line besides. */
function createDamageTeller(path: string, warn: (line: string) => void) {
  let isTold = false
  let onTold = () => {}
  return {
    isTold: () => isTold,
    onTold: (listener: () => void) => void (onTold = listener),
    tell(fault: unknown): void {
      if (isTold || !isDamaged(fault)) return
      isTold = true
      warn(damagedSentence(path, fault instanceof Error ? fault.message : ''))
      onTold()
    },
  }
}

/** One that throws keeps no other from its end. */
async function undone(step: () => unknown, onFault: (fault: unknown) => void): Promise<void> {
  try {
    await step()
  } catch (fault) {
    onFault(fault)
  }
}

/** A box whose key cannot be replaced stays away from its cloud, and says so once. */
function dismissalHandler(
  folder: string,
  { warn, restart = () => {} }: Pick<Required<StationDeps>, 'warn'> & Pick<StationDeps, 'restart'>,
) {
  let lastWhy = ''
  let isReplaced = false
  return (): void => {
    if (isReplaced) return
    try {
      replaceIdentity(folder)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (why !== lastWhy)
        warn(`The owner of this box kept another copy of it, and its key cannot be replaced (${why}): it stays away.`)
      lastWhy = why
      return
    }
    isReplaced = true
    warn('The owner of this box kept another copy of it: this one becomes a box of its own.')
    restart()
  }
}
