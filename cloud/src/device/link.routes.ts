/** The `/link` call: where and how a box signs in to the broker; a box calls it in each realm. */
import { link } from '@homeport/contract/device.ts'
import { mqttTopics } from '@homeport/contract/kit/link.ts'
import { issueNonce } from '../link/broker/identity.ts'
import type { Link } from '../link/open-link.ts'
import { serve, type Route } from '../kit/http/serve.ts'

export function linkRoutes({ secrets, epochOf, copies }: Pick<Link, 'secrets' | 'epochOf' | 'copies'>): Route[] {
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
