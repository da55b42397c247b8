/** The tls feature: tells the app whether there is https, and shows the page by which a phone trusts the home CA. */
import { readHttps } from '@homeport/contract/https.ts'
import { serve } from '../kit/serve.ts'
import type { Feature } from '../shared/feature.ts'
import type { Tls } from './open-tls.ts'
import { mountTrust } from './trust.routes.ts'

export function tlsFeature(tls: Tls | undefined): Feature {
  const ca = tls?.source.ca
  return {
    routes: [serve(readHttps, () => ({ port: tls?.port() ?? 0, has_ca: ca !== undefined }))],
    mount: async (app) => {
      if (tls && ca) mountTrust(app, { ca, names: () => tls.source.names() ?? [], httpPort: tls.httpPort, httpsPort: tls.port })
    },
  }
}
