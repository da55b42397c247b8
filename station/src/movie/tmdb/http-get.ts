/** One bounded GET to the film database or its image host. No redirect is followed, and a host that the operator did not name must not be a private address (promise 34). */
import http from 'node:http'
import https from 'node:https'
import { judgeSource, lookupOf, portOf } from '../../kit/outside.ts'

export type HostSettings = { proxy: string; timeoutMs: number; ownHosts: readonly string[] }
export type HttpResponse = { status: number; retryAfterMs: number; body: Buffer }

/** Throws where there is no answer in time, or one above maxBytes. */
export async function httpGet(
  url: URL,
  {
    headers,
    maxBytes,
    host,
    signal,
  }: { headers: Record<string, string>; maxBytes: number; host: HostSettings; signal: AbortSignal },
): Promise<HttpResponse> {
  const route = await routeTo(url, host)
  const within = AbortSignal.any([signal, AbortSignal.timeout(host.timeoutMs)])
  const program = url.protocol === 'https:' ? https : http
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    program
      .request(url, { headers: { ...headers, 'user-agent': 'Homeport' }, signal: within, ...route }, resolve)
      .on('error', reject)
      .end()
  })
  const parts: Buffer[] = []
  let remaining = maxBytes
  for await (const part of response) {
    remaining -= part.length
    if (remaining < 0) {
      response.destroy()
      throw new Error('the answer is too large')
    }
    parts.push(part)
  }
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: 1_000 * (Number(response.headers['retry-after']) || 0),
    body: Buffer.concat(parts),
  }
}

/** Through the proxy, which resolves the name itself; else to the addresses that were judged. */
async function routeTo(url: URL, { proxy, ownHosts }: HostSettings): Promise<https.RequestOptions> {
  if (proxy !== '') {
    const proxyEnv = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
    return { agent: url.protocol === 'https:' ? new https.Agent({ proxyEnv }) : new http.Agent({ proxyEnv }) }
  }
  if (ownHosts.includes(url.host)) return { agent: false }
  const { verdict, addresses } = await judgeSource(url.hostname, portOf(url), { allowPrivate: false, ownPorts: () => [] })
  if (verdict !== 'fine') throw new Error(`${url.hostname} leads to no public address`)
  return { agent: false, lookup: lookupOf(addresses) }
}
