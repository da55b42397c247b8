/** The device feature: info and statistics of the box, its name, and the pairing code. */
import { setTimeout } from 'node:timers/promises'
import type { DeviceInfo } from '@homeport/contract/device.ts'
import type { Feature } from '../kit/feature.ts'
import type { Household } from '../shared/household.ts'
import type { Connection } from '../kit/connection/connection.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import { deviceActs } from './acts.ts'
import { loadBoxName, type BoxName } from './box-name.ts'
import { createPairing, type Pairing } from './pairing.ts'
import { deviceReports } from './reports.ts'
import { createStats, stillInfo } from './stats.ts'

/** A start on a slow machine. */
const pairWaitMs = 60_000
const pairLookMs = 100

export type DeviceDeps = {
  devsn: string
  version: string
  /** Folders whose disks are measured; the first is the one that downloads go to. */
  folders: readonly string[]
  engines: () => DeviceInfo['engines']
  linkKinds: () => readonly string[]
  writesLibrary: boolean
  /** Addresses of the direct socket for apps. */
  lanAddresses: () => readonly string[]
  meta: MetaStore
  household: Household
  connection: Pick<Connection, 'isUp' | 'sendAll'>
  mirror: Mirror
  events: StationEventBus
  /** Opens the app with the code filled in. */
  linkOf: (code: string) => string
  elapsed: () => number
  /** The database was found damaged while the box ran. */
  isDamaged: () => boolean
  onFault: (fault: unknown) => void
}

export type DeviceFeature = Feature & {
  pairing: Pairing
  boxName: BoxName
  /** Waits for the cloud connection, because no code works before it is up; after a timeout the code is given out anyway. */
  askCode: () => Promise<{ devsn: string; code: string }>
}

export async function deviceFeature(deps: DeviceDeps): Promise<DeviceFeature> {
  const {
    devsn,
    version,
    folders,
    engines,
    meta,
    household,
    connection,
    mirror,
    events,
    linkOf,
    linkKinds,
    writesLibrary,
    lanAddresses,
    elapsed: now,
    isDamaged,
    onFault,
  } = deps
  const stats = createStats({ now, folders, isDamaged })
  const info = async (): Promise<DeviceInfo> => ({
    ...stillInfo(devsn, version),
    engines: engines(),
    link_kinds: [...linkKinds()],
    writes_library: writesLibrary,
    lan: [...lanAddresses()],
    status: await stats.status(),
  })
  const reports = deviceReports({ mirror, stats, info })
  const boxName = await loadBoxName(meta)
  const pairing = createPairing({ now, isBound: household.isBound(), onChange: (code) => events.emit('code', { code }) })
  const report = (always: boolean) => void reports.report({ always }).catch(onFault)

  events.on('code', () => connection.sendAll({ kind: 'pair_hint', pair_hint: pairing.hint() }))
  events.on('household', ({ realms }) => pairing.household(realms.length > 0))
  events.on('line', ({ isUp }) => isUp && report(true))

  return {
    acts: deviceActs({ stats, info, pairing, now, linkOf }),
    tick() {
      stats.tick()
      pairing.tick()
    },
    slowTick: () => connection.isUp && report(false),
    pairing,
    boxName,
    async askCode() {
      for (let waited = 0; waited < pairWaitMs && !connection.isUp; waited += pairLookMs) await setTimeout(pairLookMs)
      return { devsn, code: pairing.ask() }
    },
  }
}
