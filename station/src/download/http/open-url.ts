/** Opens a web address for reading: every redirect is checked, and the connection goes to exactly the checked address (promise 34). */
import http from 'node:http'
import https from 'node:https'
import { judgeSource, lookupOf, portOf, type SourceRule } from '../../kit/outside.ts'

const hopsAtMost = 10

export type UrlResponse = { response: http.IncomingMessage; url: URL }

export type OpenUrlParts = {
  rule: SourceRule
  signal: AbortSignal
  have?: number
  silenceMs?: number
  method?: 'GET' | 'HEAD'
}

/** have: bytes already downloaded. silenceMs: how long the server may stay silent. Throws UrlError. */
export async function openUrl(
  first: URL,
  { rule, signal, have = 0, silenceMs = 60_000, method = 'GET' }: OpenUrlParts,
): Promise<UrlResponse> {
  let url = first
  for (let hop = 0; hop < hopsAtMost; hop += 1) {
    const { verdict, addresses } = await judgeSource(url.hostname, portOf(url), rule)
    if (verdict !== 'fine') throw new UrlError(22, verdict)
    const response = await get(url, addresses, { have, signal, silenceMs, method })
    const status = response.statusCode ?? 0
    if (status === 200 || status === 206) return { response, url }
    response.destroy()
    if (status < 300 || status >= 400 || !response.headers.location) throw new UrlError(22, `status=${status}`)
    const next = URL.canParse(response.headers.location, url) ? new URL(response.headers.location, url) : undefined
    if (next?.protocol !== 'http:' && next?.protocol !== 'https:') throw new UrlError(28, 'a redirect to no web address')
    url = next
  }
  throw new UrlError(23, 'too many redirects')
}

/** With aria2's error number for it. */
export class UrlError extends Error {
  readonly error: number
  constructor(error: number, message: string) {
    super(message)
    this.error = error
  }
}

function get(
  url: URL,
  addresses: string[],
  { have, signal, silenceMs, method }: Required<Omit<OpenUrlParts, 'rule'>>,
): Promise<http.IncomingMessage> {
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'Homeport', ...(have > 0 ? { range: `bytes=${have}-` } : {}) }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      { method, headers, signal, lookup: lookupOf(addresses), timeout: silenceMs },
      (response) => {
        request.once('timeout', () => response.destroy(new UrlError(2, 'the server is silent')))
        resolve(response)
      },
    )
    request.once('timeout', () => request.destroy(new UrlError(2, 'the server is silent')))
    request.once('error', reject)
    request.end()
  })
}
