/** Opens a web address for reading: every redirect is checked, and the connection goes to exactly the checked address (promise 34). */
import http from 'node:http'
import https from 'node:https'
import { judgeSource, lookupOf, portOf, type SourceRule } from '../../kit/outside.ts'

const hopsAtMost = 10
const silenceMs = 60_000

export type UrlResponse = { response: http.IncomingMessage; url: URL }

/** have: bytes already downloaded. Throws Final if a retry would not help. */
export async function openUrl(
  first: URL,
  { rule, signal, have = 0 }: { rule: SourceRule; signal: AbortSignal; have?: number },
): Promise<UrlResponse> {
  let url = first
  for (let hop = 0; hop < hopsAtMost; hop += 1) {
    const { verdict, addresses } = await judgeSource(url.hostname, portOf(url), rule)
    if (verdict === 'unknown_host') throw new Error('the name is not known')
    if (verdict !== 'fine') throw new Final(22, verdict)
    const response = await get(url, addresses, { have, signal })
    const status = response.statusCode ?? 0
    if (status === 200 || status === 206) return { response, url }
    response.destroy()
    if (status >= 300 && status < 400 && response.headers.location) url = new URL(response.headers.location, url)
    else if (status === 416) throw new Final(8, 'the server does not know this range')
    else if (status === 404 || status === 410) throw new Final(3, `status=${status}`)
    else if (status < 500) throw new Final(22, `status=${status}`)
    else throw new Error(`status=${status}`)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Final(28, 'a redirect to no web address')
  }
  throw new Final(23, 'too many redirects')
}

/** A response that a retry would not change; with aria2's error number for it. */
export class Final extends Error {
  readonly error: number
  constructor(error: number, message: string) {
    super(message)
    this.error = error
  }
}

function get(
  url: URL,
  addresses: string[],
  { have, signal }: { have: number; signal: AbortSignal },
): Promise<http.IncomingMessage> {
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'Homeport', ...(have > 0 ? { range: `bytes=${have}-` } : {}) }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      { headers, signal, lookup: lookupOf(addresses), timeout: silenceMs },
      resolve,
    )
    request.once('timeout', () => request.destroy(new Error('the server is silent')))
    request.once('error', reject)
  })
}
