/** GET /trust: the page by which a phone trusts the home CA, the profile for iOS and the certificate for all others; by http too, since nothing is trusted yet. */
import { isIP } from 'node:net'
import { trustPath } from '@homeport/contract/https.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { profileOf } from './profile.ts'
import type { HomeCa } from './source.ts'
import { certificatePath, profilePath, trustPage } from './trust-page.ts'
import type { Platform } from './trust-text.ts'

export type TrustDeps = { ca: HomeCa; names: () => readonly string[]; httpPort: () => number; httpsPort: () => number }

export function mountTrust(app: FastifyInstance, { ca, names, httpPort, httpsPort }: TrustDeps): void {
  app.get(trustPath, async (request, reply) => {
    const { hostname } = new URL(`http://${request.headers.host ?? '127.0.0.1'}`)
    const page = trustPage(ca, {
      lang: langOf(request),
      platform: platformOf(request.headers['user-agent'] ?? ''),
      isSecure: request.protocol === 'https',
      http: `http://${hostname}:${httpPort()}`,
      https: `https://${certifiedHost(hostname, names())}:${httpsPort()}`,
    })
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Accept-Language, User-Agent')
      .send(page)
  })
  app.get(profilePath, async (_, reply) =>
    reply.type('application/x-apple-aspen-config').header('Cache-Control', 'no-store').send(profileOf(ca)),
  )
  app.get(certificatePath, async (_, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', 'attachment; filename="homeport.crt"')
      .send(ca.pem),
  )
}

/** The host of the request if the certificate names it, otherwise this machine's first address in its network. */
function certifiedHost(hostname: string, names: readonly string[]): string {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (names.includes(bare)) return hostname
  return names.find((name) => isIP(name) === 4 && !name.startsWith('127.')) ?? names[0] ?? hostname
}

function langOf({ query, headers }: FastifyRequest): Lang {
  const chosen = new URLSearchParams(Object(query)).get('lang')
  const isChinese = /^\s*zh\b/i.test(headers['accept-language'] ?? '')
  return langs.find((lang) => lang === chosen) ?? (isChinese ? 'zh' : 'en')
}

function platformOf(agent: string): Platform {
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios'
  return agent.includes('Android') ? 'android' : 'computer'
}
