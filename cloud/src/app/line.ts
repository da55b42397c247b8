/** What the rest of the cloud asks of the link to the boxes. */
import type { Server } from 'node:http'
import type { EventBus, Listener } from '../kit/events.ts'
import type { Limits } from '../kit/limit.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { Doors, Route } from '../kit/serve.ts'
import type { Sight } from '../device/view.ts'
import type { CloudConfig } from './config.ts'

export type Line = Sight & {
  boxOf: Doors['boxOf']
  /** Is this the pairing code on show at a box of this cloud? Registration asks where it is HOMEPORT_REGISTRATION=code; the code stays unspent. */
  codeFits(realm: Realm, code: string, address: string): Promise<boolean>
  routes: readonly Route[]
  listeners: readonly Listener[]
  bus?: EventBus
  stop(): Promise<void>
}

export type LineDeps = { server: Server; realms: readonly Realm[]; config: CloudConfig; now: () => number; log: Log; limits: Limits }

/** TODO: branch cloud-link opens the real one here. */
export async function openLine(_: LineDeps): Promise<Line> {
  return {
    boxOf: async () => undefined,
    codeFits: async () => false,
    presenceOf: async () => ({ online: false, seenAt: null, version: '' }),
    lastWordOf: async () => null,
    routes: [],
    listeners: [],
    async stop() {},
  }
}
