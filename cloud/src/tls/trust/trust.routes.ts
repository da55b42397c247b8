/** GET /trust: the page by which a phone trusts the home CA, the profile for iOS and the certificate for all others; by http too, since nothing is trusted yet. */
import { trustPath } from '@homeport/contract/https.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { profileOf } from './profile.ts'
import type { HomeCa } from '../certificate-source.ts'
import { certificatePath, profilePath, scriptPath, trustPage } from './trust-page.ts'
import { trustScript } from './trust-script.ts'
import type { Platform } from './trust-text.ts'

/** ca: undefined while there is none, as before it was opened: then nothing is here. */
export type TrustDeps = { ca: () => HomeCa | undefined; originFor: (host: string | undefined) => string }

export function mountTrust(app: FastifyInstance, { ca, originFor }: TrustDeps): void {
  const get = (path: string, send: (ca: HomeCa, reply: FastifyReply, request: FastifyRequest) => FastifyReply) =>
    app.get(path, async (request, reply) => {
      const current = ca()
      return current ? send(current, reply.header('Cache-Control', 'no-store'), request) : reply.callNotFound()
    })
  get(trustPath, (current, reply, request) => {
    const page = trustPage(current, {
      lang: langOf(request),
      platform: platformOf(request.headers['user-agent'] ?? ''),
      isSecure: request.protocol === 'https',
      https: originFor(request.headers.host),
    })
    return reply.type('text/html; charset=utf-8').header('Vary', 'Accept-Language, User-Agent').send(page)
  })
  get(scriptPath, (_, reply) => reply.type('text/javascript; charset=utf-8').send(trustScript))
  get(profilePath, (current, reply) => reply.type('application/x-apple-aspen-config').send(profileOf(current)))
  get(certificatePath, ({ pem }, reply) =>
    reply.type('application/x-x509-ca-cert').header('Content-Disposition', 'attachment; filename="homeport.crt"').send(pem),
  )
}

function langOf({ query, headers }: FastifyRequest): Lang {
  const chosen = new URLSearchParams(Object(query)).get('lang')
  const isChinese = /^\s*zh\b/i.test(headers['accept-language'] ?? '')
  return langs.find((lang) => lang === chosen) ?? (isChinese ? 'zh' : 'en')
}

function platformOf(agent: string): Platform {
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios'
  if (agent.includes('Android')) return 'android'
  // It has a store of its own on every computer.
  if (agent.includes('Firefox/')) return 'other'
  if (agent.includes('Windows')) return 'windows'
  return agent.includes('Macintosh') ? 'mac' : 'other'
}
