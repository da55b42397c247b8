/** The `/link` call: where and how a box signs in to the broker; a box calls it in each realm. */
import { link } from '@homeport/contract/device.ts'
import { mqttTopics } from '@homeport/contract/kit/connection.ts'
import { issueNonce } from '../connection/broker/identity.ts'
import type { Connection } from '../connection/open-connection.ts'
import { serve, type Route } from '../kit/http/serve.ts'

export function linkRoutes({ secrets, epochOf, copies }: Pick<Connection, 'secrets' | 'epochOf' | 'copies'>): Route[] {
  return [
    serve(link, async ({ devsn }, { realm, now }) => ({
      // A path on the origin that the box used: it stays correct behind any proxy.
      mqtt: '/mqtt',
      topics: mqttTopics(devsn, realm.lang),
      now: Math.floor(now / 1000),
      nonce: issueNonce({ secrets, lang: realm.lang, devsn, now }),
      epoch: await epochOf(realm, devsn),
      dismissed: await copies.dismissedOf(devsn),
    })),
  ]
}
