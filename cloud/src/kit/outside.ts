/** The only HTTP client of the cloud: it requests only hosts that the operator's settings name (P34) and follows no redirect. Push services are the exception: their addresses are a phone's, and judged. */
import { lookup as lookupName } from 'node:dns'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { isAddress, isPrivateAddress } from '@homeport/contract/kit/private-address.ts'

const answerWithinMs = 15_000

/** Throws unless the response is 2xx. No error contains the URL: it may include a key (P12). */
export async function postForm(url: string, form: Record<string, string>): Promise<void> {
  const response = await reach(url, { method: 'POST', body: new URLSearchParams(form) })
  await response.body?.cancel()
}

/** Like postForm; also throws if the response is not JSON. */
export async function getJson(url: string): Promise<unknown> {
  const response = await reach(url, {})
  return response.json().catch(() => {
    throw new Error('the gateway answered what is no JSON')
  })
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  const options = { ...request, redirect: 'manual' as const, signal: AbortSignal.timeout(answerWithinMs) }
  const response = await fetch(url, options).catch((error: unknown) => {
    throw new Error(
      error instanceof Error && error.name === 'TimeoutError'
        ? 'the gateway did not answer in time'
        : 'the gateway cannot be reached',
    )
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`the gateway answered HTTP ${response.status}`)
}

const answerMaxBytes = 1024 * 1024
type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Any response of a host that the operator's settings name; roots: CAs in PEM form that are trusted besides the public ones. Fails without one, and with one of over 1 MB. */
export async function exchange(
  url: string,
  { method, headers = {}, body, roots }: { method: string; headers?: Record<string, string>; body?: string; roots?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      url,
      {
        method,
        headers,
        signal: AbortSignal.timeout(answerWithinMs),
        agent: false,
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
    request.on('error', reject)
    request.end(body)
  })
}

/** Posts to an address that a stranger chose (P34): only to public addresses, judged after they are resolved and then pinned; hosts: names that the operator allows nevertheless. The response's status; 0 if it cannot be reached or is not allowed. */
export async function postBytes(
  address: string,
  { headers, body, hosts }: { headers: Record<string, unknown>; body: Buffer; hosts: readonly string[] },
): Promise<number> {
  if (!isPublicUrl(address, hosts)) return 0
  const url = new URL(address)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const lookup = hosts.includes(url.host) ? undefined : lookupPublic
  return new Promise((resolve) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        signal: AbortSignal.timeout(answerWithinMs),
        agent: false,
        ...(lookup ? { lookup } : {}),
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
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
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error('the host has no public address'), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
