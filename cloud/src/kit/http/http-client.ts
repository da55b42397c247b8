/** The only HTTP client of the cloud: it requests only hosts that the operator's settings name (P34) and follows no redirect. Push services are the exception: their addresses are a phone's, and judged. */
import { lookup as lookupName, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { boundHead, createInboundAgent, headBounds, pushHeadBounds } from '@homeport/contract/kit/http/inbound-http.ts'
import { jsonIn } from '@homeport/contract/kit/http/inbound-json.ts'
import { isAddress, isPrivateAddress } from '@homeport/contract/kit/private-address.ts'

const answerWithinMs = 15_000

/** Throws unless the response is 2xx. No error contains the URL: it may include a key (P12). */
export async function postForm(url: string, form: Record<string, string>): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  await reach(url, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
}

/** Like postForm; also throws if the response is not JSON. */
export async function getJson(url: string): Promise<unknown> {
  const { text } = await reach(url, { method: 'GET' })
  const answer = jsonIn(text)
  if (answer === undefined) throw new Error('the gateway answered what is no JSON')
  return answer
}

async function reach(url: string, request: Omit<AnswerRequest, 'roots'>): Promise<Answer> {
  const answer = await exchange(url, request).catch((error: unknown) => {
    const isLate = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
    throw new Error(isLate ? 'the gateway did not answer in time' : 'the gateway cannot be reached')
  })
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`the gateway answered HTTP ${answer.status}`)
}

const answerMaxBytes = 1024 * 1024
type AnswerRequest = { method: string; headers?: Record<string, string>; body?: string; roots?: string }
type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Any response of a host that the operator's settings name; roots: CAs in PEM form that are trusted besides the public ones. Fails without one, and with one of over 1 MB. */
export async function exchange(url: string, { method, headers = {}, body, roots }: AnswerRequest): Promise<Answer> {
  const { protocol } = new URL(url)
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method,
        headers,
        signal: AbortSignal.timeout(answerWithinMs),
        agent: createInboundAgent(protocol),
        ...(roots === undefined ? {} : { ca: [...rootCertificates, roots] }),
      },
      (response) => {
        const parts: Buffer[] = []
        let sizeBytes = 0
        response.on('data', (part: Buffer) => {
          sizeBytes += part.length
          if (sizeBytes > answerMaxBytes) request.destroy(new Error('the response is too large'))
          else parts.push(part)
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
        )
      },
    )
    boundHead(request, headBounds)
    request.on('error', reject)
    request.end(body)
  })
}

type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void
type PostRequest = { headers: Record<string, unknown>; body: Buffer; hosts: readonly string[]; resolver?: Resolver }

/** Posts to an address that a stranger chose (P34): only to public addresses, judged after they are resolved and then pinned; hosts: names that the operator allows nevertheless. The response's status; 0 if it cannot be reached or is not allowed. */
export async function postBytes(address: string, { headers, body, hosts, resolver = lookupName }: PostRequest): Promise<number> {
  if (!isPublicUrl(address, hosts)) return 0
  const url = new URL(address)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const lookup = hosts.includes(url.host) ? undefined : publicLookup(resolver)
  return new Promise((resolve) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        signal: AbortSignal.timeout(answerWithinMs),
        agent: createInboundAgent(url.protocol),
        ...(lookup ? { lookup } : {}),
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        // The rest of the answer is of no use, however long it is.
        response.destroy()
      },
    )
    boundHead(request, pushHeadBounds)
    request.on('error', () => resolve(0))
    request.end(body)
  })
}

/** https without a password, and no private address written out; a name is judged when it is resolved. */
export function isPublicUrl(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (hosts.includes(url.host)) return url.protocol === 'https:' || url.protocol === 'http:'
  const { hostname } = url
  return url.protocol === 'https:' && (isAddress(hostname) ? !isPrivateAddress(hostname) : hostname.includes('.'))
}

/** One private address among several is enough to refuse the name. */
function publicLookup(resolver: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new Error('the host has no public address'), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
