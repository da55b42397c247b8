/** The tls feature: tells the app whether there is https, and shows the page by which a phone trusts the home CA. */
import { reachedPath, readHttps } from '@homeport/contract/https.ts'
import { serve } from '../kit/http/serve.ts'
import type { FastifyInstance } from 'fastify'
import type { Feature } from '../shared/feature.ts'
import type { Tls } from './open-tls.ts'
import { challengePath, type Challenges } from './acme/challenges.ts'
import { mountTrust } from './trust/trust.routes.ts'

export function tlsFeature(tls: Tls | undefined): Feature {
  return {
    routes: [
      serve(readHttps, (_, { base }) => ({
        port: tls?.port() ?? 0,
        has_ca: tls?.source()?.ca !== undefined,
        origin: tls?.originFor(new URL(base).host) ?? '',
      })),
    ],
    mount: async (app) => {
      if (!tls) return
      mountChallenges(app, tls.challenges)
      mountReached(app)
      mountTrust(app, { ca: () => tls.source()?.ca, originFor: tls.originFor })
    },
  }
}

/** Helmet's header would keep it from the page of http beside it, which is another site for browsers. */
function mountReached(app: FastifyInstance): void {
  app.get(reachedPath, async (_, reply) =>
    reply.code(204).header('Cross-Origin-Resource-Policy', 'cross-origin').header('Cache-Control', 'no-store').send(),
  )
}

/** On the http port too: a router may forward port 80 to it. */
function mountChallenges(app: FastifyInstance, challenges: Challenges): void {
  app.get(`${challengePath}:token`, async (request, reply) => {
    const content = challenges.contentOf(request.url.slice(challengePath.length))
    return content === undefined ? reply.callNotFound() : reply.type('text/plain').send(content)
  })
}
