/** The parts that features are given: the station's database, its connection to the cloud, the mirror, and which realms have bound users. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { appVersion } from '@homeport/contract/kit/version.ts'
import { migrations } from '../../migrations/all.ts'
import { claimRows } from '../shared/box-rows.store.ts'
import { openDb } from '../kit/db.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { householdStore } from '../shared/household.store.ts'
import { loadHousehold } from '../shared/household.ts'
import type { Identity } from '../kit/connection/identity.ts'
import { Connection } from '../kit/connection/connection.ts'
import { metaStore } from '../kit/meta.store.ts'
import { createMirror } from '../kit/connection/mirror.ts'
import { mirrorStore } from '../kit/connection/mirror.store.ts'
import { createBlobs } from './blobs.ts'
import type { StationConfig } from './config.ts'

export const version = appVersion.version_name

export type PortDeps = {
  config: StationConfig
  identity: Identity
  now: () => number
  /** For how long something lasts: it goes on whatever is done to the clock. */
  elapsed: () => number
  random: () => number
  onFault: (fault: unknown) => void
  warn: (line: string) => void
  /** Restarts the box into a version it has unpacked; undefined where nobody could go back. */
  restartInto: ((version: string) => void) | undefined
  /** The database was found damaged while the box ran. */
  isDamaged: () => boolean
  /** The owner kept another copy of this box. */
  onDismissed: () => void
}
export type Ports = Awaited<ReturnType<typeof openPorts>>

export async function openPorts({
  config,
  identity,
  now,
  elapsed,
  random,
  onFault,
  warn,
  restartInto,
  onDismissed,
  isDamaged,
}: PortDeps) {
  const { devsn } = identity
  const { cloud } = config
  const db = await openDb(join(config.folder, 'station.db'), migrations)
  if (await claimRows(db, devsn))
    warn('This is a box of its own now: the people of the box before and their history were removed.')
  const meta = metaStore(db)
  const events = createEventBus(onFault)
  const household = await loadHousehold(householdStore(db))
  const process = {
    instance: randomBytes(16).toString('base64url'),
    previous: (await meta.read('instance')) ?? '',
    host: hostname(),
  }
  const onTooLong = (what: string, bytes: number) => warn(`Too long for the cloud, so it was not sent: ${what} (${bytes} bytes).`)
  const connection = new Connection({
    cloud,
    identity,
    process,
    version,
    now,
    random,
    async nextEpoch(above) {
      const own = Number((await meta.read('presence_epoch')) ?? '0')
      // Data of an earlier day, or of a copy: the cloud may have rows that this box never had.
      if (own < above) {
        warn('The cloud has seen a later start of this box: its data was restored, or a copy of it runs elsewhere.')
        await renewMirror()
      }
      const epoch = Math.max(own, above) + 1
      await meta.write('presence_epoch', String(epoch))
      await meta.write('instance', process.instance)
      return epoch
    },
    onDismissed,
    onLine: (isUp, why) => events.emit('line', { isUp, why }),
    onTooLong,
  })
  const mirror = createMirror({
    epoch: await meta.once('mirror_epoch', randomUUID),
    store: mirrorStore(db),
    now: elapsed,
    send: (realm, up) => connection.send(realm, up),
    onTooLong,
  })
  async function renewMirror(): Promise<void> {
    const epoch = randomUUID()
    await meta.write('mirror_epoch', epoch)
    mirror.renew(epoch)
  }
  // On each connect the cloud sends its mirror position again, and which realms have bound users.
  events.on('line', ({ isUp }) => {
    if (!isUp) for (const realm of langs) mirror.stop(realm)
  })
  /** The direct sockets of apps in the house take every push too. */
  let pushInHouse: (realm: Lang, frame: FrameIn, user_id?: string) => void = () => {}
  const pushTo = (realm: Lang, frame: FrameIn, user_id?: string) => {
    connection.send(realm, { kind: 'push', frame, ...(user_id !== undefined && { user_id }) })
    pushInHouse(realm, frame, user_id)
  }
  return {
    config,
    devsn,
    db,
    meta,
    events: events,
    household,
    connection,
    mirror,
    blobs: createBlobs({ cloud, identity, connection }),
    /** Sends to the open apps of all bound users. */
    push: (frame: FrameIn) => household.realms().forEach((realm) => pushTo(realm, frame)),
    /** Sends to the open apps of one realm; with user_id to those of that user only. */
    pushTo: (realm: Lang, frame: Omit<FrameIn, 'dev'>, user_id?: string) => pushTo(realm, { ...frame, dev: devsn }, user_id),
    onPush: (listener: typeof pushInHouse) => void (pushInHouse = listener),
    secretFor: (purpose: string) => identity.secretFor(purpose),
    now,
    elapsed,
    random,
    onFault,
    warn,
    restartInto,
    isDamaged,
  }
}
