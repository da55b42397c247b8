/** A feature of the cloud as one value: its `feature.ts` builds it, app/features.ts lists all of them, app/start.ts mounts them in a loop. */
import type { FastifyInstance } from 'fastify'
import type { Listener } from '../kit/events.ts'
import type { Exporter } from '../kit/exporter.ts'
import type { Realm } from '../kit/realm.ts'
import type { Route } from '../kit/http/serve.ts'
import type { ConnectionListener } from '../connection/open-connection.ts'
import type { Reindexer } from './search/reindex.store.ts'

/** All members are optional. */
export type Feature = ConnectionListener & {
  /** Handlers of its calls. */
  routes?: readonly Route[]
  /** Mounts HTTP routes that are not calls, such as uploads of plain bytes. */
  mount?: (app: FastifyInstance) => Promise<void>
  /** Creates the rows that must exist before the first request. */
  seed?: (realm: Realm) => Promise<void>
  listeners?: readonly Listener[]
  exporter?: Exporter
  /** Deletes expired rows and files, every ten minutes; now in ms. */
  sweep?: (realm: Realm, now: number) => Promise<void>
  /** Index again what a migration asked for. */
  reindexers?: readonly Reindexer[]
  /** Waits for pending writes; called after the connection stopped. */
  stop?: () => Promise<void>
}
