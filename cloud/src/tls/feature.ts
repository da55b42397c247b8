/** The tls feature: tells the app whether there is https, and shows the page by which a phone trusts the home CA. */
import { readHttps } from '@homeport/contract/https.ts'
import { serve } from '../kit/serve.ts'
import type { FastifyInstance } from 'fastify'
import type { Feature } from '../shared/feature.ts'
import type { Tls } from './open-tls.ts'
import { challengePath, type Challenges } from './challenges.ts'
import { mountTrust } from './trust.routes.ts'

export function tlsFeature(tls: Tls | undefined): Feature {
  const ca = tls?.source.ca
  return {
    routes: [serve(readHttps, () => ({ port: tls?.port() ?? 0, has_ca: ca !== undefined }))],
    mount: async (app) => {
      if (tls) mountChallenges(app, tls.challenges)
      if (tls && ca) mountTrust(app, { ca, names: () => tls.source.names() ?? [], httpPort: tls.httpPort, httpsPort: tls.port })
    },
  }
}

/** On the http port too: a router may forward port 80 to it. */
function mountChallenges(app: FastifyInstance, challenges: Challenges): void {
  app.get(`${challengePath}:token`, async (request, reply) => {
    const content = challenges.contentOf(request.url.slice(challengePath.length))
    return content === undefined ? reply.callNotFound() : reply.type('text/plain').send(content)
  })
}
