/** What a feature gives to the cloud as one value: its `feature.ts` gathers it, app/features.ts lists all of them, app/start.ts mounts them alike. */
import type { FastifyInstance } from 'fastify'
import type { Listener } from '../kit/events.ts'
import type { Exporter } from '../kit/exporter.ts'
import type { Realm } from '../kit/realm.ts'
import type { Route } from '../kit/serve.ts'
import type { LinkListener } from '../link/open-link.ts'

/** Every member is optional: a feature gives what it has. */
export type Feature = LinkListener & {
  /** The calls that it answers. */
  routes?: readonly Route[]
  /** Mounts what is no call: bodies and answers of plain bytes. */
  mount?: (app: FastifyInstance) => Promise<void>
  /** Writes the rows that must be there before the first call. */
  seed?: (realm: Realm) => Promise<void>
  listeners?: readonly Listener[]
  exporter?: Exporter
  /** Deletes what is over, every ten minutes; now in ms. */
  sweep?: (realm: Realm, now: number) => Promise<void>
  /** Waits for writes under way, after the link stopped. */
  stop?: () => Promise<void>
}
